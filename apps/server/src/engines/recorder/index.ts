export { PartlyDeleted } from './deletion.ts'
export { createRecorder } from './recorder.ts'
export type * from './recorder.types.ts'
export { SteadyTime } from './steady-time.ts'
