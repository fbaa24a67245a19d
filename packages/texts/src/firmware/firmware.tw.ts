import type { Translated } from '../translated.ts'
import type { firmwareTexts } from './firmware.en.ts'

export const firmwareTw: Translated<typeof firmwareTexts> = {
  'firmware.tabs': '韌體頁面的各部分',
  'firmware.tab.store': '韌體庫',
  'firmware.file': '韌體檔案',
  'firmware.memo': '備註',
  'firmware.upload': '上傳韌體到韌體庫',
  'firmware.uploading': '韌體上傳中',
  'firmware.uploaded': '{{name}} 已上傳',
  'firmware.uploadFailed': '上傳失敗：{{reason}}',
  'firmware.none': '韌體庫中沒有檔案',
  'firmware.noneHint': '請上傳檔案；裝置會從「網址」欄的位址下載。',
  'firmware.fileName': '檔名',
  'firmware.size': '大小 (MB)',
  'firmware.md5': 'MD5',
  'firmware.updated': '更新時間',
  'firmware.url': '網址',
  'firmware.del': '刪除',
  'firmware.delete': '刪除 {{name}}',
  'firmware.deleteTitle': '要刪除此韌體嗎？',
  'firmware.deleteText': '正在下載的裝置將會失敗。此操作無法復原。',
  'firmware.deleteConfirm': '刪除',
  'firmware.of': '{{name}} 的{{field}}',
  'firmware.cannotBeEmpty': '不可為空',
  'firmware.tooLarge': '錯誤：超過 200MB',
}
