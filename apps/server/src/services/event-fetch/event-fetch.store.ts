import { maskChannels } from '@fleetglass/contract/events'
import {
  type Generated,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import { type Database, hasCome } from '../../platform/database/index.ts'
import type { Alongside } from '../events/index.ts'
import type { FetchOfEvent, NewEvent, NewFetchOfEvent } from './event-fetch.types.ts'

interface FetchRow {
  serial: number
  kind: 'footage' | 'snapshot'
  device_key: number
  device_id: string
  time_s: number
  start_ms: number
  end_ms: number
  channels: number
  main_channels: number
  audio: 0 | 1
  acc_off: 0 | 1
  upload: string
  tries: number
  not_before_ms: number
  holder: string | null
  lease_until_ms: number | null
}

interface Tables {
  events: { id: number; device_key: number; time_s: number; code: number; change: 'new' | 'cover' }
  event_fetch_cursor: { id: 1; serial: number }
  event_fetches: FetchRow & { id: Generated<number> }
  event_fetch_times: { device_key: number; code: number; time_s: number; late_s: number | null }
}

/** A process that was killed holds what it fetched so long. */
export const LEASE_MS = 15_000
/** The longest pause before what brought nothing is tried again. */
export const LONGEST_PAUSE_MS = 300_000

/** Unix seconds of events of a device and code that were fetched. */
export interface FetchTimes {
  readonly newestS: number
  /** Of the last one that was older than the newest; `null`: none was. */
  readonly lateS: number | null
}

/** What is stored with a move of the cursor. */
export interface AppliedPlans {
  readonly fetches: readonly NewFetchOfEvent[]
  readonly times: readonly (FetchTimes & { readonly deviceKey: number; readonly code: number })[]
  readonly alongside: Alongside
}

/** The tables of what is to be fetched for events. */
export interface EventFetchStore {
  /** Up to which event the plans were applied. */
  cursor(): Promise<number>
  /** Events behind a serial number, in their order. */
  eventsAfter(serial: number, limit: number): Promise<readonly NewEvent[]>
  /** `null`: no event of this device and code was fetched. */
  times(deviceKey: number, code: number): Promise<FetchTimes | null>
  /** What waits of a device, by kind or not. */
  waitingOf(deviceKey: number): Promise<number>
  /** What no process has taken, of all devices. */
  waiting(): Promise<number>
  /** What is fetched or waits, the first event first. */
  list(limit: number): Promise<readonly (FetchOfEvent & { readonly isHeld: boolean })[]>
  /** Moves the cursor and stores what the plans want, all or nothing. `false`: another process has moved it. */
  advance(from: number, to: number, applied: AppliedPlans): Promise<boolean>
  /** Stores one beside those of the plans; answers its id, or `null` where one of this event and kind waits. */
  addOne(fetch: NewFetchOfEvent): Promise<number | null>
  /** Lets one that no process has taken begin then. */
  letBegin(id: number, notBeforeMs: number): Promise<void>
  /** Keys of devices that have something that is due, by the time of their oldest or newest event. */
  dueDevices(nowMs: number, order: { readonly oldestFirst: boolean }): Promise<readonly number[]>
  /** Takes what is due of a device first, for one process; `null`: nothing is. */
  claim(deviceKey: number, options: ClaimOptions): Promise<FetchOfEvent | null>
  /** Keeps what a process has taken; answers what of it another process has taken since, or is gone. */
  renew(ids: readonly number[], holder: string, nowMs: number): Promise<readonly number[]>
  /** To be tried again then. `false`, here and below: it is not this process's any more, and nothing was changed. */
  release(held: HeldFetch, next: { readonly notBeforeMs: number; readonly tries: number }): Promise<boolean>
  /** What is left of it. */
  narrow(held: HeldFetch, channels: readonly number[]): Promise<boolean>
  remove(held: HeldFetch): Promise<boolean>
  /** Removes what waits for events that are not there any more. */
  removeOrphans(): Promise<void>
  /** Serial numbers of events with footage that still is to be fetched. */
  serials(): Promise<ReadonlySet<number>>
  /** Whether anything waits or is fetched. */
  hasAny(): Promise<boolean>
}

export interface HeldFetch {
  readonly id: number
  readonly holder: string
}

export interface ClaimOptions {
  readonly kind: 'footage' | 'snapshot'
  readonly holder: string
  readonly nowMs: number
  /** What is wanted only with the ignition off is left out. */
  readonly isAccOff: boolean
  readonly oldestFirst: boolean
}

export function createEventFetchStore(database: Database): EventFetchStore {
  const db = database.tables<Tables>()
  return {
    async cursor() {
      const row = await db.selectFrom('event_fetch_cursor').select('serial').where('id', '=', 1).executeTakeFirst()
      return row?.serial ?? 0
    },
    async eventsAfter(serial, limit) {
      const rows = await db
        .selectFrom('events')
        .select(['id', 'device_key', 'time_s', 'code', 'change'])
        .where('id', '>', serial)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ id, device_key, time_s, code, change }) => ({
        serial: id,
        deviceKey: device_key,
        timeS: time_s,
        code,
        isNew: change === 'new',
      }))
    },
    async times(deviceKey, code) {
      const row = await db
        .selectFrom('event_fetch_times')
        .select(['time_s', 'late_s'])
        .where('device_key', '=', deviceKey)
        .where('code', '=', code)
        .executeTakeFirst()
      return row === undefined ? null : { newestS: row.time_s, lateS: row.late_s }
    },
    async waiting() {
      const row = await db
        .selectFrom('event_fetches')
        .select(({ fn }) => fn.countAll<number | string>().as('waiting'))
        .where('holder', 'is', null)
        .executeTakeFirstOrThrow()
      return Number(row.waiting)
    },
    async list(limit) {
      const rows = await db.selectFrom('event_fetches').selectAll().orderBy('id').limit(limit).execute()
      return rows.map((row) => ({ ...fetchOf(row), isHeld: row.holder !== null }))
    },
    async waitingOf(deviceKey) {
      const { count } = await db
        .selectFrom('event_fetches')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('device_key', '=', deviceKey)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    async advance(from, to, { fetches, times, alongside }) {
      return await db.transaction().execute(async (transaction) => {
        const moved = await transaction
          .updateTable('event_fetch_cursor')
          .set({ serial: to })
          .where('id', '=', 1)
          .where('serial', '=', from)
          .executeTakeFirst()
        if (moved.numUpdatedRows === 0n) return false
        await addFetches(transaction, fetches)
        for (const { deviceKey, code, newestS, lateS } of times) {
          const row = { time_s: newestS, late_s: lateS }
          await transaction
            .insertInto('event_fetch_times')
            .values({ device_key: deviceKey, code, ...row })
            .onConflict((conflict) => conflict.columns(['device_key', 'code']).doUpdateSet(row))
            .execute()
        }
        await alongside({ tables: () => transaction as never })
        return true
      })
    },
    async addOne(fetch) {
      const row = await db
        .insertInto('event_fetches')
        .values(rowOf(fetch))
        .onConflict((conflict) => conflict.columns(['serial', 'kind']).doNothing())
        .returning('id')
        .executeTakeFirst()
      return row?.id ?? null
    },
    async letBegin(id, notBeforeMs) {
      const begin = db.updateTable('event_fetches').set({ not_before_ms: notBeforeMs })
      await begin.where('id', '=', id).where('holder', 'is', null).execute()
    },
    async dueDevices(nowMs, { oldestFirst }) {
      const rows = await db
        .selectFrom('event_fetches')
        .select('device_key')
        .where(isDue(nowMs))
        .groupBy('device_key')
        .orderBy(({ fn }) => (oldestFirst ? fn.min('time_s') : fn.max('time_s')), oldestFirst ? 'asc' : 'desc')
        .orderBy('device_key')
        .execute()
      return rows.map(({ device_key }) => device_key)
    },
    async claim(deviceKey, { kind, holder, nowMs, isAccOff, oldestFirst }) {
      return await db.transaction().execute(async (transaction) => {
        let due = transaction
          .selectFrom('event_fetches')
          .selectAll()
          .where('device_key', '=', deviceKey)
          .where('kind', '=', kind)
          .where(isDue(nowMs))
          .where(isFree(nowMs))
        if (!isAccOff) due = due.where('acc_off', '=', 0)
        const row = await due
          .orderBy('time_s', oldestFirst ? 'asc' : 'desc')
          .orderBy('id')
          .limit(1)
          .executeTakeFirst()
        if (row === undefined) return null
        const taken = await transaction
          .updateTable('event_fetches')
          .set({ holder, lease_until_ms: nowMs + LEASE_MS })
          .where('id', '=', row.id)
          .where(isFree(nowMs))
          .executeTakeFirst()
        return taken.numUpdatedRows === 0n ? null : fetchOf(row)
      })
    },
    async renew(ids, holder, nowMs) {
      if (ids.length === 0) return []
      const held = await db
        .updateTable('event_fetches')
        .set({ lease_until_ms: nowMs + LEASE_MS })
        .where('id', 'in', ids)
        .where('holder', '=', holder)
        .returning('id')
        .execute()
      const heldIds = new Set(held.map(({ id }) => id))
      return ids.filter((id) => !heldIds.has(id))
    },
    release: ({ id, holder }, { notBeforeMs, tries }) => {
      const free = { holder: null, lease_until_ms: null, not_before_ms: notBeforeMs, tries }
      return changed(db.updateTable('event_fetches').set(free).where('id', '=', id).where('holder', '=', holder))
    },
    narrow: ({ id, holder }, channels) => {
      const left = { channels: bitsOf(channels) }
      return changed(db.updateTable('event_fetches').set(left).where('id', '=', id).where('holder', '=', holder))
    },
    async remove({ id, holder }) {
      const removal = db.deleteFrom('event_fetches').where('id', '=', id).where('holder', '=', holder)
      return (await removal.executeTakeFirst()).numDeletedRows > 0n
    },
    async removeOrphans() {
      await db
        .deleteFrom('event_fetches')
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('events').select('id').whereRef('events.id', '=', 'event_fetches.serial'))),
        )
        .execute()
    },
    async serials() {
      const rows = await db.selectFrom('event_fetches').select('serial').where('kind', '=', 'footage').execute()
      return new Set(rows.map(({ serial }) => serial))
    },
    async hasAny() {
      return (await db.selectFrom('event_fetches').select('id').limit(1).executeTakeFirst()) !== undefined
    },
  }
}

