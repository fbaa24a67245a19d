import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { clustered, type Database } from '../../platform/database/index.ts'
import { splitSlot } from '../../platform/media-store/index.ts'
import type { RecordedRange, Segment } from '../../ports/recordings/index.ts'
import { openLocalCopies, type PathsOf } from './local-copies.store.ts'
import { addMinutes } from './recorded-minutes.store.ts'

interface RecordingRow {
  device_key: number
  start_ms: number
  end_ms: number
  channel: number
  bytes: number
  first_key_frame_offset: number
  path: string
  /** Of the path: '' is the media folder. */
  slot: string
}

interface Tables {
  recordings: RecordingRow
  /** Only while an index is being made beside the one that is used. */
  recordings_draft: RecordingRow
}

/** No file is longer: the recorder begins a new one at the latest then. Bounds how far back an overlap can begin. */
export const LONGEST_SEGMENT_MS = 600_000

/** Minutes since the begin of a range, both included; the first of a segment that began before is below 0 or 0. */
export interface MinuteSpan {
  readonly deviceKey: number
  readonly first: number
  readonly last: number
}

/** The index of closed recording files. */
export interface RecordingStore {
  add(segments: readonly Segment[]): Promise<void>
  /** Adds those that have no row; what a row says of the others stays. */
  addMissing(segments: readonly Segment[]): Promise<void>
  remove(segments: readonly Segment[]): Promise<void>
  /** Segments that overlap `[startMs, endMs)`, by time; at most `limit`. */
  overlapping(
    deviceKey: number,
    range: {
      readonly startMs: number
      readonly endMs: number
      readonly channel?: number
      readonly limit?: number
      /** Without those that are locked. */
      readonly unlocked?: boolean
      /** On these media slots only; '' is the media folder. */
      readonly slots?: readonly string[]
    },
  ): Promise<Segment[]>
  /** Devices with a segment that begins in `[startMs, endMs)`. */
  devicesWithin(startMs: number, endMs: number): Promise<number[]>
  /** Of some devices, the minutes of a range that its segments reach over; spans that begin in one minute are one. */
  minuteSpans(deviceKeys: readonly number[], range: RecordedRange): Promise<MinuteSpan[]>
  /** Starts (unix ms) of the local days on which a segment begins within a range, of some devices or of all (`null`). */
  days(deviceKeys: readonly number[] | null, utcOffsetMs: number, range: RecordedRange): Promise<number[]>
  /** The latest segment of a channel that begins before a time. */
  latestBefore(deviceKey: number, channel: number, beforeMs: number): Promise<Segment | null>
  /** The oldest segments on some slots that began before a time and are not locked. `only` and `except` are device keys. */
  oldest(query: {
    readonly slots: readonly string[]
    readonly beforeMs: number
    readonly limit: number
    readonly only?: readonly number[]
    readonly except?: readonly number[]
  }): Promise<Segment[]>
  /** Rows behind one (from the first for `null`), device by device, each by time. */
  after(segment: Pick<Segment, 'deviceKey' | 'startMs' | 'channel'> | null, limit: number): Promise<Segment[]>
  /** Paths of the rows that begin at or after a time, of one device or of all, on one slot or on all; and those of their local copies. */
  pathsSince(fromMs: number, which?: PathsOf): Promise<Set<string>>
  /** Whether a file is the local copy of one in the bucket that waits for its deletion. */
  isLocalCopy(path: string): Promise<boolean>
  hasFiles(deviceKey: number, slot: string): Promise<boolean>
  newestStart(): Promise<number | null>
  /** Media slots with segments; '' is the media folder. */
  slots(): Promise<string[]>
  /** Bytes of the segments on some slots, by device. */
  bytesByDevice(slots: readonly string[]): Promise<Map<number, number>>
  /** Bytes of the segments that begin at or after a time. */
  bytesSince(fromMs: number): Promise<number>
  lockedBytes(): Promise<number>
  lockedPaths(): Promise<Set<string>>
  totals(): Promise<{ readonly files: number; readonly bytes: number }>
  /** An empty index beside this one; a draft that was left is dropped. */
  draft(): Promise<IndexDraft>
}

/** An index in the making: nothing of it is seen before it takes the place of the other. */
export interface IndexDraft {
  add(segments: readonly Segment[]): Promise<void>
  /** Takes the place of the index in one transaction, and is gone. */
  swap(): Promise<void>
  drop(): Promise<void>
}

