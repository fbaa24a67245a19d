import type { Translated } from '../translated.ts'
import type { netflowTexts } from './netflow.en.ts'

export const netflowAr: Translated<typeof netflowTexts> = {
  'netflow.month': 'الشهر',
  'netflow.query': 'استعلام',
  'netflow.in': 'الوارد',
  'netflow.out': 'الصادر',
  'netflow.total': 'إجمالي البيانات',
  'netflow.start': 'لا يوجد استعلام بعد',
  'netflow.startHint': 'اختر شهرًا ثم اضغط على استعلام.',
  'netflow.table': 'البيانات حسب اليوم',
  'netflow.device': 'الجهاز',
  'netflow.day': 'يوم {{day}}',
  'netflow.flow': 'الاتجاه',
  'netflow.sum': 'المجموع',
  'netflow.rawJson': 'البيانات الخام JSON',
  'netflow.hint': 'من الجهاز (الوارد) وإليه (الصادر)، حسب أيام الخادم. تحتوي الملفات على الأجهزة المحددة.',
}
