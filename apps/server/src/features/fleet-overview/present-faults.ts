// What the present state of a device says about its faults: for the overview and for the page of each device.
import { LONG_OFFLINE_S } from '@fleetglass/contract/fleet-overview'
import type { LiveDevice } from '../../services/live-state/index.ts'

/** When a device that is offline for long was last online, 0 where it never was; null of another device. */
export function longOfflineSinceS(live: LiveDevice | undefined, nowS: number): number | null {
  if (live === undefined) return 0
  if (live.online || nowS - live.statusTimeS < LONG_OFFLINE_S) return null
  return live.statusTimeS
}

/** A card with a fault has no health left. */
export function hasCardFault(live: LiveDevice | undefined): boolean {
  return live?.smart.includes(0) ?? false
}

export function hasCameraFault(live: LiveDevice | undefined): boolean {
  return live?.online === true && live.hasCameraFault
}
