import { EventCode, type EventOrder } from '@fleetglass/contract/events'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { LONGEST_SEGMENT_MS } from '../recordings/index.ts'
import { type EventRow, storedDeviceEvent } from './event.store.ts'
import { takeChanges } from './event-changes.store.ts'
import type { EventFilter, EventPage, EventQueries, ListedEvent } from './event-query.types.ts'

interface ListedRow extends EventRow {
  id: number
  updated_ms: number
  checked: 0 | 1
  edited_memo: string | null
  tries: number
  completed: 0 | 1
  footage_mask: number
  snapshot_mask: number
}

interface Tables {
  events: ListedRow
}

/** Parts of all devices: of so few, events are found device by device; of so many, where many events are read. */
const FEW = 1 / 20
const PART = 1 / 4
/** Events that are skipped in the order of an index. */
const DEEP = 1_000

/** The server raises a disk error of each device when its own disk takes nothing (ingest/alarms/recorder-events.ts): no device has a fault then. */
const isOfServerDisk = sql`code = ${sql.lit(EventCode.diskError)} and by_server = 1`

/** Numbers of a row of counts. */
const COUNT_WIDTH = 4

const columns: Readonly<Record<EventOrder, string>> = {
  time: 'time_s',
  updatetime: 'updated_ms',
  appdevid: 'code',
  speed: 'speed_dkmh',
  checkstatus: 'checked',
}

export function createEventQueries(database: Database, clock: Pick<Clock, 'nowMs'>): EventQueries {
  const db = database.tables<Tables>()
  return {
    async page(filter, page) {
      const { order, desc, limit, offset } = page
      if (filter.deviceKeys.length === 0) return []
      const by = sql.ref(columns[order])
      // A number that is not known is the lowest, on both databases.
      const key = order === 'speed' ? sql`coalesce(${by}, -1)` : sorts(filter, page) ? by : sql`+${by}`
      const way = sql.raw(desc ? 'desc' : 'asc')
      // The index alone finds the page; rows are read for what is in it.
      const { rows } = await sql<ListedRow & { is_recorded: 0 | 1 | boolean }>`
        select events.*, ${isRecorded} as is_recorded
        from (
          select id from events where ${matches(filter, page)} order by ${key} ${way}, id ${way} limit ${limit} offset ${offset}
        ) as page join events on events.id = page.id
        order by ${order === 'speed' ? sql`coalesce(events.speed_dkmh, -1)` : sql`events.${by}`} ${way}, events.id ${way}`.execute(
        db,
      )
      return rows.map(listedEvent)
    },
    async count(filter, limit) {
      if (filter.deviceKeys.length === 0) return 0
      const { rows } = await sql<{ found: number }>`
        select count(*) as found from (select 1 from events where ${matches(filter, null)} limit ${limit}) as matching`.execute(
        db,
      )
      return Number(rows[0]?.found ?? 0)
    },
    async counts(filter) {
      if (filter.deviceKeys.length === 0) return []
      const query = sql`
        select device_key, code, count(*) as found, max(time_s) as last_s from events
        where ${matches(filter, null)} and change = 'new' and not (${isOfServerDisk}) group by device_key, code`
      const values = await database.readNumbers(query.compile(db))
      return Array.from({ length: values.length / COUNT_WIDTH }, (_, row) => {
        const [deviceKey, code, count, lastS] = values.subarray(row * COUNT_WIDTH, (row + 1) * COUNT_WIDTH)
        return { deviceKey: deviceKey!, code: code!, count: count!, lastS: lastS! }
      })
    },
    async newest(codes, sinceS, { reportedOnly = false } = {}) {
      const isWanted = reportedOnly ? sql`and events.by_server = 0` : sql``
      // Without that condition the index of codes has all that is compared, and rows are read for the newest only.
      const { rows } = await sql<Pick<ListedRow, 'device_key' | 'code' | 'time_s' | 'change' | 'memo'>>`
        select events.device_key, events.code, events.time_s, events.change, events.memo
        from (
          select device_key, code, max(time_s) as last_s from events
          where code in (${literals(codes)}) and time_s >= ${sinceS} ${isWanted} group by device_key, code
        ) as found join events on events.code = found.code and events.time_s = found.last_s
          and events.device_key = found.device_key ${isWanted}
        order by events.id`.execute(db)
      const newest = new Map(rows.map((row) => [`${row.device_key}/${row.code}`, row]))
      return [...newest.values()].map(({ device_key, code, time_s, change, memo }) => ({
        deviceKey: device_key,
        code,
        timeS: Number(time_s),
        change,
        memo,
      }))
    },
    async bySerial(serial) {
      const { rows } = await sql<ListedRow & { is_recorded: 0 | 1 | boolean }>`
        select events.*, ${isRecorded} as is_recorded from events where id = ${serial}`.execute(db)
      return rows[0] === undefined ? null : listedEvent(rows[0])
    },
    async change(serial, change) {
      return await db.transaction().execute(async (transaction) => await changed(transaction, serial, change, clock))
    },
  }
}

