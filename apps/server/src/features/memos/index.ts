export { memoRoutes } from './memos.routes.ts'
export { createMemos } from './memos.service.ts'
export { createMemoStore } from './memos.store.ts'
