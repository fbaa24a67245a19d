import type { Translated } from '../translated.ts'
import type { kitTexts } from './kit.en.ts'

export const kitAr: Translated<typeof kitTexts> = {
  'table.columns': 'الأعمدة',
  'table.none': 'لا شيء يطابق البحث',
  'table.selection': 'التحديد',
  'table.selectAll': 'تحديد كل المعروض',
  'table.select': 'تحديد {{name}}',
  'table.selected': 'المحدد: {{count}}',
  'table.bulk': 'إجراءات على المحدد',
  'table.clear': 'مسح التحديد',
  'table.partFailed': 'تعذر تحميل بعض الصفوف.',
  'form.save': 'حفظ',
  'form.discard': 'تجاهل التغييرات',
  'form.unsaved': 'تغييرات غير محفوظة',
  'form.show': 'إظهار',
  'form.hide': 'إخفاء',
  'sections.search': 'البحث في الإعدادات',
  'sections.list': 'الأقسام',
  'sections.back': 'كل الأقسام',
  'toast.error': 'خطأ',
  'toast.success': 'تم بنجاح',
}
