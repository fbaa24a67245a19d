import { type PointRow, readPoint, type TrackPoint } from '../../engines/position-log/index.ts'
import type { Database } from '../../platform/database/index.ts'

interface Tables {
  track_points: PointRow
}

export interface TrackStore {
  /** Points with `startS <= time <= endS` in order of time, at most `limit`; not those whose device had no clock. */
  between(deviceKey: number, startS: number, endS: number, limit: number): Promise<TrackPoint[]>
}

export function createTrackStore(database: Database): TrackStore {
  const db = database.tables<Tables>()
  return {
    async between(deviceKey, startS, endS, limit) {
      const rows = await db
        .selectFrom('track_points')
        .selectAll()
        .where('device_key', '=', deviceKey)
        .where('time_s', '>=', startS)
        .where('time_s', '<=', endS)
        .where('state', '>=', 0)
        .orderBy('time_s')
        .limit(limit)
        .execute()
      return rows.map(readPoint)
    },
  }
}
