export { type OwnProof, ownProofSchema, passwordHashSchema, secondFactorCodeSchema } from './envelope.ts'
export {
  isLogFilter,
  LOG_LISTED_ROWS,
  LOG_PAGE_ROWS,
  logDevice,
  logMember,
  logPage,
  logPeriod,
} from './log-query.ts'
export { secondsSchema } from './seconds.ts'
export { isSecret, secret } from './secret.ts'
