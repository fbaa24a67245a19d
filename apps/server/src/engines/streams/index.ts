export { createStreams } from './streams.ts'
export type * from './streams.types.ts'
