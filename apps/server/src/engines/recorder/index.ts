export { createRecorder, type RecorderDeps } from './recorder.ts'
export type * from './recorder.types.ts'
