import { type StreamEntrance, type StreamLogType, streamEntrances } from '@fleetglass/contract/stream-log'
import { type Generated, type RawBuilder, sql } from 'kysely'
import { type Database, newestRows, newestVisibleRows } from '../../platform/database/index.ts'
import type { StreamLogEntry, StreamLogFilter, StreamUseKind } from './stream-log.types.ts'

/** A row of the log before it has a number. */
export interface NewLogRow {
  readonly user_name: string
  readonly device_key: number
  readonly device_id: string
  readonly channel: number
  readonly entrance: StreamEntrance
  readonly type: StreamLogType
  readonly ask_ms: number
  readonly during_s: number
  readonly update_ms: number
}

/** A use that goes on. */
export interface OpenUseRow {
  /** The process, a random number; with `seq` the key. */
  readonly writer: number
  readonly seq: number
  readonly kind: StreamUseKind
  readonly user_name: string
  readonly device_key: number
  readonly device_id: string
  readonly channel: number
  readonly ask_ms: number
  /** When it was known to go on, unix ms. */
  readonly seen_ms: number
}

type StoredRow = NewLogRow & { readonly id: number }

interface Tables {
  stream_log: NewLogRow & { id: Generated<number> }
  open_streams: OpenUseRow
}

/** What one write changes. */
export interface StreamLogChanges {
  readonly rows: readonly NewLogRow[]
  readonly begun: readonly OpenUseRow[]
  /** Of this writer. */
  readonly ended: readonly number[]
}

export interface StreamLogStore {
  write(writer: number, changes: StreamLogChanges): Promise<void>
  /** Of this writer, all that go on. */
  seen(writer: number, nowMs: number): Promise<void>
  /** What ended processes left open: `rowsOf` makes rows of the log of it. */
  closeLeft(rowsOf: (left: OpenUseRow) => readonly NewLogRow[]): Promise<void>
  find(filter: StreamLogFilter, page: { readonly offset: number; readonly limit: number }): Promise<StreamLogEntry[]>
  /** Removes at most `limit`; how many it were. */
  removeBefore(beforeMs: number, limit: number): Promise<number>
}

const log = { table: 'stream_log', key: ['update_ms', 'id'] } as const

/** Values of a statement are limited. */
const ROWS_AT_ONCE = 500

export function createStreamLogStore(database: Database): StreamLogStore {
  const db = database.tables<Tables>()
  return {
    async write(writer, { rows, begun, ended }) {
      await db.transaction().execute(async (transaction) => {
        if (rows.length > 0) await transaction.insertInto('stream_log').values(rows).execute()
        if (begun.length > 0) await transaction.insertInto('open_streams').values(begun).execute()
        if (ended.length > 0)
          await transaction.deleteFrom('open_streams').where('writer', '=', writer).where('seq', 'in', ended).execute()
      })
    },
    async seen(writer, nowMs) {
      await db
        .updateTable('open_streams')
        .set({ seen_ms: nowMs })
        .where('writer', '=', writer)
        .where('seen_ms', '<', nowMs)
        .execute()
    },
    async closeLeft(rowsOf) {
      await db.transaction().execute(async (transaction) => {
        const left = await transaction.selectFrom('open_streams').selectAll().execute()
        const rows = left.flatMap(rowsOf)
        for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
          const some = rows.slice(at, at + ROWS_AT_ONCE)
          await transaction.insertInto('stream_log').values(some).execute()
        }
        await transaction.deleteFrom('open_streams').execute()
      })
    },
    async find(filter, page) {
      if (filter.devices?.length === 0) return []
      const lead = leadOf(filter)
      const query = { ...log, where: matches(filter, lead) }
      if (filter.devices === null) return (await newestRows<StoredRow>(database, query, page)).map(entryOf)
      const { devices } = filter
      // As literals: a fleet may have more devices than a statement may have parameters.
      const mayBeSeen = sql`device_key in (${sql.join(devices.map(({ key }) => sql.lit(key)))})`
      const ids = sql.join(devices.map(({ deviceId }) => sql.lit(deviceId)))
      const elsewhere = sql`select update_ms, id from stream_log
        where device_id in (${ids}) and ${mayBeSeen} and ${matches(filter, 'device')}`
      const rows = await newestVisibleRows<StoredRow>(
        database,
        { ...query, mayBeSeen, compared: ['device_key'], elsewhere: [elsewhere] },
        page,
      )
      return rows.map(entryOf)
    },
    async removeBefore(beforeMs, limit) {
      const old = db.selectFrom('stream_log').select('id').where('update_ms', '<', beforeMs).limit(limit)
      const removed = await db.deleteFrom('stream_log').where('id', 'in', old).executeTakeFirst()
      return Number(removed.numDeletedRows)
    },
  }
}

/** The index that finds the rows. Neither database knows how many a filter leaves, and a wrong choice takes seconds. */
type Lead = 'device' | 'user' | 'entrance' | 'type' | 'time'

function leadOf({ deviceId, user, entrance, type }: StreamLogFilter): Lead {
  if (deviceId !== '') return 'device'
  if (user !== '') return 'user'
  // Nearly all rows come from the web.
  if (entrance !== undefined && entrance !== streamEntrances.web) return 'entrance'
  return type === undefined ? 'time' : 'type'
}

function matches(filter: StreamLogFilter, lead: Lead): RawBuilder<unknown> {
  const { fromMs, toMs, user, deviceId, type, entrance } = filter
  // A column that is part of an expression is compared, and finds nothing by an index.
  const text = (name: string, ofLead: Lead) => (lead === ofLead ? sql.ref(name) : sql`(${sql.ref(name)} || '')`)
  const number = (name: string, ofLead: Lead) => (lead === ofLead ? sql.ref(name) : sql`+${sql.ref(name)}`)
  const conditions = [
    sql`update_ms >= ${fromMs}`,
    sql`update_ms < ${toMs}`,
    ...(filter.before === undefined ? [] : [olderThan(filter.before)]),
    ...(user === '' ? [] : [sql`${text('user_name', 'user')} = ${user}`]),
    ...(deviceId === '' ? [] : [sql`device_id = ${deviceId}`]),
    ...(type === undefined ? [] : [sql`${number('type', 'type')} = ${type}`]),
    ...(entrance === undefined ? [] : [sql`${number('entrance', 'entrance')} = ${entrance}`]),
  ]
  return sql.join(conditions, sql` and `)
}

function olderThan({ updateMs, serialNo }: NonNullable<StreamLogFilter['before']>): RawBuilder<unknown> {
  return sql`update_ms <= ${updateMs} and (update_ms < ${updateMs} or id < ${serialNo})`
}

function entryOf(row: StoredRow): StreamLogEntry {
  return {
    serialNo: row.id,
    user: row.user_name,
    deviceId: row.device_id,
    channel: row.channel,
    entrance: row.entrance,
    type: row.type,
    askMs: row.ask_ms,
    duringS: row.during_s,
    updateMs: row.update_ms,
  }
}
