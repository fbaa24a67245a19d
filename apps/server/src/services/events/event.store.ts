import { type Generated, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Alongside, DeviceEvent, EventCompanion, NumberedEvent } from './event.types.ts'
import { takeChanges } from './event-changes.store.ts'

export interface EventRow {
  device_key: number
  time_s: number
  code: number
  change: 'new' | 'cover'
  name: string
  memo: string
  call: 0 | 1
  lat_e6: number | null
  lng_e6: number | null
  speed_dkmh: number | null
  late: 0 | 1
  by_server: 0 | 1
  fence_name: string
  hidden: 0 | 1
  /** Empty: it is of no alarm with files. */
  alarm: string
}

interface Tables {
  events: EventRow & { id: Generated<number>; updated_ms: number }
}

const DAY_S = 86_400

/** Rows of a statement. */
const ROWS = 500

/** An event with its number, which grows with each. */
export interface StoredDeviceEvent extends Omit<DeviceEvent, 'deviceId'> {
  readonly serial: number
}

/** The table of events. */
export interface EventStore {
  /**
   * Stores all of it or nothing, and answers what was stored with its numbers: a late event that is there already comes from a device that sends
   * its memory again after the server was restarted, and is left out. `again`: a database that did not answer may have stored
   * some before; they are not stored twice.
   */
  add(
    events: readonly DeviceEvent[],
    alongside?: readonly Alongside[],
    options?: { readonly again?: boolean; readonly companions?: Iterable<EventCompanion> },
  ): Promise<readonly NumberedEvent[]>
  /** Events of a device with `startS <= time <= endS` by time, at most `limit`. */
  between(
    deviceKey: number,
    range: { readonly startS: number; readonly endS: number; readonly limit: number },
  ): Promise<StoredDeviceEvent[]>
  /** Unix seconds of the starts of the local days on which one of these devices has an event, ascending. */
  days(deviceKeys: readonly number[], utcOffsetS: number): Promise<number[]>
  /** Removes at most `limit` events from before a time; answers how many. `only` and `except` are device keys. */
  removeBefore(query: {
    readonly beforeS: number
    readonly limit: number
    readonly only?: readonly number[]
    readonly except?: readonly number[]
  }): Promise<number>
}

export function createEventStore(database: Database, clock: Pick<Clock, 'nowMs'>): EventStore {
  const db = database.tables<Tables>()
  return {
    async add(events, alongside = [], { again = false, companions = [] } = {}) {
      return await db.transaction().execute(async (transaction) => {
        const known: NumberedEvent[] = []
        const fresh: DeviceEvent[] = []
        for (const event of events) {
          const isPerhapsStored = again || event.late
          const serial = isPerhapsStored ? await serialOf(transaction, event) : undefined
          if (serial === undefined) fresh.push(event)
          else known.push({ ...event, serial })
        }
        const added: NumberedEvent[] = []
        for (let from = 0; from < fresh.length; from += ROWS) {
          added.push(...(await insert(transaction, fresh.slice(from, from + ROWS), clock.nowMs())))
        }
        const accompanying = added.length === 0 ? [] : [...companions].flatMap((companion) => companion(added) ?? [])
        for (const write of [...alongside, ...accompanying]) await write({ tables: () => transaction as never })
        // What was stored by a write without an answer was not reported.
        return again ? [...known, ...added] : added
      })
    },
    async between(deviceKey, { startS, endS, limit }) {
      const rows = await db
        .selectFrom('events')
        .selectAll()
        .where('device_key', '=', deviceKey)
        .where('time_s', '>=', startS)
        .where('time_s', '<=', endS)
        .orderBy('time_s')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(storedDeviceEvent)
    },
    async days(deviceKeys, utcOffsetS) {
      if (deviceKeys.length === 0) return []
      const [offset, day] = [utcOffsetS, DAY_S].map((value) => sql.lit(value))
      // From day to day by the index, as for recordings: a year has more events than there is time to look at.
      const { rows } = await sql<{ next_s: number }>`
        with recursive day (next_s, is_found) as (
          select cast(0 as bigint), 0
          union all
          select (
            select cast(((time_s + ${offset}) / ${day} + 1) * ${day} - ${offset} as bigint) from events
            where time_s >= day.next_s and ${among(deviceKeys)}
            order by time_s limit 1
          ), 1 from day where day.next_s is not null
        )
        select next_s from day where is_found = 1 and next_s is not null order by next_s`.execute(db)
      return rows.map(({ next_s }) => Number(next_s) - DAY_S)
    },
    async removeBefore({ beforeS, limit, only, except }) {
      let old = db.selectFrom('events').select('id').where('time_s', '<', beforeS).limit(limit)
      if (only) old = old.where(among(only))
      if (except && except.length > 0) old = old.where(sql<SqlBool>`not ${among(except)}`)
      const removed = await db.deleteFrom('events').where('id', 'in', old).executeTakeFirst()
      return Number(removed.numDeletedRows)
    },
  }
}

