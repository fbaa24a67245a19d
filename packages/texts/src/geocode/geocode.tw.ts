import type { Translated } from '../translated.ts'
import type { geocodeTexts } from './geocode.en.ts'

export const geocodeTw: Translated<typeof geocodeTexts> = {
  'address.approximate': '約 {{address}}',
  'address.near': '約 {{country}} {{town}}{{direction}}方 {{distance}}',
  'address.wind.N': '北',
  'address.wind.NE': '東北',
  'address.wind.E': '東',
  'address.wind.SE': '東南',
  'address.wind.S': '南',
  'address.wind.SW': '西南',
  'address.wind.W': '西',
  'address.wind.NW': '西北',
  'address.credit': '約略地點：{{source}}',
}
