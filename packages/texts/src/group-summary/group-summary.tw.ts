import type { Translated } from '../translated.ts'
import type { groupSummaryTexts } from './group-summary.en.ts'

export const groupSummaryTw: Translated<typeof groupSummaryTexts> = {
  'groupSummary.links': '裝置與其群組',
  'groupSummary.duplicate': '重複',
  'groupSummary.count': '裝置的群組數',
  'groupSummary.remove': '將 {{device}} 從 {{group}} 移除',
  'groupSummary.searchHint': '請輸入裝置或群組',
  'groupSummary.search': '搜尋',
  'groupSummary.searchDevice': '裝置 ID',
  'groupSummary.searchGroup': '群組名稱',
  'groupSummary.found': '搜尋結果',
  'groupSummary.device': '裝置',
  'groupSummary.group': '群組',
  'groupSummary.path': '路徑',
  'groupSummary.paths': '群組與其路徑',
  'groupSummary.viewable': '可檢視的群組',
}
