export { type LimitedLog, limitLog } from './limited-log.ts'
export { createLog, type Log, redactText } from './log.ts'
