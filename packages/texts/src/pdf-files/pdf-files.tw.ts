import type { Translated } from '../translated.ts'
import type { pdfFilesTexts } from './pdf-files.en.ts'

export const pdfFilesTw: Translated<typeof pdfFilesTexts> = {
  'pdfFiles.eventdetail': '事件明細',
  'pdfFiles.eventsummary': '事件統計',
  'pdfFiles.mileage': '里程',
  'pdfFiles.netflow': '裝置流量',
  'pdfFiles.pageOf': '第 {page} 頁，共 {pages} 頁',
  'pdfFiles.making': '正在產生 PDF 檔案…',
  'pdfFiles.download': '下載',
  'pdfFiles.frame': 'PDF 檔案',
  'pdfFiles.gone': '無法顯示此 PDF 檔案',
  'pdfFiles.tooManyRows': 'PDF 檔案最多 {{most}} 列。請減少列數，或匯出 CSV。',
}
