import { AppError } from '@fleetglass/contract/errors'
import type { Account, RegisteredDevice, Registry, Visibility } from '../directory/index.ts'
import type { Rule } from './areas.types.ts'

/** Between the ids that people name and the keys that rules keep. */
export interface RuleDevices {
  /** Of those that are registered and that the account sees. */
  idsOf(account: Account, keys: readonly number[]): string[]
  /** A rule for others: it has devices, and the account sees none of them. Permission 0 sees all rules. */
  isForeign(account: Account, rule: Rule): boolean
  /** Throws for one that is not there for the account. */
  keysOf(account: Account, ids: readonly string[]): number[]
}

export function createRuleDevices({
  registry,
  visibility,
}: {
  readonly registry: Pick<Registry, 'byKey'>
  readonly visibility: Visibility
}): RuleDevices {
  const seenOf = (account: Account, keys: readonly number[]): RegisteredDevice[] =>
    keys
      .map((key) => registry.byKey(key))
      .filter((device): device is RegisteredDevice => device !== undefined && visibility.sees(account, device))
  return {
    idsOf: (account, keys) => seenOf(account, keys).map(({ deviceId }) => deviceId),
    isForeign: (account, { deviceKeys }) =>
      account.permission !== 0 && deviceKeys.length > 0 && seenOf(account, deviceKeys).length === 0,
    keysOf: (account, ids) =>
      ids.map((id) => {
        const device = visibility.device(account, id)
        if (device === undefined) throw new AppError('unknown-device-listed', { deviceId: id })
        return device.key
      }),
  }
}
