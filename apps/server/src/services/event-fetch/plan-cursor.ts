// Belongs here: applying the download plans to each event once, in the order of their serial numbers. Does not: what a plan
// wants (fetch-wish.ts), fetching.
import { hasChannel } from '@fleetglass/contract/devices'
import type { ErrorCode } from '@fleetglass/contract/errors'
import type { DownloadSettings } from '@fleetglass/contract/event-plans'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { DeviceRegistry, RegisteredDevice } from '../directory/index.ts'
import type { EventMedia, EventMediaItem, EventMediaKind } from '../event-media/index.ts'
import type { AppliedPlans, EventFetchStore, FetchTimes } from './event-fetch.store.ts'
import type { NewEvent, NewFetchOfEvent } from './event-fetch.types.ts'
import { type FetchWish, wishOf } from './fetch-wish.ts'

/** Events of one transaction. */
const AT_ONCE = 100
/**
 * Fetches of one device that may wait. Further events of it are stored and listed, and their media fail at once with
 * `too-many-event-fetches`: what is old is fetched before what is new.
 */
export const MAX_WAITING_OF_DEVICE = 200

export interface PlanCursorDeps {
  readonly clock: Clock
  readonly log: Log
  readonly store: EventFetchStore
  readonly media: Pick<EventMedia, 'adding'>
  readonly registry: Pick<DeviceRegistry, 'byKey'>
  /** The plan that applies to an event of a device; `null`: none does. */
  readonly planOf: (deviceKey: number, code: number) => DownloadSettings | null
  /** Fetches of all devices that may wait (DEBUG-26). */
  readonly mostWaiting: () => number
}

/** What comes of some events. */
interface Outcome {
  /** Fetches of all devices that waited before. */
  readonly waiting: number
  readonly fetches: NewFetchOfEvent[]
  readonly items: EventMediaItem[]
  readonly times: Map<string, AppliedPlans['times'][number]>
}

export class PlanCursor {
  readonly #deps: PlanCursorDeps

  constructor(deps: PlanCursorDeps) {
    this.#deps = deps
  }

  /** Whether more events may be there. */
  async applyNext(): Promise<boolean> {
    const { store, media } = this.#deps
    const from = await store.cursor()
    const events = await store.eventsAfter(from, AT_ONCE)
    const last = events.at(-1)
    if (last === undefined) return false
    const outcome: Outcome = { waiting: await store.waiting(), fetches: [], items: [], times: new Map() }
    for (const event of events) if (event.isNew) await this.#apply(event, outcome)
    const { fetches, items, times } = outcome
    const applied = { fetches, times: [...times.values()], alongside: media.adding(items) }
    const isMoved = await store.advance(from, last.serial, applied)
    // Where another process has moved it, it is looked again behind that.
    return !isMoved || events.length === AT_ONCE
  }

  async #apply(event: NewEvent, outcome: Outcome): Promise<void> {
    const { registry, planOf, clock, store } = this.#deps
    const device = registry.byKey(event.deviceKey)
    const plan = planOf(event.deviceKey, event.code)
    if (device === undefined || plan === null) return
    const key = `${event.deviceKey}/${event.code}`
    const times = outcome.times.get(key) ?? (await store.times(event.deviceKey, event.code))
    const fetchedS = [times?.newestS, times?.lateS].filter((timeS) => timeS !== undefined && timeS !== null)
    const wish = wishOf(event.timeS, plan, { hasChannel: (channel) => hasChannel(device, channel), fetchedS })
    if (wish === null) return
    const fail = (channels: readonly number[], reason: ErrorCode): void => {
      for (const kind of kindsOf(plan)) {
        for (const channel of channels) outcome.items.push(itemOf(event, kind, channel, 'failed', reason))
      }
    }
    if (wish.absent.length > 0) {
      fail(wish.absent, 'event-channel-absent')
      return
    }
    const refusal = await this.#refusalOf(event, device, outcome)
    if (refusal !== null) {
      fail(
        plan.channels.filter((channel) => hasChannel(device, channel)),
        refusal,
      )
      return
    }
    const fetches = fetchesOf(event, device, wish, clock.nowMs())
    for (const { kind, channels } of fetches) {
      for (const channel of channels) outcome.items.push(itemOf(event, kind, channel, 'waiting', null))
    }
    outcome.fetches.push(...fetches)
    if (fetches.length > 0) {
      outcome.times.set(key, { deviceKey: event.deviceKey, code: event.code, ...timesWith(times, event.timeS) })
    }
  }

  /** Why nothing is fetched although the plan says so. */
  async #refusalOf(
    event: NewEvent,
    device: RegisteredDevice,
    { waiting, fetches }: Outcome,
  ): Promise<ErrorCode | null> {
    const { store, log, mostWaiting } = this.#deps
    if (device.video === 'forbidden') return 'stream-forbidden'
    const added = fetches.filter(({ deviceKey }) => deviceKey === device.key).length
    const isOfDevice = (await store.waitingOf(device.key)) + added >= MAX_WAITING_OF_DEVICE
    if (!isOfDevice && waiting + fetches.length < mostWaiting()) return null
    log.warn(
      { deviceId: device.deviceId, serial: event.serial },
      `Media of an event are not fetched: too many fetches ${isOfDevice ? 'of the device ' : ''}are waiting`,
    )
    return isOfDevice ? 'too-many-event-fetches' : 'fetch-queue-full'
  }
}

/** Late events have a time of their own: they do not let the next live one through. */
function timesWith(times: FetchTimes | null, timeS: number): FetchTimes {
  if (times === null || timeS > times.newestS) return { newestS: timeS, lateS: times?.lateS ?? null }
  return { ...times, lateS: timeS }
}

function kindsOf({ media }: DownloadSettings): readonly EventMediaKind[] {
  const kinds: EventMediaKind[] = []
  if (media.video) kinds.push('footage')
  if (media.snapshot) kinds.push('snapshot')
  return kinds
}

export function fetchesOf(
  { serial, timeS }: Pick<NewEvent, 'serial' | 'timeS'>,
  { key: deviceKey, deviceId }: RegisteredDevice,
  { footage, snapshots, upload }: FetchWish,
  nowMs: number,
): NewFetchOfEvent[] {
  const event = { serial, deviceKey, deviceId, timeS, upload }
  const fetches: NewFetchOfEvent[] = []
  if (footage !== null) {
    const { startS, endS, notBeforeS, accOffOnly, ...rest } = footage
    const times = { startMs: startS * 1000, endMs: endS * 1000, notBeforeMs: notBeforeS * 1000 }
    fetches.push({ ...event, kind: 'footage', ...times, ...rest, accOffOnly })
  }
  if (snapshots.length > 0) {
    const times = { startMs: timeS * 1000, endMs: timeS * 1000, notBeforeMs: nowMs }
    const nothing = { mainChannels: [], audio: false, accOffOnly: false }
    fetches.push({ ...event, kind: 'snapshot', ...times, ...nothing, channels: snapshots })
  }
  return fetches
}

function itemOf(
  { serial }: Pick<NewEvent, 'serial'>,
  kind: EventMediaKind,
  channel: number,
  state: 'waiting' | 'failed',
  reason: ErrorCode | null,
): EventMediaItem {
  return { serial, kind, channel, state, percent: 0, tries: 0, startS: null, endS: null, path: null, bytes: 0, reason }
}
