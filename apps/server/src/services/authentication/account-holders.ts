import { rightsOnSite } from '@fleetglass/contract/variants'
import type { Account } from '../directory/index.ts'
import { hasExpired } from './account-expiry.ts'
import type { SessionDeps } from './authentication.types.ts'

/** Accounts that are not there themselves: what they began goes on for others. Nothing counts as used by them. */
export function createHolders(deps: Pick<SessionDeps, 'accounts' | 'clock' | 'site' | 'strict'>) {
  return async (id: number, name: string): Promise<Account | null> => {
    const stored = await deps.accounts.find(name)
    // Another account may have the name of a removed one.
    if (stored === undefined || stored.id !== id || hasExpired(stored, deps)) return null
    const { permission, access, groupId, retentionDays } = stored
    return { id, name, ...rightsOnSite({ permission, access }, deps.site), groupId, retentionDays }
  }
}
