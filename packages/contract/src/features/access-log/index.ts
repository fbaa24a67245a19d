export {
  ACCESS_LOG_ARCHIVE,
  type AccessAction,
  type AccessLogRow,
  accessActionPath,
  accessActionsSchema,
  accessLogExportPath,
  accessLogExportSchema,
  accessLogPath,
  accessLogRequestSchema,
  accessLogRowsSchema,
} from './access-log.http.ts'
export { actionOf, matchesPattern } from './action-catalogue.ts'
