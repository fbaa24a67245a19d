import type { Translated } from '../translated.ts'
import type { groupsTexts } from './groups.en.ts'

export const groupsAr: Translated<typeof groupsTexts> = {
  'groups.filter': 'المجموعة',
  'groups.all': 'كل المجموعات',
  'groups.failed': 'تعذّر الحصول على أجهزة المجموعة',
  'groups.path': 'مسار المجموعة',
  'groups.children': 'المجموعات الفرعية',
  'groups.end': 'نهاية الفرع',
  'groups.actions': 'تعديل المجموعة',
  'groups.newChild': 'اسم مجموعة فرعية جديدة',
  'groups.add': 'إضافة مجموعة',
  'groups.added': 'تمت إضافة {{name}}',
  'groups.newName': 'الاسم الجديد للمجموعة',
  'groups.rename': 'إعادة تسمية',
  'groups.renamed': 'أصبح اسم المجموعة {{name}}',
  'groups.move': 'تغيير المجموعة الأعلى',
  'groups.moveTitle': 'المجموعة الأعلى الجديدة لـ {{name}}',
  'groups.noParent': 'لا توجد مجموعة مناسبة',
  'groups.find': 'ابحث عن مجموعة',
  'groups.noOther': 'لا توجد مجموعة أخرى يمكن أن تتبعها. أضف واحدة أولاً.',
  'groups.delete': 'حذف المجموعة',
  'groups.deleteTitle': 'حذف المجموعة؟',
  'groups.deleteQuestion': 'هل تريد حقًا حذف {{name}}',
  'groups.devices': 'أجهزة المجموعة',
  'groups.bound':
    'الأجهزة التي لا تنتمي إلى مجموعة أخرى تبقى في {{group}}. لنقل جهاز، افتح مجموعته الجديدة وحدده هناك.',
  'groups.remove': 'إزالة',
  'groups.removeTitle': 'إزالة الجهاز من المجموعة؟',
  'groups.removeQuestion': 'هل تريد حقًا إزالة {{device}} من {{group}}',
  'groups.tree': 'كل المجموعات والأجهزة',
  'groups.expand': 'عرض محتوى {{name}}',
}
