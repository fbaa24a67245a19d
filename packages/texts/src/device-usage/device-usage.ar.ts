import type { Translated } from '../translated.ts'
import type { deviceUsageTexts } from './device-usage.en.ts'

export const deviceUsageAr: Translated<typeof deviceUsageTexts> = {
  'deviceUsage.query': 'استعلام',
  'deviceUsage.start': 'لم يُجرَ أي استعلام بعد',
  'deviceUsage.startHint': 'اختر يومًا ثم اضغط على استعلام.',
  'deviceUsage.ofDay': 'استخدام الأجهزة في {{day}}',
  'deviceUsage.table': 'حصة اليوم المسجّلة',
  'deviceUsage.device': 'معرّف الجهاز',
  'deviceUsage.usage': 'الاستخدام',
  'deviceUsage.all': 'الكل',
  'deviceUsage.recordings': 'التسجيلات',
  'deviceUsage.recordingsOf': 'تسجيلات {{device}}',
}
