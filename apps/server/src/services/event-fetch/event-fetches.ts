// Belongs here: what is fetched next, and what becomes of it. Does not: what a plan wants (plan-cursor.ts), the exchange with the device.
import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@fleetglass/contract/errors'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import type { EventMedia } from '../event-media/index.ts'
import type { Fleet } from '../live-state/index.ts'
import type { FootageEngine } from '../retrieval/index.ts'
import { type EventFetchStore, type HeldFetch, LEASE_MS, LONGEST_PAUSE_MS } from './event-fetch.store.ts'
import type { FetchOfEvent } from './event-fetch.types.ts'
import type { FetchEnd, FootageFetches } from './footage-fetches.ts'
import { reportAll } from './media-reports.ts'
import type { PlanCursor } from './plan-cursor.ts'

const LOOK_MS = 1_000
/** Where nothing waits, the database is asked so often: another server process may have left something. */
const QUIET_LOOK_MS = 60_000
/** Share of what runs at once that footage of events takes, one of a device; the rest is for users. */
const FOOTAGE_SHARE = 0.8
/** Those whose device went offline meanwhile keep their place, up to so many in all. */
const MAX_ACTIVE = 1_000
/** Devices that take pictures at once. */
const SNAPSHOTS_AT_ONCE = 8
/** Before what brought nothing is tried again, by the tries before. */
const TRY_AGAIN_MS = [30_000, LONGEST_PAUSE_MS]
const DEVICE_FULL_MS = 10_000
/** The queue of retrieval has tried these several times. */
const TRIED_BY_RETRIEVAL: ReadonlySet<ErrorCode> = new Set(['event-footage-failed', 'event-footage-wrong-time'])

/** What is wanted of an event, and whether a process fetches it now. */
export type FetchTask = FetchOfEvent & { readonly isHeld: boolean }

export interface EventFetchesDeps {
  readonly clock: Clock
  readonly log: Log
  readonly store: EventFetchStore
  readonly cursor: PlanCursor
  readonly footageFetches: FootageFetches
  readonly snapshots: (fetch: FetchOfEvent) => Promise<FetchEnd>
  readonly footage: Pick<FootageEngine, 'all' | 'limits' | 'remove'>
  readonly media: Pick<EventMedia, 'put'>
  readonly registry: Pick<DeviceRegistry, 'byKey'>
  readonly fleet: Pick<Fleet, 'get'>
  /** Whether the disk takes files. */
  readonly takesData: () => boolean
  readonly isOldestFirst: () => boolean
}

/** Applies plans and fetches: whenever an event was stored, and once a second while something waits. */
export class EventFetches {
  readonly #deps: EventFetchesDeps
  readonly #holder = randomUUID()
  readonly #timer: { cancel(): void }
  readonly #snapshots = new Map<number, { readonly id: number; readonly ended: Promise<void> }>()
  /** When a device that has something due had its last turn, as a number that grows. */
  #turns = new Map<number, number>()
  #turn = 0
  #round: Promise<void> | null = null
  #isWoken = false
  #isClosed = false
  #renewedMs = 0
  #hasTidied = false
  /** Nothing waits, as the last look found. */
  #isQuiet = false
  #lookedMs = 0

