export { PartlyDeleted } from './deletion.ts'
export { createRetention } from './retention.ts'
export type { RecordingRoom, Retention } from './retention.types.ts'
