import type { Translated } from '../translated.ts'
import type { deviceUsageTexts } from './device-usage.en.ts'

export const deviceUsageTw: Translated<typeof deviceUsageTexts> = {
  'deviceUsage.query': '查詢',
  'deviceUsage.start': '尚未查詢',
  'deviceUsage.startHint': '請選擇日期，然後按「查詢」。',
  'deviceUsage.ofDay': '{{day}} 的裝置使用量',
  'deviceUsage.table': '當日錄影比例',
  'deviceUsage.device': '裝置 ID',
  'deviceUsage.usage': '使用量',
  'deviceUsage.all': '全部',
  'deviceUsage.recordings': '錄影',
  'deviceUsage.recordingsOf': '{{device}} 的錄影',
}
