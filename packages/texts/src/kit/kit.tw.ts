import type { Translated } from '../translated.ts'
import type { kitTexts } from './kit.en.ts'

export const kitTw: Translated<typeof kitTexts> = {
  'table.columns': '欄位',
  'table.none': '沒有符合搜尋的項目',
  'table.selection': '選取',
  'table.selectAll': '選取所有顯示的項目',
  'table.select': '選取 {{name}}',
  'table.selected': '已選取 {{count}} 項',
  'table.bulk': '對所選項目的操作',
  'table.clear': '清除選取',
  'table.partFailed': '部分資料列無法載入。',
  'form.save': '儲存',
  'form.discard': '捨棄變更',
  'form.unsaved': '尚未儲存的變更',
  'form.show': '顯示',
  'form.hide': '隱藏',
  'sections.search': '搜尋設定',
  'sections.list': '區段',
  'sections.back': '所有區段',
  'toast.error': '錯誤',
  'toast.success': '成功',
}
