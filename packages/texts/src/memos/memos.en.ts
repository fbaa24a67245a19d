/** Extra memos, and the customers of the peer-to-peer deployment. */
export const memosTexts = {
  'memos.first': 'Extra Memo 1',
  'memos.second': 'Extra Memo 2',
  'memos.edit': 'Extra memo {{number}} of {{device}}',
  'memos.dealer': 'Dealer',
  'memos.customer': 'Customer',
  'memos.salesman': 'Salesman',
  'memos.address': 'Address',
  'memos.phone': 'Phone',
  'memos.mail': 'E-mail',
  'memos.memo': 'Memo',
  'memos.follow': 'Follow',
  'memos.yes': 'Yes',
  'memos.editCustomer': 'Edit',
  'memos.customerTitle': 'Customer of {{device}}',
  'memos.save': 'Save',
} as const
