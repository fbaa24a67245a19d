export { createStreams, type StreamsDeps } from './streams.ts'
export type * from './streams.types.ts'
