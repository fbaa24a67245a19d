import type { Translated } from '../translated.ts'
import type { performanceTexts } from './performance.en.ts'

export const performanceAr: Translated<typeof performanceTexts> = {
  'performance.day': 'اليوم',
  'performance.refresh': 'تحديث',
  'performance.search': 'ابحث عن خادم أو مقياس',
  'performance.table': 'عمل الخوادم',
  'performance.number': '#',
  'performance.time': 'التاريخ والوقت',
  'performance.server': 'GMS',
  'performance.meter': 'المقياس',
  'performance.count': 'عدد العمليات',
  'performance.average': 'متوسط زمن المعالجة (ثوانٍ)',
  'performance.longest': 'أقصى زمن للمعالجة (ثوانٍ)',
  'performance.none': 'لا توجد سجلات لهذا اليوم',
  'performance.noneHint': 'تُحفظ السجلات لمدة 7 أيام، ولا سجل لدقيقة بلا عمل.',
}
