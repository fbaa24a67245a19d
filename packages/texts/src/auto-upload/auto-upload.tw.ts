import type { Translated } from '../translated.ts'
import type { autoUploadTexts } from './auto-upload.en.ts'

export const autoUploadTw: Translated<typeof autoUploadTexts> = {
  'autoUpload.extension': '副檔名篩選',
  'autoUpload.allOrEnter': '全部或輸入',
  'autoUpload.search': '搜尋',
  'autoUpload.start': '尚未搜尋',
  'autoUpload.startHint': '請選擇第一天與最後一天，然後按「搜尋」。',
  'autoUpload.serialNo': '序號',
  'autoUpload.fileName': '檔案名稱',
  'autoUpload.fileSize': '檔案大小',
  'autoUpload.ext': '副檔名',
  'autoUpload.fileTime': '檔案時間',
  'autoUpload.download': '下載',
  'autoUpload.downloadFile': '下載 {{name}}',
}
