import type { Translated } from '../translated.ts'
import type { memosTexts } from './memos.en.ts'

export const memosTw: Translated<typeof memosTexts> = {
  'memos.first': '額外備註 1',
  'memos.second': '額外備註 2',
  'memos.edit': '{{device}} 的額外備註 {{number}}',
  'memos.dealer': '經銷商',
  'memos.customer': '客戶',
  'memos.salesman': '業務員',
  'memos.address': '地址',
  'memos.phone': '電話',
  'memos.mail': '電子郵件',
  'memos.memo': '備註',
  'memos.follow': '追蹤',
  'memos.yes': '是',
  'memos.editCustomer': '編輯',
  'memos.customerTitle': '{{device}} 的客戶',
  'memos.save': '儲存',
}
