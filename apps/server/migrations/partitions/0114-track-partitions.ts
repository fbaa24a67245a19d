import type { Migration } from '../../src/platform/database/index.ts'
import { partitionByTime } from './partition-by-time.ts'

/** Positions are partitioned by day, where the database can: a day that nobody keeps any more is dropped. */
export const trackPartitions: Migration = {
  name: '0114-track-partitions',
  async up(db, traits) {
    if (!traits.timePartitions) return
    await partitionByTime(db, { table: 'track_points', column: 'time_s', unitsPerS: 1, width: 'day' })
  },
}
