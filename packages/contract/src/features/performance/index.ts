export {
  METER_NAMES,
  type MeterName,
  type PerformanceRecord,
  type PerformanceRequest,
  performancePath,
  performanceRecordSchema,
  performanceRequestSchema,
  performanceSchema,
} from './performance.http.ts'
