// Belongs here: access that is checked again while something stays open. Does not: who is admitted (stream-gate.ts).

import { mayCall, type Requirement } from '@fleetglass/contract/access'
import { hasChannel } from '@fleetglass/contract/devices'
import { AppError } from '@fleetglass/contract/errors'
import type { CallerWatch } from '../../platform/access-policy/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Account, RegisteredDevice, Visibility } from '../directory/index.ts'

/** What a caller was admitted to. */
export interface Access {
  readonly account: Account
  readonly right: Requirement
  /** `null`: no single device. */
  readonly deviceId: string | null
  /** `null`: the whole device. */
  readonly channel: number | null
}

/** Why access is refused: what a new request would be answered with. */
export class Denial {
  readonly ok = false
  readonly error: AppError

  constructor(error: AppError) {
    this.error = error
  }
}

/** Access while something stays open. */
export interface WatchedAccess {
  /** With the rights and the group it has now. */
  readonly account: Account
  /** Called after devices, groups or the account changed, while the access still holds. */
  onChange(listener: () => void): void
  close(): void
}

export interface WatchedAccessDeps {
  readonly clock: Clock
  readonly log: Log
  readonly accounts: CallerWatch
  readonly visibility: Pick<Visibility, 'device' | 'onChange'>
}

/** How often access is checked beside being notified: for changes that another program made in the database. */
const CHECK_MS = 30_000

/** The device, or why there is none for this account. */
export function deviceFor(
  { visibility }: Pick<WatchedAccessDeps, 'visibility'>,
  account: Account,
  { deviceId, channel }: { readonly deviceId: string; readonly channel: number | null },
): RegisteredDevice | Denial {
  const device = visibility.device(account, deviceId)
  if (device === undefined) return new Denial(new AppError('unknown-device'))
  if (channel === null || hasChannel(device, channel)) return device
  return new Denial(new AppError('unknown-channel'))
}

/** Checks again at every change of devices, groups and accounts; calls `denied` once, and then nothing more. */
export function watchAccess(deps: WatchedAccessDeps, access: Access, denied: (denial: Denial) => void): WatchedAccess {
  const { clock, log, accounts, visibility } = deps
  let account = access.account
  let isOpen = true
  const listeners: (() => void)[] = []
  const deny = (denial: Denial): void => {
    if (!isOpen) return
    close()
    denied(denial)
  }
  const checkDevice = (): void => {
    const { deviceId, channel } = access
    const found = deviceId === null ? null : deviceFor(deps, account, { deviceId, channel })
    if (found instanceof Denial) deny(found)
    else if (isOpen) for (const listener of listeners) listener()
  }
  const checkAccount = async (): Promise<void> => {
    const now = await accounts.refreshed(account)
    if (now === null) {
      deny(new Denial(new AppError('login-ended')))
    } else if (!mayCall(now, access.right)) {
      deny(new Denial(new AppError('permission-denied')))
    } else {
      account = now
      checkDevice()
    }
  }
  const check = (): void => {
    checkAccount().catch((error: unknown) => log.warn({ err: error }, 'an account could not be checked again'))
  }
  const timer = clock.every(CHECK_MS, check)
  const subscriptions = [accounts.onChange(account, check), visibility.onChange(checkDevice)]
  function close(): void {
    isOpen = false
    timer.cancel()
    for (const subscription of subscriptions) subscription.close()
  }
  return {
    get account() {
      return account
    },
    onChange: (listener) => void listeners.push(listener),
    close,
  }
}
