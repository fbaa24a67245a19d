export { createLog, type Log, redactText } from './log.ts'
