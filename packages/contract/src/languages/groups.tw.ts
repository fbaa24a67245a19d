import type { groupsTexts } from '../features/groups/groups.texts.ts'
import type { Translated } from './translated.ts'

export const groupsTw: Translated<typeof groupsTexts> = {
  'groups.filter': '群組',
  'groups.all': '所有群組',
  'groups.failed': '無法取得此群組的裝置',
}
