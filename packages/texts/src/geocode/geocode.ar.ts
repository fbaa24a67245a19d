import type { Translated } from '../translated.ts'
import type { geocodeTexts } from './geocode.en.ts'

export const geocodeAr: Translated<typeof geocodeTexts> = {
  'address.approximate': 'تقريبًا {{address}}',
  'address.near': 'على بعد {{distance}} تقريبًا {{direction}} {{town}}، {{country}}',
  'address.wind.N': 'شمال',
  'address.wind.NE': 'شمال شرق',
  'address.wind.E': 'شرق',
  'address.wind.SE': 'جنوب شرق',
  'address.wind.S': 'جنوب',
  'address.wind.SW': 'جنوب غرب',
  'address.wind.W': 'غرب',
  'address.wind.NW': 'شمال غرب',
  'address.credit': 'أماكن تقريبية: {{source}}',
}
