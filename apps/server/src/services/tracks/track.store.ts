import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { TrackPoint } from '../../ports/position-log/index.ts'
import { COLUMNS as POINT_COLUMNS, type PointRow, readPoints } from './point-format.ts'

interface Tables {
  devices: { key: number }
  track_points: PointRow
  track_strays: { device_key: number; arrived_s: number; said_s: number }
}

export interface TrackStore {
  /** How many points `between` would give, counted up to `limit`. */
  count(range: TrackRange, limit: number): Promise<number>
  /** Points with `startS <= time <= endS` in order of time, page by page. A page is read when it is asked for. */
  between(range: TrackRange): AsyncIterable<TrackPoint[]>
  /** The same as the numbers they are stored as, in the order of `POINT_COLUMNS`. A page is the reader's: it may give it to a thread. */
  numbersBetween(range: TrackRange): AsyncIterable<Float64Array>
  /** Points that came in this range and whose device had no believable clock. */
  strays(range: TrackRange): Promise<Strays>
  /** How many of them some devices have that came in `[startS, endS)`, and when the last one came. */
  straysOf(
    deviceKeys: readonly number[],
    range: Pick<TrackRange, 'startS' | 'endS'>,
  ): Promise<readonly { readonly deviceKey: number; readonly count: number; readonly lastS: number }[]>
  /** The newest of each device that has one since then, by device key: unix seconds when it came, and what its clock said. */
  lastStrays(sinceS: number): Promise<ReadonlyMap<number, { readonly arrivedS: number; readonly saidS: number }>>
}

export interface TrackRange {
  readonly deviceKey: number
  readonly startS: number
  readonly endS: number
}

export interface Strays {
  readonly count: number
  readonly last: { readonly firstS: number; readonly lastS: number; readonly saidS: number } | null
}

/** Rows that are read, converted and sent in one turn: two milliseconds. */
const PAGE_ROWS = 1000

const TIME_AT = POINT_COLUMNS.indexOf('time_s')

export function createTrackStore(database: Database): TrackStore {
  const db = database.tables<Tables>()
  const within = ({ deviceKey, startS, endS }: TrackRange) =>
    db
      .selectFrom('track_points')
      .where('device_key', '=', deviceKey)
      .where('time_s', '>=', startS)
      .where('time_s', '<=', endS)
  const astray = ({ deviceKey, startS, endS }: TrackRange) =>
    db
      .selectFrom('track_strays')
      .where('device_key', '=', deviceKey)
      .where('arrived_s', '>=', startS)
      .where('arrived_s', '<=', endS)
  async function* numbersBetween(range: TrackRange): AsyncGenerator<Float64Array> {
    for (let { startS } = range; ; ) {
      const page = within({ ...range, startS })
        .select(POINT_COLUMNS)
        .orderBy('time_s')
        .limit(PAGE_ROWS)
      const values = await database.readNumbers(page.compile())
      const rows = values.length / POINT_COLUMNS.length
      // The time is the key of a device's points: the next page begins behind it.
      if (rows > 0) startS = values[(rows - 1) * POINT_COLUMNS.length + TIME_AT]! + 1
      if (rows > 0) yield values
      if (rows < PAGE_ROWS) return
    }
  }
  return {
    async count(range, limit) {
      const rows = within(range).select('time_s').limit(limit).as('rows')
      const { count } = await db
        .selectFrom(rows)
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    async *between(range) {
      for await (const values of numbersBetween(range)) yield readPoints(values)
    },
    numbersBetween,
    async strays(range) {
      const { count, first } = await astray(range)
        .select((row) => [row.fn.countAll<number>().as('count'), row.fn.min('arrived_s').as('first')])
        .executeTakeFirstOrThrow()
      const last = await astray(range)
        .select(['arrived_s', 'said_s'])
        .orderBy('arrived_s', 'desc')
        .orderBy('said_s', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (last === undefined) return { count: 0, last: null }
      return { count, last: { firstS: Number(first), lastS: last.arrived_s, saidS: last.said_s } }
    },
    async straysOf(deviceKeys, { startS, endS }) {
      const rows = await db
        .selectFrom('track_strays')
        .select((row) => [
          'device_key',
          row.fn.countAll<number>().as('count'),
          row.fn.max<number>('arrived_s').as('last'),
        ])
        .where('device_key', 'in', deviceKeys)
        .where('arrived_s', '>=', startS)
        .where('arrived_s', '<', endS)
        .groupBy('device_key')
        .execute()
      return rows.map(({ device_key, count, last }) => ({
        deviceKey: device_key,
        count: Number(count),
        lastS: Number(last),
      }))
    },
    async lastStrays(sinceS) {
      // Two steps in an index for each device: a device whose clock is wrong has some ten thousand of them in a day.
      const newest = (column: 'arrived_s' | 'said_s') => sql<number | null>`(
        select ${sql.ref(column)} from track_strays
        where track_strays.device_key = devices.key and arrived_s >= ${sql.lit(sinceS)}
        order by arrived_s desc, said_s desc limit 1)`
      const rows = await db
        .selectFrom('devices')
        .select(['key', newest('arrived_s').as('arrived_s'), newest('said_s').as('said_s')])
        .execute()
      return new Map(
        rows.flatMap(({ key, arrived_s, said_s }) =>
          arrived_s === null ? [] : [[key, { arrivedS: Number(arrived_s), saidS: Number(said_s) }] as const],
        ),
      )
    },
  }
}
