// Belongs here: the figures of a period and of the one before, added up from the sums that reports use. Does not: how each sum is made (services).
import { AppError } from '@fleetglass/contract/errors'
import type { FleetOverview, FleetOverviewRequest, OverviewPeriod } from '@fleetglass/contract/fleet-overview'
import { SLOT_S } from '@fleetglass/contract/tracks'
import type { Clock } from '../../platform/clock/index.ts'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
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
import { MOST_SETTLED, type TrackStore, type TrackSums } from '../../services/tracks/index.ts'
import { FigureSums, kindsOf, type RangeCounts, vehiclesOf } from './figure-sums.ts'
import { attentionOf, attentionTotals } from './fleet-attention.ts'

export interface FleetFiguresDeps {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly visibility: Pick<Visibility, 'device' | 'devices'>
  readonly registry: Pick<Registry, 'size'>
  readonly fleet: Pick<Fleet, 'get'>
  readonly trackSums: Pick<TrackSums, 'settle' | 'totals'>
  readonly tracks: Pick<TrackStore, 'straysOf'>
  readonly recorded: Pick<RecordedMinutes, 'totals'>
  readonly events: Pick<EventQueries, 'counts'>
}

export interface FleetFigures {
  /** Of one device, or all that the account sees. */
  overview(account: Account, request: FleetOverviewRequest): Promise<FleetOverview>
}

/** Unix seconds, `[start, end)`. */
interface Span {
  readonly startS: number
  readonly endS: number
}

/** Devices of one query: a reader of the database is held for a few hundredths of a second. */
const DEVICES_AT_ONCE = 500
/** The period before is read in stretches, so that a month does not hold a reader either. */
const STRETCH_S = 86_400

export function createFleetFigures(deps: FleetFiguresDeps): FleetFigures {
  const limiter = createConcurrencyLimiter()
  return {
    async overview(account, request) {
      const release = await limiter.acquire(account.id)
      try {
        return await overviewOf(deps, account, request)
      } finally {
        release()
      }
    },
  }
}

async function overviewOf(
  deps: FleetFiguresDeps,
  account: Account,
  { deviceid, parts, before }: FleetOverviewRequest,
): Promise<FleetOverview> {
  const devices = devicesOf(deps.visibility, account, deviceid)
  const nowMs = deps.clock.nowMs()
  const keys = devices.map(({ key }) => key)
  // The present quarter of an hour of a larger fleet is counted when it is over.
  if (keys.length <= MOST_SETTLED) await deps.trackSums.settle(keys)
  const visible = (span: Span): Span => ({
    ...span,
    startS: Math.min(visibleFrom(account, span.startS, nowMs), span.endS),
  })
  const spans = parts.slice(1).map((endS, at) => visible({ startS: parts[at] ?? endS, endS }))
  const spanBefore = visible({ startS: before[0], endS: before[1] })

  const period = new FigureSums()
  const ofParts: FleetOverview['parts'] = []
  for (const span of spans) ofParts.push(period.add(await countsOf(deps, keys, span)))
  const earlier = new FigureSums()
  for (const span of stretches(spanBefore)) earlier.add(await countsOf(deps, keys, span))

  const whole = { startS: spans[0]?.startS ?? 0, endS: parts.at(-1) ?? 0 }
  const isRunning = nowMs / 1000 < whole.endS
  const attention = attentionOf({
    devices,
    fleet: deps.fleet,
    nowS: isRunning ? Math.floor(nowMs / 1000) : null,
    counts: period.events,
    strays: await straysOf(deps, keys, whole),
  })
  const attentionBefore = attentionOf({
    devices,
    fleet: deps.fleet,
    nowS: null,
    counts: earlier.events,
    strays: await straysOf(deps, keys, spanBefore),
  })
  const figures = (sums: FigureSums, span: Span, found: typeof attention): OverviewPeriod => ({
    ...sums.total(),
    minutes: devices.length * minutesUntil(span, nowMs),
    attention: attentionTotals(found),
  })
  return {
    devices: devices.length,
    period: figures(period, whole, attention),
    before: figures(earlier, spanBefore, attentionBefore),
    parts: ofParts,
    vehicles: vehiclesOf(period, devices),
    kinds: kindsOf(period.events, earlier.events),
    attention: attention.listed,
  }
}

function devicesOf(
  visibility: FleetFiguresDeps['visibility'],
  account: Account,
  deviceId: string | undefined,
): readonly RegisteredDevice[] {
  if (deviceId === undefined) return visibility.devices(account)
  const device = visibility.device(account, deviceId)
  if (device === undefined) throw new AppError('unknown-device')
  return [device]
}

/** Everything that is counted of some devices in a stretch of time. */
async function countsOf(deps: FleetFiguresDeps, keys: readonly number[], span: Span): Promise<RangeCounts[]> {
  const { startS, endS } = span
  if (startS >= endS) return []
  const slots = { from: startS / SLOT_S, to: endS / SLOT_S }
  const share = Math.min(DEVICES_AT_ONCE, keys.length) / deps.registry.size
  const counts: RangeCounts[] = []
  for (const some of pages(keys)) {
    const [tracks, minutes, events] = await Promise.all([
      deps.trackSums.totals(some, slots),
      deps.recorded.totals(some, slots),
      deps.events.counts({ deviceKeys: some, share, startS, endS: endS - 1 }),
    ])
    counts.push({ tracks, minutes, events })
  }
  return counts
}

async function straysOf({ tracks }: FleetFiguresDeps, keys: readonly number[], span: Span) {
  const found = []
  for (const some of pages(keys)) found.push(...(await tracks.straysOf(some, span)))
  return found
}

/** The quarter of an hour in which the retention limit of the account lies is left out as a whole. */
function visibleFrom(account: Account, startS: number, nowMs: number): number {
  return Math.ceil(visibleStartS(account, startS, nowMs) / SLOT_S) * SLOT_S
}

function* pages(keys: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < keys.length; from += DEVICES_AT_ONCE) yield keys.slice(from, from + DEVICES_AT_ONCE)
}

function* stretches({ startS, endS }: Span): Generator<Span> {
  for (let atS = startS; atS < endS; atS += STRETCH_S) yield { startS: atS, endS: Math.min(atS + STRETCH_S, endS) }
}

function minutesUntil({ startS, endS }: Span, nowMs: number): number {
  return Math.max(0, Math.floor((Math.min(endS, nowMs / 1000) - startS) / 60))
}
