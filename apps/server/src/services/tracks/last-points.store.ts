import type { Database } from '../../platform/database/index.ts'
import type { TrackPoint } from '../../ports/position-log/index.ts'
import { type PointRow, readPoint } from './point-format.ts'

interface Tables {
  devices: { key: number; removed_s: number | null }
  track_points: PointRow
}

export interface LastPoints {
  /** The newest point of every registered device that has one, by device time; no points without a clock. */
  load(): Promise<TrackPoint[]>
}

/**
 * One step to the end of each device's points: the primary key is read backwards, whatever lies before it. The steps are made
 * before anything is joined, or SQLite may read every point there is to see whether it is the last one.
 */
export function createLastPoints(database: Database): LastPoints {
  return {
    load: async () => (await lastPointsQuery(database).execute()).map(readPoint),
  }
}

/** Apart, so that a test sees in which order it is worked off. */
export function lastPointsQuery(database: Database) {
  return database.traits.lateralJoins ? lastPointsByLateral(database) : lastPointsByTime(database)
}

/** The join to the time of the last point would be planned as a way through all partitions. */
function lastPointsByLateral(database: Database) {
  return database
    .tables<Tables>()
    .selectFrom('devices')
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom('track_points as point')
          .selectAll()
          .whereRef('point.device_key', '=', 'devices.key')
          .orderBy('point.time_s', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .where('devices.removed_s', 'is', null)
    .selectAll('last')
}

function lastPointsByTime(database: Database) {
  return database
    .tables<Tables>()
    .with(
      (name) => name('newest').materialized(),
      (db) =>
        db
          .selectFrom('devices')
          .where('devices.removed_s', 'is', null)
          .select(({ selectFrom }) => [
            'devices.key',
            selectFrom('track_points as point')
              .select('point.time_s')
              .whereRef('point.device_key', '=', 'devices.key')
              .orderBy('point.time_s', 'desc')
              .limit(1)
              .as('last_s'),
          ]),
    )
    .selectFrom('newest')
    .innerJoin('track_points as last', (join) =>
      join.onRef('last.device_key', '=', 'newest.key').onRef('last.time_s', '=', 'newest.last_s'),
    )
    .selectAll('last')
}
