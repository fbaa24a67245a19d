export {
  type AccessAction,
  type AccessLogRow,
  accessActionPath,
  accessActionsSchema,
  accessLogPath,
  accessLogRequestSchema,
  accessLogRowsSchema,
} from './access-log.http.ts'
export { actionOf, matchesPattern } from './action-catalogue.ts'
