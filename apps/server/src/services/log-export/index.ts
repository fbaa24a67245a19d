export { createLogExports, type LogColumn, type LogExports } from './log-export.ts'
