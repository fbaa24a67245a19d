import { isInactive as isLongAway } from '@fleetglass/contract/users'
import type { Clock } from '../../platform/clock/index.ts'
import type { StoredAccount } from '../directory/index.ts'

interface Site {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly strict: boolean
}

export function hasExpired(account: StoredAccount, site: Site): boolean {
  const { expiresS } = account
  return (expiresS !== null && expiresS * 1000 <= site.clock.nowMs()) || isInactive(account, site)
}

/** VAR-13: in the strict deployment somebody who has been away for long is refused until an administrator activates them. */
export function isInactive({ loginS, updatedS }: StoredAccount, { clock, strict }: Site): boolean {
  const account = { logintime: loginS, updatetime: updatedS }
  return strict && loginS + updatedS > 0 && isLongAway(account, Math.floor(clock.nowMs() / 1000))
}
