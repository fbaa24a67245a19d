import type { Translated } from '../translated.ts'
import type { selfTestTexts } from './self-test.en.ts'

export const selfTestTw: Translated<typeof selfTestTexts> = {
  'videoTest.device': '裝置',
  'videoTest.channel': '通道',
  'videoTest.frames': '已接收影格',
  'videoTest.noneTitle': '沒有裝置上線',
  'videoTest.noneHint': '有裝置上線後，即可在此測試其通道。',
  'audioTest.lead': '請說話，再聽聽此瀏覽器收到並編碼的聲音。',
  'audioTest.record': '錄音',
  'audioTest.stop': '停止',
  'audioTest.recording': '錄音中',
  'audioTest.result': '錄音結果',
  'audioTest.figures': '{{coding}}，{{bytes}} 位元組',
  'audioTest.failed': '無法使用麥克風',
  'audioTest.insecure': '瀏覽器僅在 https 或本機上提供麥克風。',
}
