export { createStreamLog } from './stream-log.ts'
export type { StreamLog, StreamLogEntry, StreamUseKind } from './stream-log.types.ts'
