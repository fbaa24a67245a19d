import { AppError } from '@fleetglass/contract/errors'
import {
  type ClockFaults,
  packPoints,
  TRACK_POINTS_MAX,
  type TrackRequest,
  type TripPartAnswer,
  trackPoint,
} from '@fleetglass/contract/tracks'
import { degreesFromE6, kmhFromDkmh, type TripPart, TripParts, type TripPoint } from '@fleetglass/geo'
import type { Clock } from '../../platform/clock/index.ts'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { TrackPoint as StoredPoint } from '../../ports/position-log/index.ts'
import { type Account, type Visibility, visibleStartS } from '../../services/directory/index.ts'
import type { TrackRange, TrackStore } from '../../services/tracks/index.ts'

/** What is read while it is sent. `close` is to be called when no client reads any more. */
export interface LongAnswer<Item> {
  readonly pages: AsyncIterable<readonly Item[]>
  readonly close: () => void
}

type RangeRequest = Pick<TrackRequest, 'deviceid' | 'start' | 'end'>

export interface TracksDeps {
  readonly clock: Clock
  readonly store: TrackStore
  readonly visibility: Visibility
}

/**
 * Each throws a refusal for a device that is not there for this account, and while too many tracks of the account are being
 * read. What is older than the retention limit of the account is left out.
 */
export interface Tracks {
  /** The points, or blocks of them; refused for a range that holds too much. */
  points(account: Account, request: TrackRequest): Promise<LongAnswer<unknown>>
  /** Drives and stops. */
  trips(account: Account, request: RangeRequest): Promise<LongAnswer<TripPartAnswer>>
  clockFaults(account: Account, request: RangeRequest): Promise<ClockFaults>
}

export function createTracks({ clock, store, visibility }: TracksDeps): Tracks {
  const limiter = createConcurrencyLimiter()
  const rangeOf = (account: Account, { deviceid, start, end }: RangeRequest): TrackRange => {
    const device = visibility.device(account, deviceid)
    if (!device) throw new AppError('unknown-device')
    return { deviceKey: device.key, startS: visibleStartS(account, start, clock.nowMs()), endS: end }
  }
  return {
    async points(account, request) {
      const range = rangeOf(account, request)
      const close = await limiter.acquire(account.id)
      try {
        const count = await store.count(range, TRACK_POINTS_MAX + 1)
        if (count > TRACK_POINTS_MAX) throw new AppError('too-many-points')
        const pages = store.between(range)
        return { pages: request.packed ? blocks(pages) : toPages(pages), close }
      } catch (error) {
        close()
        throw error
      }
    },
    async trips(account, request) {
      const range = rangeOf(account, request)
      const close = await limiter.acquire(account.id)
      return { pages: partsOf(store.between(range)), close }
    },
    async clockFaults(account, request) {
      const { count, last } = await store.strays(rangeOf(account, request))
      if (last === null) return { count, first: null, last: null, said: null }
      return { count, first: last.firstS, last: last.lastS, said: last.saidS === 0 ? null : last.saidS }
    },
  }
}

async function* toPages(pages: AsyncIterable<StoredPoint[]>) {
  for await (const page of pages) yield page.map(trackPoint)
}

async function* blocks(pages: AsyncIterable<StoredPoint[]>) {
  for await (const page of pages) yield [packPoints(page)]
}

async function* partsOf(pages: AsyncIterable<StoredPoint[]>): AsyncGenerator<TripPartAnswer[]> {
  const cutter = new TripParts()
  for await (const page of pages) {
    yield page.flatMap((point) => {
      const part = cutter.add(tripPoint(point))
      return part === null ? [] : [partAnswer(part)]
    })
  }
  const last = cutter.end()
  if (last !== null) yield [partAnswer(last)]
}

/** A stored point as the rules of trips take it. */
export function tripPoint({ timeS, latE6, lngE6, speedDkmh }: StoredPoint): TripPoint {
  return { timeS, lat: degreesFromE6(latE6), lng: degreesFromE6(lngE6), speedKmh: kmhFromDkmh(speedDkmh) }
}

function partAnswer({ kind, startS, endS, from, to, distanceM, maxSpeedKmh }: TripPart): TripPartAnswer {
  const distance = Math.round(distanceM) / 1000
  return { kind, start: startS, end: endS, from, to, distance, maxSpeed: maxSpeedKmh }
}
