export { type LogColumn, useLogColumns } from './log-columns.ts'
export { LogPage } from './log-page.tsx'
