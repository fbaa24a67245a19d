import type { TokenScope } from '@fleetglass/contract/account'
import type { Endpoint } from '../access-policy/index.ts'
import { auditedAction } from './audited-action.ts'

/** The scopes of API tokens for which an endpoint answers, beside the right that it asks of their user. */
export function tokenScopesOf({ kind, name, access, audit, personal }: Endpoint): readonly TokenScope[] {
  if (access === 'anyone') return ['read', 'full']
  // A login of the main channel takes a token; a call that checks user and password by itself takes a password.
  if (access === 'token' || (access === 'credentials' && kind === 'call') || personal === true) return []
  if (access === 'credentials' || !auditedAction('http', name, audit).changes) return ['read', 'full']
  return ['full']
}
