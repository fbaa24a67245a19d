// Belongs here: which events a caller receives, and what they say. Does not: how they are found (services/events).
import { mayCall } from '@fleetglass/contract/access'
import { positionAccess } from '@fleetglass/contract/devices'
import { AppError, type ErrorCode, errorMessage } from '@fleetglass/contract/errors'
import {
  EVENT_COUNT_MAX,
  EVENT_QUERY_MAX,
  type EventCheck,
  type EventMediaState,
  type EventMemo,
  EventOrigin,
  type EventQuery,
  type StoredEvent,
} from '@fleetglass/contract/events'
import { degreesFromE6 } from '@fleetglass/geo'
import type { Clock } from '../../platform/clock/index.ts'
import type { AutoUploads, StoredAutoUpload } from '../../services/auto-uploads/index.ts'
import type { Account, RegisteredDevice, Registry, Visibility } from '../../services/directory/index.ts'
import { visibleStartS } from '../../services/directory/index.ts'
import type { EventFetch } from '../../services/event-fetch/index.ts'
import type { EventMedia, EventMediaItem } from '../../services/event-media/index.ts'
import { type EventProfiles, shownEvent } from '../../services/event-profiles/index.ts'
import { type EventFilter, type EventQueries, eventMemo, type ListedEvent } from '../../services/events/index.ts'
import type { Recordings } from '../../services/recordings/index.ts'
import { devicesOf, type EventFilters, timesOf } from './event-filter.ts'

export interface EventListDeps {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly queries: EventQueries
  readonly media: Pick<EventMedia, 'ofEvents'>
  readonly eventFetch: Pick<EventFetch, 'holdOf'>
  readonly profiles: Pick<EventProfiles, 'look'>
  readonly registry: Pick<Registry, 'byKey' | 'size' | 'groups'>
  readonly visibility: Pick<Visibility, 'device' | 'devices' | 'devicesIn' | 'sees'>
  readonly recordings: Pick<Recordings, 'find'>
  readonly uploads: Pick<AutoUploads, 'ofAlarms'>
  readonly utcOffsetS: () => number
}

export interface EventList {
  query(account: Account, query: EventQuery): Promise<StoredEvent[]>
  count(account: Account, filters: EventFilters): Promise<number>
  check(account: Account, check: EventCheck): Promise<EventCheck & { readonly updatetime: number }>
  writeMemo(account: Account, memo: EventMemo): Promise<EventMemo & { readonly updatetime: number }>
  /** An event of a device that the account sees, young enough for it. */
  visibleEvent(account: Account, serial: number): Promise<VisibleEvent>
}

export interface VisibleEvent {
  readonly event: ListedEvent
  readonly device: RegisteredDevice
}

/** So long a recording may take until its file is closed and in the index. */
const RUNNING_S = 900

export function createEventList(deps: EventListDeps): EventList {
  const { clock, queries, registry, visibility, utcOffsetS } = deps

  function filterOf(account: Account, filters: EventFilters): EventFilter {
    const devices = devicesOf(deps, account, filters)
    const { startS, endS } = timesOf(filters, utcOffsetS())
    return {
      deviceKeys: devices.map(({ key }) => key),
      share: devices.length / Math.max(1, registry.size),
      startS: visibleStartS(account, startS, clock.nowMs()),
      endS,
      afterUpdatedMs: filters.afterUpdatetime === undefined ? undefined : Math.round(filters.afterUpdatetime * 1000),
      serial: filters.serialno,
      afterSerial: filters.afterSerialno,
      beforeSerial: filters.beforeSerialno,
      codes: filters.appdevids,
      hasSnapshot: filters.hasSnapshot,
    }
  }

  async function visibleEvent(account: Account, serial: number): Promise<VisibleEvent> {
    const event = await queries.bySerial(serial)
    const device = event === null ? undefined : registry.byKey(event.deviceKey)
    if (event === null || device === undefined || !visibility.sees(account, device)) throw new AppError('unknown-event')
    if (event.timeS < visibleStartS(account, 0, clock.nowMs())) throw new AppError('unknown-event')
    return { event, device }
  }

  async function change(account: Account, serial: number, changed: Parameters<EventQueries['change']>[1]) {
    await visibleEvent(account, serial)
    const updatedMs = await queries.change(serial, changed)
    if (updatedMs === null) throw new AppError('unknown-event')
    return { serialno: serial, updatetime: updatedMs / 1000 }
  }

  return {
    visibleEvent,
    async query(account, query) {
      const { order, desc, limit = EVENT_QUERY_MAX + 1, offset } = query
      const events = await queries.page(filterOf(account, query), { order, desc, limit, offset })
      if (events.length > EVENT_QUERY_MAX) throw new AppError('too-many-events')
      return await listed(deps, account, events, query.timeZone)
    },
    count: (account, filters) => queries.count(filterOf(account, filters), EVENT_COUNT_MAX),
    async check(account, { serialno, checkstatus }) {
      return { ...(await change(account, serialno, { checked: checkstatus === 1 })), checkstatus }
    },
    async writeMemo(account, { serialno, memo: text }) {
      const memo = eventMemo(text)
      return { ...(await change(account, serialno, { memo })), memo }
    },
  }
}