/** A fetch waits no longer than for the end of what it wants, or for its next try. */
function isDue(nowMs: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(not_before_ms <= ${nowMs} or not_before_ms > ${nowMs + LONGEST_PAUSE_MS} and not_before_ms > end_ms + ${LONGEST_PAUSE_MS})`
}

/** A lease that ends later than it can was written by a clock that was ahead. */
function isFree(nowMs: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(holder is null or ${hasCome('lease_until_ms', nowMs, 2 * LEASE_MS)})`
}

async function changed(update: UpdateQueryBuilder<Tables, 'event_fetches', 'event_fetches', UpdateResult>) {
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

async function addFetches(db: Kysely<Tables>, fetches: readonly NewFetchOfEvent[]): Promise<void> {
  if (fetches.length === 0) return
  await db.insertInto('event_fetches').values(fetches.map(rowOf)).execute()
}

function rowOf(fetch: NewFetchOfEvent): FetchRow {
  return {
    serial: fetch.serial,
    kind: fetch.kind,
    device_key: fetch.deviceKey,
    device_id: fetch.deviceId,
    time_s: fetch.timeS,
    start_ms: fetch.startMs,
    end_ms: fetch.endMs,
    channels: bitsOf(fetch.channels),
    main_channels: bitsOf(fetch.mainChannels),
    audio: fetch.audio ? 1 : 0,
    acc_off: fetch.accOffOnly ? 1 : 0,
    upload: fetch.upload,
    tries: 0,
    not_before_ms: fetch.notBeforeMs,
    holder: null,
    lease_until_ms: null,
  }
}

function fetchOf(row: FetchRow & { id: number }): FetchOfEvent {
  return {
    id: row.id,
    serial: row.serial,
    kind: row.kind,
    deviceKey: row.device_key,
    deviceId: row.device_id,
    timeS: row.time_s,
    startMs: row.start_ms,
    endMs: row.end_ms,
    channels: maskChannels(row.channels, 16),
    mainChannels: maskChannels(row.main_channels, 16),
    audio: row.audio === 1,
    accOffOnly: row.acc_off === 1,
    upload: row.upload,
    notBeforeMs: row.not_before_ms,
    tries: row.tries,
  }
}

/** Bit n-1 is channel n. */
function bitsOf(channels: readonly number[]): number {
  return channels.reduce((bits, channel) => bits | (1 << (channel - 1)), 0)
}
