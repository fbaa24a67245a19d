export { type OwnProof, ownProofSchema, passwordHashSchema, secondFactorCodeSchema } from './envelope.ts'
export {
  ARCHIVE_PASSWORD_MAX,
  isLogFilter,
  LOG_LISTED_ROWS,
  LOG_PAGE_ROWS,
  logDevice,
  logExportFields,
  logMember,
  logPage,
  logPeriod,
} from './log-query.ts'
export { secondsSchema } from './seconds.ts'
export { isSecret, secret } from './secret.ts'
