import type { Translated } from '../translated.ts'
import type { memosTexts } from './memos.en.ts'

export const memosAr: Translated<typeof memosTexts> = {
  'memos.first': 'ملاحظة إضافية 1',
  'memos.second': 'ملاحظة إضافية 2',
  'memos.edit': 'الملاحظة الإضافية {{number}} لـ {{device}}',
  'memos.dealer': 'الوكيل',
  'memos.customer': 'العميل',
  'memos.salesman': 'مندوب المبيعات',
  'memos.address': 'العنوان',
  'memos.phone': 'الهاتف',
  'memos.mail': 'البريد الإلكتروني',
  'memos.memo': 'ملاحظة',
  'memos.follow': 'متابعة',
  'memos.yes': 'نعم',
  'memos.editCustomer': 'تعديل',
  'memos.customerTitle': 'عميل {{device}}',
  'memos.save': 'حفظ',
}
