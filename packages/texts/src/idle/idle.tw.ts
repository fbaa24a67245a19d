import type { Translated } from '../translated.ts'
import type { idleTexts } from './idle.en.ts'

export const idleTw: Translated<typeof idleTexts> = {
  'idle.countdown': '{{time}} 後進入待機畫面，重設為 30:00',
  'idle.freeze': '凍結待機倒數',
  'idle.resume': '繼續待機倒數',
  'idle.back': '返回先前的畫面',
}