const DAY_MS = 86_400_000
/** Rows a statement: eight values each, far below the bound of either database. */
const ROWS_A_STATEMENT = 500

export function createRecordingStore(database: Database): RecordingStore {
  const db = database.tables<Tables>()
  const copies = openLocalCopies(database)
  return {
    add: (segments) =>
      db.transaction().execute(async (transaction) => {
        await addTo(transaction, 'recordings', segments)
        await addMinutes(transaction, segments)
      }),
    addMissing: (segments) =>
      db.transaction().execute(async (transaction) => {
        for (const row of segments.map(rowOf)) {
          const insert = transaction.insertInto('recordings').values(row)
          await insert.onConflict((conflict) => conflict.doNothing()).execute()
        }
        await addMinutes(transaction, segments)
      }),
    async remove(segments) {
      // In one transaction: a disk takes as long for one row as for hundred.
      await db.transaction().execute(async (transaction) => {
        for (const { deviceKey, startMs, channel, path } of segments) {
          await transaction
            .deleteFrom('recordings')
            .where('device_key', '=', deviceKey)
            .where('start_ms', '=', startMs)
            .where('channel', '=', channel)
            // It may have moved to another media store since.
            .where('path', '=', path)
            .execute()
        }
      })
    },
    async overlapping(deviceKey, { startMs, endMs, channel, limit, unlocked, slots }) {
      if (slots?.length === 0) return []
      let query = db
        .selectFrom('recordings')
        .selectAll()
        .where('device_key', '=', deviceKey)
        .where('start_ms', '>=', startMs - LONGEST_SEGMENT_MS)
        .where('start_ms', '<', endMs)
        .where('end_ms', '>', startMs)
        .orderBy('start_ms')
      if (channel !== undefined) query = query.where('channel', '=', channel)
      if (unlocked === true) query = query.where(isUnlocked)
      if (slots !== undefined) query = query.where('slot', 'in', slots)
      if (limit !== undefined) query = query.limit(limit)
      return (await query.execute()).map(segmentOf)
    },
    async devicesWithin(startMs, endMs) {
      const rows = await db
        .selectFrom('recordings')
        .select('device_key')
        .distinct()
        .where('start_ms', '>=', startMs)
        .where('start_ms', '<', endMs)
        .execute()
      return rows.map((row) => row.device_key)
    },
    async minuteSpans(deviceKeys, { startMs, endMs }) {
      const origin = sql.lit(startMs)
      const first = sql<number>`(start_ms - ${origin}) / 60000`
      const rows = await db
        .selectFrom('recordings')
        .select(['device_key', first.as('first'), sql<number>`max((end_ms - 1 - ${origin}) / 60000)`.as('last')])
        .where(among(deviceKeys))
        .where('start_ms', '>=', startMs - LONGEST_SEGMENT_MS)
        .where('start_ms', '<', endMs)
        .where('end_ms', '>', startMs)
        .groupBy(['device_key', first])
        .execute()
      return rows.map((row) => ({ deviceKey: row.device_key, first: Number(row.first), last: Number(row.last) }))
    },
    async days(deviceKeys, utcOffsetMs, { startMs, endMs }) {
      const [offset, day, first, end] = [utcOffsetMs, DAY_MS, startMs, endMs].map((value) => sql.lit(value))
      // From day to day by the index: a year of minutes has more rows than there is time to look at.
      const { rows } = await sql<{ next_ms: number }>`
        with recursive day (next_ms, is_found) as (
          select cast(${first} as bigint), 0
          union all
          select (
            select ((start_ms + ${offset}) / ${day} + 1) * ${day} - ${offset} from recordings
            where start_ms >= day.next_ms and start_ms < ${end} and ${deviceKeys === null ? sql`1 = 1` : among(deviceKeys)}
            order by start_ms limit 1
          ), 1 from day where day.next_ms is not null
        )
        select next_ms from day where is_found = 1 and next_ms is not null order by next_ms`.execute(db)
      return rows.map(({ next_ms }) => Number(next_ms) - DAY_MS)
    },
    async latestBefore(deviceKey, channel, beforeMs) {
      const query = db.selectFrom('recordings').selectAll().where('device_key', '=', deviceKey)
      const before = query.where('start_ms', '<', beforeMs).where('channel', '=', channel)
      const row = await before.orderBy('start_ms', 'desc').limit(1).executeTakeFirst()
      return row === undefined ? null : segmentOf(row)
    },
    async oldest({ slots, beforeMs, limit, only, except }) {
      const found: Segment[] = []
      // One slot after the other, each by its index: what may not be deleted may be older, and more than there is time to pass over.
      for (const slot of slots) {
        let query = db.selectFrom('recordings').selectAll().where('slot', '=', slot)
        query = query.where('start_ms', '<', beforeMs).where(isUnlocked)
        if (only !== undefined) query = query.where(among(only))
        if (except !== undefined && except.length > 0) query = query.where(sql<SqlBool>`not ${among(except)}`)
        found.push(...(await query.orderBy('start_ms').limit(limit).execute()).map(segmentOf))
      }
      return found.sort((a, b) => a.startMs - b.startMs).slice(0, limit)
    },
    async after(segment, limit) {
      let query = db.selectFrom('recordings').selectAll()
      if (segment !== null) {
        const { deviceKey, startMs, channel } = segment
        query = query.where(sql<SqlBool>`(device_key, start_ms, channel) > (${deviceKey}, ${startMs}, ${channel})`)
      }
      const rows = await query.orderBy('device_key').orderBy('start_ms').orderBy('channel').limit(limit).execute()
      return rows.map(segmentOf)
    },
    async pathsSince(fromMs, which = {}) {
      let query = db.selectFrom('recordings').select('path').where('start_ms', '>=', fromMs)
      if (which.deviceKey !== undefined) query = query.where('device_key', '=', which.deviceKey)
      if (which.slot !== undefined) query = query.where('slot', '=', which.slot)
      return new Set([...(await query.execute()).map(({ path }) => path), ...(await copies.since(fromMs, which))])
    },
    isLocalCopy: (path) => copies.has(path),
    async hasFiles(deviceKey, slot) {
      const query = db.selectFrom('recordings').select('path').where('device_key', '=', deviceKey)
      return (await query.where('slot', '=', slot).limit(1).executeTakeFirst()) !== undefined
    },
    newestStart: async () => newest(db),
    async slots() {
      // From slot to slot by the index.
      const { rows } = await sql<{ slot: string }>`
        with recursive found (slot) as (
          select min(slot) from recordings
          union all
          select (select min(slot) from recordings where slot > found.slot) from found where found.slot is not null
        )
        select slot from found where slot is not null`.execute(db)
      return rows.map(({ slot }) => slot)
    },
    async bytesByDevice(slots) {
      const rows = await db
        .selectFrom('recordings')
        .where('slot', 'in', slots)
        .select(['device_key', sql<number>`sum(bytes)`.as('bytes')])
        .groupBy('device_key')
        .execute()
      return new Map(rows.map(({ device_key, bytes }) => [device_key, Number(bytes)]))
    },
    async bytesSince(fromMs) {
      const query = db.selectFrom('recordings').select(sql<number | null>`sum(bytes)`.as('bytes'))
      return Number((await query.where('start_ms', '>=', fromMs).executeTakeFirstOrThrow()).bytes ?? 0)
    },
    async lockedBytes() {
      const { rows } = await sql<{
        bytes: number | null
      }>`select sum(bytes) as bytes from (${lockedRows}) as locked`.execute(db)
      return Number(rows[0]?.bytes ?? 0)
    },
    async lockedPaths() {
      return new Set((await sql<{ path: string }>`${lockedRows}`.execute(db)).rows.map(({ path }) => path))
    },
    async totals() {
      const row = await db
        .selectFrom('recordings')
        .select([sql<number>`count(*)`.as('files'), sql<number | null>`sum(bytes)`.as('bytes')])
        .executeTakeFirstOrThrow()
      return { files: Number(row.files), bytes: Number(row.bytes ?? 0) }
    },
    async draft() {
      await dropDraft(db)
      const table = db.schema
        .createTable('recordings_draft')
        .addColumn('device_key', 'integer', (column) => column.notNull())
        .addColumn('start_ms', 'bigint', (column) => column.notNull())
        .addColumn('end_ms', 'bigint', (column) => column.notNull())
        .addColumn('channel', 'integer', (column) => column.notNull())
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .addColumn('first_key_frame_offset', 'integer', (column) => column.notNull())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('slot', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('recordings_draft_key', ['device_key', 'start_ms', 'channel'])
      await clustered(database.traits, table).execute()
      return {
        async add(segments) {
          await addTo(db, 'recordings_draft', segments)
          // Whether or not the draft is used later, these minutes were recorded.
          await addMinutes(db, segments)
        },
        async swap() {
          await db.transaction().execute(async (transaction) => {
            await transaction.deleteFrom('recordings').execute()
            const columns = sql.join(COLUMNS.map((column) => sql.ref(column)))
            await sql`insert into recordings (${columns}) select ${columns} from recordings_draft`.execute(transaction)
          })
          await dropDraft(db)
        },
        drop: () => dropDraft(db),
      }
    },
  }
}

const COLUMNS = [
  'device_key',
  'start_ms',
  'end_ms',
  'channel',
  'bytes',
  'first_key_frame_offset',
  'path',
  'slot',
] as const

async function addTo(
  db: Kysely<Tables>,
  table: 'recordings' | 'recordings_draft',
  segments: readonly Segment[],
): Promise<void> {
  // A copy of a file has the key of the other; PostgreSQL takes no key twice in a statement.
  const rows = [...new Map(segments.map((segment) => [keyOf(segment), rowOf(segment)])).values()]
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
    const values = rows.slice(at, at + ROWS_A_STATEMENT)
    await db
      .insertInto(table)
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['device_key', 'start_ms', 'channel']).doUpdateSet((row) => ({
          end_ms: row.ref('excluded.end_ms'),
          bytes: row.ref('excluded.bytes'),
          first_key_frame_offset: row.ref('excluded.first_key_frame_offset'),
          path: row.ref('excluded.path'),
          slot: row.ref('excluded.slot'),
        })),
      )
      .execute()
  }
}