async function listed(
  deps: EventListDeps,
  account: Account,
  events: readonly ListedEvent[],
  timeZone: number | undefined,
): Promise<StoredEvent[]> {
  const { registry, profiles, utcOffsetS } = deps
  const media = await deps.media.ofEvents(events.map(({ serial }) => serial))
  const running = await recordedNow(deps, events)
  const files = await filesOf(deps, events)
  const offsetS = timeZone === undefined ? utcOffsetS() : Math.round(timeZone * 3600)
  const mayPlace = mayCall(account, positionAccess)
  return events.flatMap((event) => {
    const device = registry.byKey(event.deviceKey)
    if (device === undefined) return []
    const place = mayPlace ? event.place : null
    const hold = deps.eventFetch.holdOf(device.deviceId)
    const items = media.get(event.serial)?.map((item) => mediaState(item, hold))
    return {
      serialno: event.serial,
      deviceid: device.deviceId,
      eventtime: new Date((event.timeS + offsetS) * 1000).toISOString().slice(0, 19).replace('T', ' '),
      eventtimeutc: event.timeS,
      updatetime: event.updatedMs / 1000,
      type: originOf(event),
      appdevid: event.code,
      cmd: event.change,
      memo: event.editedMemo ?? event.memo,
      call: event.call ? 1 : 0,
      ...(event.late && { late: 1 as const }),
      fencename: event.fenceName,
      vehiclex: place && degreesFromE6(place.latE6),
      vehicley: place && degreesFromE6(place.lngE6),
      speed: place?.speedKmh ?? null,
      try: event.tries,
      completed: event.completed ? 1 : 0,
      download: event.footageMask,
      snap: event.snapshotMask,
      haverdb: event.isRecorded || running.has(event.serial) ? 1 : 0,
      checkstatus: event.checked ? 1 : 0,
      ...shownEvent(profiles, event),
      ...(items && { media: items }),
      ...filesField(files.get(alarmKey(event))),
    }
  })
}

/** Files of alarms by `alarmKey`, whichever came first. */
async function filesOf({ uploads }: Pick<EventListDeps, 'uploads'>, events: readonly ListedEvent[]) {
  const alarms = events.flatMap(({ deviceKey, alarm }) => (alarm === undefined ? [] : [{ deviceKey, alarm }]))
  return Map.groupBy(alarms.length === 0 ? [] : await uploads.ofAlarms(alarms), alarmKey)
}

/** A number is that of one device. */
function alarmKey({ deviceKey, alarm = '' }: { readonly deviceKey: number; readonly alarm?: string }): string {
  return `${deviceKey}/${alarm}`
}

function filesField(uploads: readonly StoredAutoUpload[] = []): Pick<StoredEvent, 'files'> {
  if (uploads.length === 0) return {}
  return {
    files: uploads.map(({ serialNo: serialno, name: filename, bytes: filesize, ext: fileext }) => ({
      serialno,
      filename,
      filesize,
      fileext,
    })),
  }
}

/** What waits says what holds it up now: a device that is back may not have had its turn. */
function mediaState(
  { channel, kind, state, percent, ...stored }: EventMediaItem,
  hold: ErrorCode | null,
): EventMediaState {
  const isStale = stored.reason === 'device-offline'
  const reason = state === 'waiting' ? (hold ?? (isStale ? null : stored.reason)) : stored.reason
  return { channel, kind, state, percent, ...(reason !== null && { reason, message: errorMessage(reason) }) }
}

/** Numbers of recent events whose recording is still being written, and so not in the index. */
async function recordedNow(
  { clock, recordings }: Pick<EventListDeps, 'clock' | 'recordings'>,
  events: readonly ListedEvent[],
): Promise<ReadonlySet<number>> {
  const sinceS = clock.nowMs() / 1000 - RUNNING_S
  const recent = events.filter(({ timeS, isRecorded }) => !isRecorded && timeS >= sinceS)
  const found = new Set<number>()
  for (const [deviceKey, ofDevice] of Map.groupBy(recent, (event) => event.deviceKey)) {
    const times = ofDevice.map(({ timeS }) => timeS * 1000)
    const segments = await recordings.find(deviceKey, { startMs: Math.min(...times), endMs: Math.max(...times) + 1 })
    for (const { serial, timeS } of ofDevice) {
      if (segments.some(({ startMs, endMs }) => startMs <= timeS * 1000 && endMs > timeS * 1000)) found.add(serial)
    }
  }
  return found
}

function originOf({ late, byServer }: ListedEvent): StoredEvent['type'] {
  if (late) return EventOrigin.recover
  return byServer ? EventOrigin.server : EventOrigin.realtime
}
