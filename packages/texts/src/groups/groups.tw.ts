import type { Translated } from '../translated.ts'
import type { groupsTexts } from './groups.en.ts'

export const groupsTw: Translated<typeof groupsTexts> = {
  'groups.filter': '群組',
  'groups.all': '所有群組',
  'groups.failed': '無法取得此群組的裝置',
}
