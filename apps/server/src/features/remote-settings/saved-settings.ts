import type { RemoteParameterName } from '@fleetglass/contract/remote-settings'
import { type DeviceFamily, standardFamily } from '@fleetglass/jt808'
import type { Clock } from '../../platform/clock/index.ts'
import type { Values } from './setting-items.ts'

/** A confirmation follows its save at once; much later it would compare with what others have changed since. */
export const SAVED_LIFE_MS = 5 * 60_000
/** Accounts with a device; of more the oldest are forgotten. */
const MOST_SAVES = 1000

/** What was saved last, for the confirmation: in memory only, since among it are passwords. */
export interface SavedSettings {
  remember(accountId: number, deviceId: string, values: Values, family: DeviceFamily): void
  /** Of these names, what this account has saved lately, and the family in whose places the last of it was written. */
  recall(
    accountId: number,
    deviceId: string,
    names: readonly RemoteParameterName[],
  ): { readonly values: Values; readonly family: DeviceFamily }
}

interface Saved {
  readonly text: string
  readonly atMs: number
  readonly family: DeviceFamily
}

export function createSavedSettings({ clock }: { readonly clock: Clock }): SavedSettings {
  const saves = new Map<string, ReadonlyMap<RemoteParameterName, Saved>>()
  const keyOf = (accountId: number, deviceId: string): string => `${accountId}/${deviceId}`
  const fresh = (key: string): [RemoteParameterName, Saved][] =>
    [...(saves.get(key) ?? [])].filter(([, { atMs }]) => clock.monotonicMs() - atMs <= SAVED_LIFE_MS)
  return {
    remember(accountId, deviceId, values, family) {
      const key = keyOf(accountId, deviceId)
      const atMs = clock.monotonicMs()
      const added = [...values].map(([name, text]) => [name, { text, atMs, family }] as const)
      const known = fresh(key)
      // Behind all others, so that the first is the oldest.
      saves.delete(key)
      saves.set(key, new Map([...known, ...added]))
      for (const oldest of saves.keys()) {
        if (saves.size <= MOST_SAVES) break
        saves.delete(oldest)
      }
    },
    recall(accountId, deviceId, names) {
      const stored = fresh(keyOf(accountId, deviceId)).filter(([name]) => names.includes(name))
      const values = new Map(stored.map(([name, { text }]) => [name, text]))
      return { values, family: stored.at(-1)?.[1].family ?? standardFamily }
    },
  }
}
