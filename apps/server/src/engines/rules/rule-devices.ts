import { failureTexts } from '@fleetglass/contract/envelope'
import type { Account } from '../../platform/account/index.ts'
import { refused } from '../../platform/refusal/index.ts'
import type { RegisteredDevice, Registry } from '../registry/index.ts'
import type { Visibility } from '../visibility/index.ts'

/** Between the ids that people name and the keys that rules keep. */
export interface RuleDevices {
  /** Of those that are registered and that the account sees. */
  idsOf(account: Account, keys: readonly number[]): string[]
  /** Throws a refusal for one that is not there for the account. */
  keysOf(account: Account, ids: readonly string[]): number[]
}

export function createRuleDevices({
  registry,
  visibility,
}: {
  readonly registry: Pick<Registry, 'byKey'>
  readonly visibility: Visibility
}): RuleDevices {
  return {
    idsOf: (account, keys) =>
      keys
        .map((key) => registry.byKey(key))
        .filter((device): device is RegisteredDevice => device !== undefined && visibility.sees(account, device))
        .map(({ deviceId }) => deviceId),
    keysOf: (account, ids) =>
      ids.map((id) => {
        const device = visibility.device(account, id)
        if (device === undefined) throw refused(`${failureTexts.unknownDevice}: ${id}`)
        return device.key
      }),
  }
}
