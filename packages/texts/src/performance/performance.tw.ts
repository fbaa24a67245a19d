import type { Translated } from '../translated.ts'
import type { performanceTexts } from './performance.en.ts'

export const performanceTw: Translated<typeof performanceTexts> = {
  'performance.day': '日期',
  'performance.refresh': '重新整理',
  'performance.search': '尋找伺服器或計量項目',
  'performance.table': '伺服器的工作量',
  'performance.number': '#',
  'performance.time': '日期時間',
  'performance.server': 'GMS',
  'performance.meter': '計量項目',
  'performance.count': '處理次數',
  'performance.average': '平均處理時間（秒）',
  'performance.longest': '最長處理時間（秒）',
  'performance.none': '當日沒有紀錄',
  'performance.noneHint': '紀錄保留 7 天；沒有工作的分鐘沒有紀錄。',
}
