export type * from './streams.types.ts'
