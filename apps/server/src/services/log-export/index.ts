export { exportPages } from './export-pages.ts'
export { createLogExports, type LogColumn, type LogExports } from './log-export.ts'
