import type { Database } from '../../platform/database/index.ts'
import { type PointRow, readPoint } from './point-format.ts'
import type { TrackPoint } from './position-log.types.ts'

interface Tables {
  devices: { key: number; removed_s: number | null }
  track_points: PointRow
}

export interface LastPoints {
  /** The newest point of every registered device that has one, by device time; no points without a clock. */
  load(): Promise<TrackPoint[]>
}

/** One step to the end of each device's points: the primary key is read backwards, whatever lies before it. */
export function createLastPoints(database: Database): LastPoints {
  const db = database.tables<Tables>()
  return {
    async load() {
      const rows = await db
        .selectFrom('devices')
        .innerJoin('track_points as last', 'last.device_key', 'devices.key')
        .selectAll('last')
        .where('devices.removed_s', 'is', null)
        .whereRef('last.time_s', '=', ({ selectFrom }) =>
          selectFrom('track_points as point')
            .select('point.time_s')
            .whereRef('point.device_key', '=', 'devices.key')
            .orderBy('point.time_s', 'desc')
            .limit(1),
        )
        .execute()
      return rows.map(readPoint)
    },
  }
}