  constructor(deps: EventFetchesDeps) {
    this.#deps = deps
    this.#timer = deps.clock.every(LOOK_MS, () => {
      if (this.#isDue()) this.wake()
    })
  }

  /** An event was stored, or a device changed. */
  wake(): void {
    if (this.#isClosed) return
    if (this.#round !== null) {
      this.#isWoken = true
      return
    }
    this.#round = this.#look()
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error }, 'Media of events cannot be fetched now; it is tried again in a second')
      })
      .finally(() => {
        this.#round = null
        const isWoken = this.#isWoken
        this.#isWoken = false
        if (isWoken) this.wake()
      })
  }

  /** Footage that is in the queue of retrieval is left out: it is there. */
  async tasks(limit: number): Promise<readonly FetchTask[]> {
    const inQueue = new Set(this.#deps.footageFetches.ids)
    const rows = await this.#deps.store.list(limit + inQueue.size)
    return rows.filter(({ id }) => !inQueue.has(id)).slice(0, limit)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#timer.cancel()
    await this.#round
    await Promise.all([...this.#snapshots.values()].map(({ ended }) => ended))
  }

  #isDue(): boolean {
    return !this.#isQuiet || this.#deps.clock.monotonicMs() - this.#lookedMs >= QUIET_LOOK_MS
  }

  async #look(): Promise<void> {
    const { clock, store, cursor, footageFetches } = this.#deps
    this.#lookedMs = clock.monotonicMs()
    this.#isQuiet = false
    if (!this.#hasTidied) await this.#tidy()
    while (!this.#isClosed && (await cursor.applyNext()));
    await this.#renew()
    if (!this.#deps.takesData()) return
    await footageFetches.look((fetch, end) => this.#ended(fetch, end))
    if (!this.#isClosed) await this.#startDue()
    this.#isQuiet = footageFetches.size === 0 && this.#snapshots.size === 0 && !(await store.hasAny())
  }

  /** Footage whose fetch is over: a kill came between the two. */
  async #tidy(): Promise<void> {
    const { store, footage } = this.#deps
    const serials = await store.serials()
    for (const { id, eventSerial } of footage.all()) {
      if (eventSerial !== null && !serials.has(eventSerial)) await footage.remove(id)
    }
    this.#hasTidied = true
  }

  async #renew(): Promise<void> {
    const { clock, store, footageFetches } = this.#deps
    const nowMs = clock.nowMs()
    if (Math.abs(nowMs - this.#renewedMs) < LEASE_MS / 3) return
    this.#renewedMs = nowMs
    const ids = [...footageFetches.ids, ...[...this.#snapshots.values()].map(({ id }) => id)]
    // Pictures that another process takes too end by themselves, and change nothing then.
    for (const id of await store.renew(ids, this.#holder, nowMs)) await footageFetches.drop(id)
  }

  async #startDue(): Promise<void> {
    const { registry, fleet } = this.#deps
    if (!this.#hasPlaceForFootage() && !this.#hasPlaceForSnapshots()) return
    for (const deviceKey of await this.#dueDevices()) {
      const device = registry.byKey(deviceKey)
      const live = device && fleet.get(device.deviceId)
      if (this.#isClosed) return
      if (live?.online !== true) continue
      const isFootageStarted = await this.#startFootage(deviceKey, live.accOn === false)
      const isSnapshotStarted = await this.#startSnapshots(deviceKey)
      if (!isFootageStarted && !isSnapshotStarted) continue
      this.#turn += 1
      this.#turns.set(deviceKey, this.#turn)
    }
  }

  /** Devices take turns, whatever is due of them; before their first turn they stand in the order of SET-051. */
  async #dueDevices(): Promise<readonly number[]> {
    const { clock, store, isOldestFirst } = this.#deps
    const due = await store.dueDevices(clock.nowMs(), { oldestFirst: isOldestFirst() })
    const before = this.#turns
    this.#turns = new Map(due.flatMap((key) => (before.has(key) ? [[key, before.get(key) ?? 0]] : [])))
    return due.toSorted((one, other) => (this.#turns.get(one) ?? 0) - (this.#turns.get(other) ?? 0))
  }

  #hasPlaceForFootage(): boolean {
    const { footage, footageFetches } = this.#deps
    const most = Math.ceil(footage.limits.mostRunning * FOOTAGE_SHARE)
    return footageFetches.online < most && footageFetches.size < MAX_ACTIVE
  }

  #hasPlaceForSnapshots(): boolean {
    return this.#snapshots.size < SNAPSHOTS_AT_ONCE && this.#deps.footage.limits.hasPlace
  }

  async #startFootage(deviceKey: number, isAccOff: boolean): Promise<boolean> {
    const { store, footageFetches, isOldestFirst } = this.#deps
    if (footageFetches.isBusy(deviceKey) || !this.#hasPlaceForFootage()) return false
    const order = { ...this.#claimed(), isAccOff, oldestFirst: isOldestFirst() }
    const fetch = await store.claim(deviceKey, { kind: 'footage', ...order })
    if (fetch === null) return false
    if (await footageFetches.start(fetch)) return true
    const notBeforeMs = this.#deps.clock.nowMs() + DEVICE_FULL_MS
    await store.release(this.#held(fetch), { notBeforeMs, tries: fetch.tries })
    return false
  }

  async #startSnapshots(deviceKey: number): Promise<boolean> {
    const { store, snapshots, footage, log } = this.#deps
    if (this.#snapshots.has(deviceKey) || !this.#hasPlaceForSnapshots()) return false
    // The newest first: a picture shows the moment at which it is taken.
    const order = { ...this.#claimed(), isAccOff: true, oldestFirst: false }
    // Before the claim: footage may begin meanwhile.
    const leave = footage.limits.enter()
    const fetch = await store.claim(deviceKey, { kind: 'snapshot', ...order }).catch((error: unknown) => {
      leave()
      throw error
    })
    if (fetch === null) {
      leave()
      return false
    }
    const ended = snapshots(fetch)
      .catch((error: unknown): FetchEnd => {
        log.error({ err: error, serial: fetch.serial }, 'Cannot store a picture of an event')
        return { left: fetch.channels, reason: 'event-snapshot-failed' }
      })
      .then((end) => this.#ended(fetch, end))
      .catch((error: unknown) => log.error({ err: error }, 'Cannot store how a picture of an event stands'))
      .finally(() => {
        this.#snapshots.delete(deviceKey)
        leave()
        this.wake()
      })
    this.#snapshots.set(deviceKey, { id: fetch.id, ended })
    return true
  }

  #held({ id }: FetchOfEvent): HeldFetch {
    return { id, holder: this.#holder }
  }

  #claimed(): { readonly holder: string; readonly nowMs: number } {
    return { holder: this.#holder, nowMs: this.#deps.clock.nowMs() }
  }

  /** What is left is tried again; a device that is offline is waited for, and that is no try. */
  async #ended(fetch: FetchOfEvent, { left, reason }: FetchEnd): Promise<void> {
    const { clock, store, media } = this.#deps
    const held = this.#held(fetch)
    if (left.length === 0) {
      await store.remove(held)
      return
    }
    const rest = { ...fetch, channels: left }
    // Another process fetches it since: how it stands is for that one to say.
    if (!(await store.narrow(held, left))) return
    const isOffline = reason === 'device-offline'
    const isTriedAgain = reason === null || !TRIED_BY_RETRIEVAL.has(reason)
    const waitMs = isOffline ? LOOK_MS : isTriedAgain ? TRY_AGAIN_MS[fetch.tries] : undefined
    if (waitMs === undefined) {
      await reportAll(media, rest, 'failed', { reason })
      await store.remove(held)
      return
    }
    await reportAll(media, rest, 'waiting', { reason })
    await store.release(held, {
      notBeforeMs: clock.nowMs() + waitMs,
      tries: isOffline ? fetch.tries : fetch.tries + 1,
    })
  }
}