async function insert(db: Kysely<Tables>, events: readonly DeviceEvent[], nowMs: number): Promise<NumberedEvent[]> {
  const firstMs = await takeChanges(db, events.length, nowMs)
  const rows = events.map((event, index) => ({ ...rowOf(event), updated_ms: firstMs + index }))
  // A database may answer the rows in another order than it was given.
  const added = await db.insertInto('events').values(rows).returning(['id', 'updated_ms']).execute()
  const serials = new Map(added.map(({ id, updated_ms }) => [updated_ms, id]))
  return events.map((event, index) => ({ ...event, serial: serials.get(firstMs + index) as number }))
}

async function serialOf(db: Kysely<Tables>, event: DeviceEvent): Promise<number | undefined> {
  const { device_key, time_s, code, change, name, memo } = rowOf(event)
  const found = await db
    .selectFrom('events')
    .select('id')
    .where('device_key', '=', device_key)
    .where('time_s', '=', time_s)
    .where('code', '=', code)
    .where('change', '=', change)
    .where('name', '=', name)
    .where('memo', '=', memo)
    .limit(1)
    .executeTakeFirst()
  return found?.id
}

/** Keys as literals: a fleet may have more devices than a statement may have parameters. */
function among(deviceKeys: readonly number[]): RawBuilder<SqlBool> {
  if (deviceKeys.length === 0) return sql<SqlBool>`(1 = 0)`
  return sql<SqlBool>`(device_key in (${sql.join(deviceKeys.map((key) => sql.lit(key)))}))`
}

function rowOf(event: DeviceEvent): EventRow {
  const { deviceKey, timeS, code, change, name, memo, call, place, late } = event
  const { byServer = false, fenceName = '', hidden = false, alarm = '' } = event
  return {
    device_key: deviceKey,
    time_s: timeS,
    code,
    change,
    name,
    memo,
    call: call ? 1 : 0,
    lat_e6: place?.latE6 ?? null,
    lng_e6: place?.lngE6 ?? null,
    speed_dkmh: place ? Math.round(place.speedKmh * 10) : null,
    late: late ? 1 : 0,
    by_server: byServer ? 1 : 0,
    fence_name: fenceName,
    hidden: hidden ? 1 : 0,
    alarm,
  }
}

export function storedDeviceEvent({
  id,
  device_key,
  time_s,
  lat_e6,
  lng_e6,
  speed_dkmh,
  ...row
}: EventRow & { id: number }): StoredDeviceEvent {
  const isPlaced = lat_e6 !== null && lng_e6 !== null && speed_dkmh !== null
  return {
    serial: id,
    deviceKey: device_key,
    timeS: time_s,
    change: row.change,
    code: row.code,
    name: row.name,
    memo: row.memo,
    call: row.call === 1,
    late: row.late === 1,
    ...(row.alarm !== '' && { alarm: row.alarm }),
    place: isPlaced ? { latE6: lat_e6, lngE6: lng_e6, speedKmh: speed_dkmh / 10 } : null,
  }
}
