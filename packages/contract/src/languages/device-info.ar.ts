import type { deviceInfoTexts } from '../features/device-info/device-info.texts.ts'
import type { Translated } from './translated.ts'

export const deviceInfoAr: Translated<typeof deviceInfoTexts> = {
  'deviceInfo.title': 'معلومات القرص',
  'deviceInfo.table': 'مكونات الأجهزة',
  'deviceInfo.number': 'رقم',
  'deviceInfo.device': 'معرّف الجهاز',
  'deviceInfo.model': 'الطراز',
  'deviceInfo.firmware': 'البرنامج الثابت',
  'deviceInfo.mobile': 'معرّف الشريحة',
}
