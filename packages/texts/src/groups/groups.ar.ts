import type { Translated } from '../translated.ts'
import type { groupsTexts } from './groups.en.ts'

export const groupsAr: Translated<typeof groupsTexts> = {
  'groups.filter': 'المجموعة',
  'groups.all': 'كل المجموعات',
  'groups.failed': 'تعذّر الحصول على أجهزة المجموعة',
}
