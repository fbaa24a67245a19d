import type { Translated } from '../translated.ts'
import type { randomLiveTexts } from './random-live.en.ts'

export const randomLiveAr: Translated<typeof randomLiveTexts> = {
  'random.hint': 'يعرض كل مربع قناة من جهاز متصل ما.',
  'random.pane': 'قناة عشوائية {{place}}',
  'random.full': 'ملء الشاشة',
  'random.fullWith': 'ملء الشاشة مع {{count}} من القنوات',
}
