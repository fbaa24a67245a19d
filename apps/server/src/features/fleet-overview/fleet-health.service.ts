// Belongs here: which devices a page of the fleet health has, and in which order. Does not: how one device is (device-health.ts).
import {
  type AttentionReason,
  attentionReasons,
  type FleetHealth,
  type FleetHealthRequest,
  HEALTH_HOURS_MAX,
  type HealthOrder,
} from '@fleetglass/contract/fleet-overview'
import { groupNumber } from '@fleetglass/contract/groups'
import { SLOT_S } from '@fleetglass/contract/tracks'
import type { Clock } from '../../platform/clock/index.ts'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { DeviceIdentities } from '../../services/device-identity/index.ts'
import {
  type Account,
  type RegisteredDevice,
  type Registry,
  type Visibility,
  visibleStartS,
} from '../../services/directory/index.ts'
import type { EventQueries } from '../../services/events/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'
import type { RecordedMinutes } from '../../services/recordings/index.ts'
import type { TrackStore } from '../../services/tracks/index.ts'
import { type DeviceHealth, healthOf } from './device-health.ts'
import { createStoredConditions, type StoredConditions } from './stored-conditions.ts'

export interface FleetHealthDeps {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly visibility: Pick<Visibility, 'devices'>
  readonly registry: Pick<Registry, 'groups'>
  readonly fleet: Pick<Fleet, 'get'>
  readonly identities: Pick<DeviceIdentities, 'of'>
  readonly tracks: Pick<TrackStore, 'lastStrays'>
  readonly recorded: Pick<RecordedMinutes, 'hours'>
  readonly events: Pick<EventQueries, 'newest'>
}

interface Candidate {
  readonly device: RegisteredDevice
  readonly health: DeviceHealth
}

/** The devices that an account sees, those that need work first. */
export function createFleetHealth(deps: FleetHealthDeps) {
  const limiter = createConcurrencyLimiter()
  const conditions = createStoredConditions(deps)
  return {
    async page(account: Account, request: FleetHealthRequest): Promise<FleetHealth> {
      const release = await limiter.acquire(account.id)
      try {
        return await pageOf({ ...deps, conditions }, account, request)
      } finally {
        release()
      }
    },
  }
}

export type FleetHealthPages = ReturnType<typeof createFleetHealth>

interface PageDeps extends FleetHealthDeps {
  readonly conditions: StoredConditions
}

async function pageOf(deps: PageDeps, account: Account, request: FleetHealthRequest): Promise<FleetHealth> {
  const nowS = Math.floor(deps.clock.nowMs() / 1000)
  const chosen = await candidates(deps, account, request, nowS)
  const { reason } = request
  const found = reason === undefined ? chosen : chosen.filter(({ health }) => health.reasons.includes(reason))
  found.sort(comparison(request.order, request.desc))
  const offset = request.offset < found.length ? request.offset : lastOffset(found.length, request.limit)
  const page = found.slice(offset, offset + request.limit)
  const coverage = await coverageOf(deps, account, { devices: page, since: request.since, nowS })
  const count = (has: (health: DeviceHealth) => boolean): number => chosen.filter(({ health }) => has(health)).length
  return {
    now: nowS,
    devices: chosen.length,
    needing: count(({ reasons }) => reasons.length > 0),
    reasons: Object.fromEntries(
      attentionReasons.map((one) => [one, count(({ reasons }) => reasons.includes(one))]),
    ) as Record<AttentionReason, number>,
    found: found.length,
    rows: page.map(({ device, health }) => ({ ...health, recorded: coverage(device) })),
  }
}

/** Of the last page: fewer devices may be left than when a page was chosen. */
function lastOffset(count: number, limit: number): number {
  return Math.floor(Math.max(0, count - 1) / limit) * limit
}

/** Those of the group that match the search. */
async function candidates(
  deps: PageDeps,
  account: Account,
  { group, search }: FleetHealthRequest,
  nowS: number,
): Promise<Candidate[]> {
  const { visibility, registry, fleet, identities, conditions } = deps
  const stored = await conditions.read()
  const wanted = search.trim().toLowerCase()
  const { groups } = registry
  const top = group === undefined ? groups.rootId : groupNumber(group, groups.rootId)
  if (top === null) return []
  const found: Candidate[] = []
  for (const device of visibility.devices(account)) {
    if (group !== undefined && !device.groups.some((one) => groups.contains(top, one))) continue
    const identity = identities.of(device.key)
    const { deviceId, memo, plate, driver } = device
    const texts = [deviceId, memo, plate, driver, identity?.firmware ?? '']
    if (wanted !== '' && !texts.some((text) => text.toLowerCase().includes(wanted))) continue
    const live = fleet.get(deviceId)
    found.push({ device, health: healthOf(device, { live, identity, stored: stored(device.key), nowS }) })
  }
  return found
}

type Comparison = (one: Candidate, other: Candidate) => number

const byName: Comparison = ({ device: one }, { device: other }) =>
  compared(one.memo || one.deviceId, other.memo || other.deviceId) || compared(one.deviceId, other.deviceId)

/** What is not known comes last; the worst first, where there is one. */
const comparisons: Readonly<Record<HealthOrder, Comparison>> = {
  need: ({ health: one }, { health: other }) =>
    rankOf(one) - rankOf(other) ||
    other.reasons.length - one.reasons.length ||
    (one.contact ?? 0) - (other.contact ?? 0),
  name: byName,
  contact: ({ health: one }, { health: other }) => (one.contact ?? 0) - (other.contact ?? 0),
  signal: ({ health: one }, { health: other }) => (one.signal ?? 101) - (other.signal ?? 101),
  clock: ({ health: one }, { health: other }) => Math.abs(other.clock ?? 0) - Math.abs(one.clock ?? 0),
  firmware: ({ health: one }, { health: other }) =>
    Number(one.firmware === '') - Number(other.firmware === '') || compared(one.firmware, other.firmware),
}

function comparison(order: HealthOrder, isDescending: boolean): Comparison {
  const way = isDescending ? -1 : 1
  return (one, other) => way * comparisons[order](one, other) || byName(one, other)
}

/** Devices without a reason come last; of those that need nothing, the one whose contact is longest ago is first. */
function rankOf({ reasons }: DeviceHealth): number {
  const [first] = reasons
  return first === undefined ? attentionReasons.length : attentionReasons.indexOf(first)
}

function compared(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Minutes by hour. What lies before the retention limit of the account counts as not recorded. */
async function coverageOf(
  { recorded, clock }: FleetHealthDeps,
  account: Account,
  asked: { readonly devices: readonly Candidate[]; readonly since: number; readonly nowS: number },
): Promise<(device: RegisteredDevice) => number[]> {
  const { devices, since, nowS } = asked
  const hours = Math.min(HEALTH_HOURS_MAX, Math.max(0, Math.ceil((nowS - since) / HOUR_S)))
  const firstSeen = Math.ceil((visibleStartS(account, since, clock.nowMs()) - since) / HOUR_S)
  const minutes = await recorded.hours(
    devices.map(({ device }) => device.key),
    { from: since / SLOT_S, hours },
  )
  return ({ key }) =>
    Array.from({ length: hours }, (_, hour) => (hour < firstSeen ? 0 : (minutes.get(key)?.[hour] ?? 0)))
}

const HOUR_S = 3_600
