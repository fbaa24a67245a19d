import type { Translated } from '../translated.ts'
import type { randomLiveTexts } from './random-live.en.ts'

export const randomLiveTw: Translated<typeof randomLiveTexts> = {
  'random.hint': '每個畫面格顯示某台上線裝置的一個通道。',
  'random.pane': '隨機通道 {{place}}',
  'random.full': '全螢幕',
  'random.fullWith': '以 {{count}} 個通道全螢幕顯示',
}
