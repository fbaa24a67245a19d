export { createRecorder } from './recorder.ts'
export type * from './recorder.types.ts'
