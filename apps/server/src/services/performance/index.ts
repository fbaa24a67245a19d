export type { PerformanceRow } from './performance.store.ts'
export {
  createPerformanceRecords,
  type PerformanceRecords,
} from './performance-records.ts'