const keyOf = ({ deviceKey, startMs, channel }: Segment): string => `${deviceKey}/${startMs}/${channel}`

async function dropDraft(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropTable('recordings_draft').ifExists().execute()
}

/** No range of `recording_locks` (recording-lock.store.ts) reaches into it. */
export const isUnlocked = sql<SqlBool>`not exists (
  select 1 from recording_locks as lock_row
  where lock_row.device_key = recordings.device_key
    and (lock_row.channel = 0 or lock_row.channel = recordings.channel)
    and lock_row.start_ms < recordings.end_ms and lock_row.end_ms > recordings.start_ms)`

/**
 * Those that are locked, each once. From the locks to their rows, which `cross join` makes SQLite keep to: the other way
 * round every recording is looked at while the recorder waits to write.
 */
export const lockedRows = sql`
  select distinct recordings.path, recordings.bytes from recording_locks as lock_row cross join recordings
  where recordings.device_key = lock_row.device_key
    and recordings.start_ms >= lock_row.start_ms - ${sql.lit(LONGEST_SEGMENT_MS)} and recordings.start_ms < lock_row.end_ms
    and recordings.end_ms > lock_row.start_ms
    and (lock_row.channel = 0 or lock_row.channel = recordings.channel)`

async function newest(db: Kysely<Tables>): Promise<number | null> {
  const query = db.selectFrom('recordings').select('start_ms').orderBy('start_ms', 'desc')
  return (await query.limit(1).executeTakeFirst())?.start_ms ?? null
}

/** Keys as literals: a fleet may have more devices than a statement may have parameters. */
function among(deviceKeys: readonly number[]): RawBuilder<SqlBool> {
  if (deviceKeys.length === 0) return sql<SqlBool>`(1 = 0)`
  return sql<SqlBool>`(device_key in (${sql.join(deviceKeys.map((key) => sql.lit(key)))}))`
}

function rowOf(segment: Segment): RecordingRow {
  return {
    device_key: segment.deviceKey,
    start_ms: segment.startMs,
    end_ms: segment.endMs,
    channel: segment.channel,
    bytes: segment.bytes,
    first_key_frame_offset: segment.firstKeyFrameOffset,
    path: segment.path,
    slot: splitSlot(segment.path).slot,
  }
}

function segmentOf(row: RecordingRow): Segment {
  return {
    deviceKey: row.device_key,
    channel: row.channel,
    startMs: row.start_ms,
    endMs: row.end_ms,
    bytes: row.bytes,
    firstKeyFrameOffset: row.first_key_frame_offset,
    path: row.path,
  }
}
