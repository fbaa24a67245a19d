import type { Translated } from '../translated.ts'
import type { autoUploadTexts } from './auto-upload.en.ts'

export const autoUploadAr: Translated<typeof autoUploadTexts> = {
  'autoUpload.extension': 'امتداد الملف',
  'autoUpload.allOrEnter': 'الكل أو أدخل قيمة',
  'autoUpload.search': 'بحث',
  'autoUpload.start': 'لم يُجرَ أي بحث بعد',
  'autoUpload.startHint': 'اختر اليوم الأول واليوم الأخير، ثم اضغط «بحث».',
  'autoUpload.serialNo': 'الرقم التسلسلي',
  'autoUpload.fileName': 'اسم الملف',
  'autoUpload.fileSize': 'حجم الملف',
  'autoUpload.ext': 'الامتداد',
  'autoUpload.fileTime': 'وقت الملف',
  'autoUpload.download': 'تنزيل',
  'autoUpload.downloadFile': 'تنزيل {{name}}',
}
