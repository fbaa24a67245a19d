import type { Translated } from '../translated.ts'
import type { driversTexts } from './drivers.en.ts'

export const driversAr: Translated<typeof driversTexts> = {
  'drivers.title': 'معلومات السائقين',
  'drivers.table': 'سائقو الأجهزة',
  'drivers.device': 'معرّف الجهاز',
  'drivers.name': 'اسم السائق',
  'drivers.gender': 'الجنس',
  'drivers.f': 'أنثى',
  'drivers.m': 'ذكر',
  'drivers.x': 'آخر',
  'drivers.phone': 'الهاتف',
  'drivers.birthday': 'تاريخ الميلاد',
  'drivers.pic': 'الصورة',
  'drivers.update': 'وقت التحديث',
  'drivers.action': 'الإجراء',
  'drivers.of': '{{field}} لـ {{device}}',
  'drivers.save': 'حفظ سائق {{device}}',
  'drivers.saved': 'حُفظ سائق {{device}}',
  'drivers.fault.phone': 'أرقام ومسافات و + ( ) - . / # * فقط',
  'drivers.fault.birthday': 'يوم ابتداءً من 1900',
}
