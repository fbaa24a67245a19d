export type * from './recorder.types.ts'
