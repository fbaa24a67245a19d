import type { groupsTexts } from '../features/groups/groups.texts.ts'
import type { Translated } from './translated.ts'

export const groupsAr: Translated<typeof groupsTexts> = {
  'groups.filter': 'المجموعة',
  'groups.all': 'كل المجموعات',
  'groups.failed': 'تعذّر الحصول على أجهزة المجموعة',
}
