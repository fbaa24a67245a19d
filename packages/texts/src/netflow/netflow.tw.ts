import type { Translated } from '../translated.ts'
import type { netflowTexts } from './netflow.en.ts'

export const netflowTw: Translated<typeof netflowTexts> = {
  'netflow.month': '月份',
  'netflow.query': '查詢',
  'netflow.in': '流入',
  'netflow.out': '流出',
  'netflow.total': '總流量',
  'netflow.start': '尚未查詢',
  'netflow.startHint': '請選擇月份，然後按「查詢」。',
  'netflow.table': '每日流量',
  'netflow.device': '裝置',
  'netflow.day': '{{day}} 日',
  'netflow.flow': '流向',
  'netflow.sum': '合計',
  'netflow.rawJson': '原始資料 JSON',
  'netflow.hint': '流入為裝置傳給伺服器，流出為伺服器傳給裝置，依伺服器的日期計算。檔案只包含已勾選的裝置。',
}
