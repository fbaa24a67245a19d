import type { Translated } from '../translated.ts'
import type { standAloneTexts } from './stand-alone.en.ts'

export const standAloneTw: Translated<typeof standAloneTexts> = {
  'standAlone.live': '{{device}} 的即時影像',
  'standAlone.playback': '{{device}} 的回放',
  'standAlone.remote': '{{device}} 的遠端回放',
  'standAlone.file': '{{device}} 的 MP4',
  'standAlone.failParam': '無法開啟此連結',
  'standAlone.badParam': '連結不完整：「{{name}}」無效',
  'standAlone.missingParam': '連結不完整：缺少「{{name}}」',
  'standAlone.downloadFail': '下載失敗',
  'standAlone.download': '下載 MP4',
  'standAlone.again': '再試一次',
  'standAlone.cancel': '取消下載',
  'standAlone.speed': '速度',
  'standAlone.part': '{{time}}，{{length}}',
  'standAlone.begun': '檔案正在下載',
}
