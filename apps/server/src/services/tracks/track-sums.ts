// Belongs here: when which sums are made anew. Does not: what a sum is (slot-sum.ts), who marks (ingest/position-log), what is
// asked of sums (features/tracks).
import { SLOT_S } from '@fleetglass/contract/tracks'
import type { TripState } from '@fleetglass/geo'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { TrackMarks } from '../../ports/position-log/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import { type SlotSum, sumSlot } from './slot-sum.ts'
import {
  createTrackSumsStore,
  type DaySum,
  type HalfHourSum,
  type Mark,
  type RangeSum,
  type SlotRange,
  type TrackSumsStore,
} from './track-sums.store.ts'

/** How often marked slots that are over are looked for. */
const PERIOD_MS = 30_000

/** Marks that are processed in one batch; a caller waits for one batch at most. */
const MARKS_AT_ONCE = 200

/** Of more devices than this the present quarter of an hour is not in what is asked: it comes when it is over. */
export const MOST_SETTLED = 1_000

export interface TrackSumsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly database: Database
  readonly marks: TrackMarks
  readonly registry: Pick<DeviceRegistry, 'byKey'>
}

/** Sums of each quarter of an hour of each device's track, right again soon after whatever point came late. */
export interface TrackSums {
  /** All that these devices have sent is in their sums. */
  settle(deviceKeys: readonly number[]): Promise<void>
  /** Kept sums of one device, by slot; a slot without points has none. */
  of(deviceKey: number, range: SlotRange): Promise<SlotSum[]>
  /** Where a sum stands, to go on from it. */
  stateAt(deviceKey: number, sum: SlotSum): Promise<TripState | null>
  /** Kept sums of some devices by day, the day being that of `offsetSlots` slots before UTC. */
  days(deviceKeys: readonly number[], range: SlotRange, offsetSlots: number): Promise<DaySum[]>
  /** Kept distances of some devices by half hour, counted from the begin of the range. */
  halfHours(deviceKeys: readonly number[], range: SlotRange): Promise<HalfHourSum[]>
  /** What some devices did in a range. */
  totals(deviceKeys: readonly number[], range: SlotRange): Promise<RangeSum[]>
  close(): Promise<void>
}

export function createTrackSums(deps: TrackSumsDeps): TrackSums {
  return new StoredSums(deps)
}

class StoredSums implements TrackSums {
  readonly #deps: TrackSumsDeps
  readonly #store: TrackSumsStore
  readonly #timer: Timer
  /** Goes come one after the other: two at once would take each other's marks away. */
  #queue: Promise<unknown> = Promise.resolve()
  #running = false
  #closing: Promise<void> | null = null
  #made = 0

  constructor(deps: TrackSumsDeps) {
    this.#deps = deps
    this.#store = createTrackSumsStore(deps.database)
    this.#timer = deps.clock.every(PERIOD_MS, () => void this.#workOff())
    deps.metrics.measured(
      'fleetglass_track_sums_made',
      'Sums of quarters of an hour made since the start',
      () => this.#made,
    )
  }

  async settle(deviceKeys: readonly number[]): Promise<void> {
    for (let from = 0; from < deviceKeys.length; from += MARKS_AT_ONCE) {
      const some = deviceKeys.slice(from, from + MARKS_AT_ONCE)
      await this.#queued(async () => this.#renew(await this.#store.marksOf(some)))
    }
  }

  of(deviceKey: number, range: SlotRange): Promise<SlotSum[]> {
    return this.#store.of(deviceKey, range)
  }

  stateAt(deviceKey: number, sum: SlotSum): Promise<TripState | null> {
    return this.#store.stateAt(deviceKey, sum)
  }

  days(deviceKeys: readonly number[], range: SlotRange, offsetSlots: number): Promise<DaySum[]> {
    return this.#store.days(deviceKeys, range, offsetSlots)
  }

  halfHours(deviceKeys: readonly number[], range: SlotRange): Promise<HalfHourSum[]> {
    return this.#store.halfHours(deviceKeys, range)
  }

  totals(deviceKeys: readonly number[], range: SlotRange): Promise<RangeSum[]> {
    return this.#store.totals(deviceKeys, range)
  }

  close(): Promise<void> {
    this.#timer.cancel()
    this.#closing ??= this.#queue.then(() => undefined)
    return this.#closing
  }

  /** Slots that are over, go by go until there are none. A slot that goes on would be made again and again. */
  async #workOff(): Promise<void> {
    if (this.#running) return
    this.#running = true
    try {
      while (this.#closing === null) {
        const endSlot = Math.floor(this.#deps.clock.nowMs() / 1000 / SLOT_S)
        const marks = await this.#queued(async () => {
          const some = await this.#store.marks(endSlot, MARKS_AT_ONCE)
          await this.#renew(some)
          return some
        })
        if (marks.length < MARKS_AT_ONCE) break
      }
    } catch (error) {
      // The marks stay: the next round tries again.
      this.#deps.log.warn({ err: error }, 'sums of tracks could not be made')
    } finally {
      this.#running = false
    }
  }

  #queued<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work)
    this.#queue = done.catch(() => undefined)
    return done
  }

  /** A device that was removed sends nothing more. */
  #freeMarks(deviceKeys: Iterable<number>): Promise<void> {
    const { marks, registry } = this.#deps
    const ids = [...deviceKeys].map((key) => registry.byKey(key)?.deviceId)
    return marks.free(ids.filter((id) => id !== undefined))
  }

  /** Makes the sums of marked slots, by device and slot. */
  async #renew(marks: readonly Mark[]): Promise<void> {
    if (marks.length === 0) return
    const byDevice = Map.groupBy(marks, ({ deviceKey }) => deviceKey)
    // Before anything is read: a point that comes now marks its slot anew.
    await this.#freeMarks(byDevice.keys())
    const rows: { deviceKey: number; sum: SlotSum }[] = []
    for (const [deviceKey, ofDevice] of byDevice) {
      const sums = await this.#sumsOf(
        deviceKey,
        ofDevice.map(({ slot }) => slot),
      )
      for (const sum of sums) rows.push({ deviceKey, sum })
    }
    await this.#store.write(rows)
    // After the sums are on disk: a kill in between costs making them again.
    await this.#store.unmark(marks)
    this.#made += rows.length
  }

  /**
   * The sums of slots, in order, and of those behind them that begin where they end: the next one with points always, and
   * further ones as long as what a sum hands on has changed.
   */
  async #sumsOf(deviceKey: number, marked: readonly number[]): Promise<SlotSum[]> {
    const store = this.#store
    const made: SlotSum[] = []
    const marks = new Set(marked)
    const waiting = [...marked]
    for (let slot = waiting.shift(); slot !== undefined; slot = waiting.shift()) {
      const stored = await store.before(deviceKey, slot)
      const last = made.at(-1)
      const fromLast = last !== undefined && last.slot >= (stored?.slot ?? 0)
      const before = fromLast ? await store.stateAt(deviceKey, last) : (stored?.state ?? null)
      const sum = sumSlot(slot, await store.points(deviceKey, slot), before)
      if (sum === null) continue
      made.push(sum)
      const [old] = marks.has(slot) ? [] : await store.of(deviceKey, { from: slot, to: slot + 1 })
      if (old?.standsS === sum.standsS) continue
      const next = await store.slotAfter(deviceKey, slot)
      if (next !== null && next !== waiting[0]) waiting.unshift(next)
    }
    return made
  }
}
