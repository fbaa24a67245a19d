export { type MemoColumn, useMemoColumns } from './memos.columns.tsx'
