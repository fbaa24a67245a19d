import { type PointRow, readPoint, type TrackPoint } from '../../engines/position-log/index.ts'
import type { Database } from '../../platform/database/index.ts'

interface Tables {
  track_points: PointRow
}

export interface TrackStore {
  /** How many points `between` would give, counted up to `limit`. */
  count(range: TrackRange, limit: number): Promise<number>
  /**
   * Points with `startS <= time <= endS` in order of time, page by page; not those whose device had no clock. A page is
   * read when it is asked for.
   */
  between(range: TrackRange): AsyncIterable<TrackPoint[]>
}

export interface TrackRange {
  readonly deviceKey: number
  readonly startS: number
  readonly endS: number
}

/** Rows that are read, converted and sent in one turn: two milliseconds. */
const PAGE_ROWS = 1000

export function createTrackStore(database: Database): TrackStore {
  const db = database.tables<Tables>()
  const within = ({ deviceKey, startS, endS }: TrackRange) =>
    db
      .selectFrom('track_points')
      .where('device_key', '=', deviceKey)
      .where('time_s', '>=', startS)
      .where('time_s', '<=', endS)
      .where('state', '>=', 0)
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
      for (let startS = range.startS; ; ) {
        const rows = await within({ ...range, startS })
          .selectAll()
          .orderBy('time_s')
          .limit(PAGE_ROWS)
          .execute()
        const last = rows.at(-1)
        if (last !== undefined) yield rows.map(readPoint)
        if (last === undefined || rows.length < PAGE_ROWS) return
        // The time is the key of a device's points: the next page begins behind it.
        startS = last.time_s + 1
      }
    },
  }
}
