export { PartlyDeleted } from './deletion.ts'
export { createRetention } from './retention.ts'
export type { RecordingSpace, Retention } from './retention.types.ts'
