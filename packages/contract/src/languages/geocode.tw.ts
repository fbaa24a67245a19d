import type { geocodeTexts } from '../features/geocode/geocode.texts.ts'
import type { Translated } from './translated.ts'

export const geocodeTw: Translated<typeof geocodeTexts> = {
  'address.approximate': '約 {{address}}',
  'address.credit': '約略地點：{{source}}',
}
