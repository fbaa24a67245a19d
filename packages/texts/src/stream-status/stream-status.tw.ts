import type { Translated } from '../translated.ts'
import type { streamStatusTexts } from './stream-status.en.ts'

export const streamStatusTw: Translated<typeof streamStatusTexts> = {
  'status.title': '串流狀態',
  'status.open': '伺服器的串流狀態',
  'status.disk': '寫入磁碟',
  'status.upload': '傳送給觀看者',
  'status.download': '自裝置接收',
  'status.rate': '{{rate}}/秒',
  'status.devices': '{{count}} 台裝置上線，{{watched}} 台被觀看',
  'status.table': '觀看者',
  'status.device': '裝置',
  'status.user': '使用者',
  'status.kind': '類型',
  'status.address': '位址',
  'status.since': '開始時間',
  'status.live': '即時',
  'status.lopb': '回放',
  'status.repb': '遠端回放',
  'status.talk': '對講',
  'status.nobodyTitle': '目前無人觀看',
  'status.nobodyHint': '開啟任何裝置影像的人會列在這裡。',
  'status.failedTitle': '無法取得狀態',
  'status.failedHint': '每 5 秒會再次查詢。',
}
