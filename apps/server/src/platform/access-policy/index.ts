export type { AccessPolicy, Endpoint } from './access-policy.ts'
export type { AuditNames } from './audit-text.ts'
export type { AnyCaller, Authenticator, Caller, CallerWatch, Credentials } from './caller.ts'
export { recordRoutes } from './recorded-routes.ts'