async function changed(
  transaction: Kysely<Tables>,
  serial: number,
  change: Parameters<EventQueries['change']>[1],
  clock: Pick<Clock, 'nowMs'>,
): Promise<number | null> {
  const updatedMs = await takeChanges(transaction, 1, clock.nowMs())
  const columnsOfIt = 'memo' in change ? { edited_memo: change.memo } : { checked: change.checked ? 1 : 0 }
  const done = await transaction
    .updateTable('events')
    .set({ ...(columnsOfIt as Partial<ListedRow>), updated_ms: updatedMs })
    .where('id', '=', serial)
    .executeTakeFirst()
  return done.numUpdatedRows === 0n ? null : updatedMs
}

/** What a query reads of the events that a filter leaves: `null` all of them, in no order. */
type Reading = Pick<EventPage, 'order' | 'offset'> | null

/** Whether the order may be that of an index. */
function sorts(filter: EventFilter, reading: Pick<EventPage, 'order' | 'offset'>): boolean {
  if (reading.order === 'updatetime') return filter.afterUpdatedMs !== undefined
  const lead = leadOf(filter, reading)
  return reading.order === 'time' && lead !== 'device' && lead !== 'updated'
}

/** The index that finds the events. Neither database knows how many a filter leaves, and a wrong choice takes seconds. */
function leadOf(filter: EventFilter, reading: Reading): 'serial' | 'updated' | 'device' | 'code' | 'time' {
  const { codes = [], share } = filter
  if (filter.serial !== undefined) return 'serial'
  if (filter.afterUpdatedMs !== undefined) return 'updated'
  if (share <= FEW) return 'device'
  // It has an index of its own.
  if (filter.hasSnapshot === true) return 'time'
  const isSorted = reading === null || reading.order !== 'time'
  const readsMany = isSorted || reading.offset > DEEP || codes.length > 1
  // Then the events of the other devices would cost more than those of these ones.
  if (readsMany && share <= PART) return 'device'
  if (codes.length === 1) return 'code'
  return isSorted ? 'device' : 'time'
}

/** A column with `+` is compared, and finds nothing by an index. */
function matches(filter: EventFilter, reading: Reading): RawBuilder<unknown> {
  const lead = leadOf(filter, reading)
  const column = (name: string, ofLeads: readonly string[]) =>
    ofLeads.includes(lead) ? sql.ref(name) : sql`+${sql.ref(name)}`
  const time = column('time_s', ['device', 'code', 'time'])
  const id = column('id', ['serial'])
  const { deviceKeys, startS, endS, codes = [] } = filter
  const conditions = [
    sql`hidden = 0`,
    sql`${column('device_key', ['device'])} in (${literals(deviceKeys)})`,
    ...(startS > 0 ? [sql`${time} >= ${startS}`] : []),
    ...(endS < Number.MAX_SAFE_INTEGER ? [sql`${time} <= ${endS}`] : []),
    ...(codes.length > 0 ? [sql`${column('code', ['code'])} in (${literals(codes)})`] : []),
    ...(filter.hasSnapshot === true ? [sql`snapshot_mask <> 0`] : []),
    ...(filter.afterUpdatedMs === undefined ? [] : [sql`updated_ms > ${filter.afterUpdatedMs}`]),
    ...(filter.serial === undefined ? [] : [sql`${id} = ${filter.serial}`]),
    ...(filter.afterSerial === undefined ? [] : [sql`${id} > ${filter.afterSerial}`]),
    ...(filter.beforeSerial === undefined ? [] : [sql`${id} < ${filter.beforeSerial}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** As literals: a fleet may have more devices than a statement may have parameters. */
function literals(numbers: readonly number[]): RawBuilder<unknown> {
  return sql.join(numbers.map((number) => sql.lit(number)))
}

const longestMs = sql.lit(LONGEST_SEGMENT_MS)

const isRecorded = sql`exists (
  select 1 from recordings
  where recordings.device_key = events.device_key
    and recordings.start_ms <= events.time_s * 1000
    and recordings.start_ms > events.time_s * 1000 - ${longestMs}
    and recordings.end_ms > events.time_s * 1000)`

function listedEvent(row: ListedRow & { is_recorded: 0 | 1 | boolean }): ListedEvent {
  return {
    ...storedDeviceEvent(row),
    updatedMs: row.updated_ms,
    checked: row.checked === 1,
    editedMemo: row.edited_memo,
    byServer: row.by_server === 1,
    fenceName: row.fence_name,
    tries: row.tries,
    completed: row.completed === 1,
    footageMask: row.footage_mask,
    snapshotMask: row.snapshot_mask,
    isRecorded: Boolean(row.is_recorded),
  }
}
