import type { Translated } from '../translated.ts'
import type { groupSummaryTexts } from './group-summary.en.ts'

export const groupSummaryAr: Translated<typeof groupSummaryTexts> = {
  'groupSummary.links': 'الأجهزة ومجموعاتها',
  'groupSummary.duplicate': 'مكرر',
  'groupSummary.count': 'مجموعات الجهاز',
  'groupSummary.remove': 'إزالة {{device}} من {{group}}',
  'groupSummary.searchHint': 'أدخل جهازًا أو مجموعة',
  'groupSummary.search': 'بحث',
  'groupSummary.searchDevice': 'معرّف الجهاز',
  'groupSummary.searchGroup': 'اسم المجموعة',
  'groupSummary.found': 'نتائج البحث',
  'groupSummary.device': 'الجهاز',
  'groupSummary.group': 'المجموعة',
  'groupSummary.path': 'المسار',
  'groupSummary.paths': 'المجموعات ومساراتها',
  'groupSummary.viewable': 'المجموعات المرئية',
}
