import type { Translated } from '../translated.ts'
import type { firmwareTexts } from './firmware.en.ts'

export const firmwareAr: Translated<typeof firmwareTexts> = {
  'firmware.tabs': 'أجزاء صفحة البرنامج الثابت',
  'firmware.tab.store': 'مخزن البرامج الثابتة',
  'firmware.file': 'ملف البرنامج الثابت',
  'firmware.memo': 'ملاحظة',
  'firmware.upload': 'ارفع البرنامج الثابت إلى المخزن',
  'firmware.uploading': 'جارٍ رفع البرنامج الثابت',
  'firmware.uploaded': 'رُفع {{name}}',
  'firmware.uploadFailed': 'فشل الرفع: {{reason}}',
  'firmware.none': 'لا يوجد برنامج ثابت في المخزن',
  'firmware.noneHint': 'ارفع ملفًا؛ تنزّله الأجهزة من العنوان في عمود العنوان.',
  'firmware.fileName': 'اسم الملف',
  'firmware.size': 'الحجم بالميغابايت',
  'firmware.md5': 'MD5',
  'firmware.updated': 'وقت التحديث',
  'firmware.url': 'العنوان',
  'firmware.del': 'حذف',
  'firmware.delete': 'احذف {{name}}',
  'firmware.deleteTitle': 'هل تريد حذف هذا البرنامج الثابت؟',
  'firmware.deleteText': 'ستفشل الأجهزة التي تنزّله الآن. لا يمكن التراجع عن ذلك.',
  'firmware.deleteConfirm': 'حذف',
  'firmware.of': '{{field}} لـ {{name}}',
  'firmware.cannotBeEmpty': 'لا يمكن أن يكون فارغًا',
  'firmware.tooLarge': 'خطأ: تجاوز الحجم 200MB',
}
