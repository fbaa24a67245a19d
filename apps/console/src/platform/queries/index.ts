export { usePageVisible } from './use-page-visible.ts'
export { usePolledQuery } from './use-polled-query.ts'
export { useSettled } from './use-settled.ts'
