import type { geocodeTexts } from '../features/geocode/geocode.texts.ts'
import type { Translated } from './translated.ts'

export const geocodeAr: Translated<typeof geocodeTexts> = {
  'address.approximate': 'تقريبًا {{address}}',
  'address.credit': 'أماكن تقريبية: {{source}}',
}
