import type { Translated } from '../translated.ts'
import type { pdfFilesTexts } from './pdf-files.en.ts'

export const pdfFilesAr: Translated<typeof pdfFilesTexts> = {
  'pdfFiles.eventdetail': 'تفاصيل الأحداث',
  'pdfFiles.eventsummary': 'ملخص الأحداث',
  'pdfFiles.mileage': 'المسافة المقطوعة',
  'pdfFiles.netflow': 'حركة بيانات الأجهزة',
  'pdfFiles.pageOf': 'صفحة {page} من {pages}',
  'pdfFiles.making': 'جارٍ إنشاء ملف PDF…',
  'pdfFiles.download': 'تنزيل',
  'pdfFiles.frame': 'ملف PDF',
  'pdfFiles.gone': 'لا يمكن عرض ملف PDF هذا',
  'pdfFiles.tooManyRows': 'يحتوي ملف PDF على {{most}} صف كحد أقصى. اختر صفوفًا أقل أو صدّر CSV.',
}
