export type { Meter, MeterReading } from './meters.ts'
export { createMetrics, type Metrics } from './metrics.ts'
