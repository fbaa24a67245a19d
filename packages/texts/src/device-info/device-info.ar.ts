import type { Translated } from '../translated.ts'
import type { deviceInfoTexts } from './device-info.en.ts'

export const deviceInfoAr: Translated<typeof deviceInfoTexts> = {
  'deviceInfo.title': 'معلومات القرص',
  'deviceInfo.table': 'مكونات الأجهزة',
  'deviceInfo.number': 'رقم',
  'deviceInfo.device': 'معرّف الجهاز',
  'deviceInfo.model': 'الطراز',
  'deviceInfo.firmware': 'البرنامج الثابت',
  'deviceInfo.mobile': 'معرّف الشريحة',
}
