export {
  type CarMemo,
  type Customer,
  carMemoPath,
  carMemoSchema,
  carMemosSchema,
  customerPath,
  customerRequestSchema,
  customerSchema,
  customersSchema,
  MEMO_MAX,
  memoWriteAccess,
} from './memos.http.ts'
