// Belongs here: which devices need attention, and why. Does not: what the figures of the others are (figure-sums.ts).
import {
  type AttentionReason,
  attentionCodes,
  attentionReasons,
  OVERVIEW_ATTENTION_MAX,
  type OverviewAttention,
  type OverviewPeriod,
} from '@fleetglass/contract/fleet-overview'
import type { RegisteredDevice } from '../../services/directory/index.ts'
import type { EventCount } from '../../services/events/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'
import { hasCameraFault, hasCardFault, longOfflineSinceS } from './present-faults.ts'

export interface AttentionSources {
  readonly devices: readonly Pick<RegisteredDevice, 'key' | 'deviceId'>[]
  readonly fleet: Pick<Fleet, 'get'>
  /** Unix seconds; null of a period that is over, of which the present state says nothing. */
  readonly nowS: number | null
  readonly counts: readonly EventCount[]
  /** Positions whose device had no believable clock. */
  readonly strays: readonly { readonly deviceKey: number; readonly count: number; readonly lastS: number }[]
}

export interface FleetAttention {
  readonly totals: ReadonlyMap<AttentionReason, number>
  /** By reason, the one with most first; as many as the list takes. */
  readonly listed: OverviewAttention[]
  readonly isNow: boolean
}

interface Seen {
  readonly count: number
  readonly lastS: number | null
}

export function attentionOf({ devices, fleet, nowS, counts, strays }: AttentionSources): FleetAttention {
  const [disk, camera] = [attentionCodes.disk, attentionCodes.camera].map((codes) => seenBy(counts, codes))
  const clock = new Map(strays.map(({ deviceKey, count, lastS }) => [deviceKey, { count, lastS }]))
  const found: OverviewAttention[] = []
  for (const { key, deviceId } of devices) {
    const live = nowS === null ? undefined : fleet.get(deviceId)
    const add = (reason: AttentionReason, seen: Seen | undefined, isNow: boolean): void => {
      if (seen === undefined && !isNow) return
      found.push({ deviceid: deviceId, reason, count: seen?.count ?? 0, last: seen?.lastS ?? null })
    }
    const offlineSinceS = nowS === null ? null : longOfflineSinceS(live, nowS)
    if (offlineSinceS !== null) add('offline', { count: 0, lastS: offlineSinceS || null }, true)
    add('disk', disk?.get(key), hasCardFault(live))
    add('camera', camera?.get(key), hasCameraFault(live))
    add('clock', clock.get(key), false)
  }
  const totals = new Map(
    attentionReasons.map((reason) => [reason, found.filter((one) => one.reason === reason).length]),
  )
  const rank = ({ reason }: OverviewAttention): number => attentionReasons.indexOf(reason)
  const listed = found
    .sort((one, other) => rank(one) - rank(other) || other.count - one.count || (one.last ?? 0) - (other.last ?? 0))
    .slice(0, OVERVIEW_ATTENTION_MAX)
  return { totals, listed, isNow: nowS !== null }
}

export function attentionTotals({ totals, isNow }: FleetAttention): OverviewPeriod['attention'] {
  const of = (reason: AttentionReason): number => totals.get(reason) ?? 0
  return { offline: isNow ? of('offline') : null, disk: of('disk'), camera: of('camera'), clock: of('clock') }
}

function seenBy(counts: readonly EventCount[], codes: readonly number[]): ReadonlyMap<number, Seen> {
  const seen = new Map<number, Seen>()
  for (const { deviceKey, code, count, lastS } of counts) {
    if (!codes.includes(code)) continue
    const known = seen.get(deviceKey)
    seen.set(deviceKey, { count: (known?.count ?? 0) + count, lastS: Math.max(known?.lastS ?? 0, lastS) })
  }
  return seen
}
