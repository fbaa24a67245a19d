import type { standAloneTexts } from '../features/stand-alone/stand-alone.texts.ts'
import type { Translated } from './translated.ts'

export const standAloneTw: Translated<typeof standAloneTexts> = {
  'standAlone.live': '{{device}} 的即時影像',
  'standAlone.playback': '{{device}} 的回放',
  'standAlone.remote': '{{device}} 的遠端回放',
  'standAlone.file': '{{device}} 的 MP4',
  'standAlone.failParam': '參數錯誤',
  'standAlone.downloadFail': '下載失敗',
  'standAlone.download': '下載 MP4',
  'standAlone.again': '再試一次',
  'standAlone.cancel': '取消下載',
  'standAlone.speed': '速度',
  'standAlone.part': '{{time}}，{{length}}',
  'standAlone.begun': '檔案正在下載',
}
