export { type AuditedCall, type AuditLog, createAuditLog } from './audit-log.ts'
export { type AuditedAction, auditedAction } from './audited-action.ts'
export { recordedBy, shortText } from './recorded-fields.ts'
export { tokenScopesOf } from './token-scopes.ts'
