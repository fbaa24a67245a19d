import { SLOT_S } from '@fleetglass/contract/tracks'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { openTimePartitions } from '../../platform/partitions/index.ts'
import { pointsBeforeDrop, trackPartitions } from './track-partitions.store.ts'

interface Tables {
  track_points: { device_key: number; time_s: number }
  track_sums: { device_key: number; slot: number }
  track_strays: { device_key: number; arrived_s: number }
}

export interface TrackRetentionStore {
  /**
   * Drops the days of which every point is older than a time, where days are stored apart. Answers which points are then to be removed one
   * by one: those before this time. A day that is partly older is left whole until it is old.
   */
  dropDays(beforeS: number, isOver: () => boolean): Promise<number>
  /** The lowest key above `afterKey` of a device that has points which may be removed one by one; `null`: there is none. */
  nextDevice(afterKey: number): Promise<number | null>
  /** The times of its first and last point. */
  span(deviceKey: number): Promise<{ readonly firstS: number; readonly lastS: number } | null>
  /** Removes the points of a device before a time, and their sums. */
  removePoints(deviceKey: number, beforeS: number): Promise<void>
  /** Points without a believable clock, by their arrival, of all devices. */
  removeStrays(beforeS: number): Promise<void>
}

export function createTrackRetentionStore(database: Database, log?: Log): TrackRetentionStore {
  const db = database.tables<Tables>()
  const partitions = openTimePartitions(database, trackPartitions, { before: pointsBeforeDrop, log })
  /** Where days that are stored apart begin. */
  let daysFromS = Number.POSITIVE_INFINITY
  return {
    async dropDays(beforeS, isOver) {
      if (partitions === null) return beforeS
      daysFromS = (await partitions.dropBefore(beforeS, isOver)).wideUntil
      return Math.min(beforeS, daysFromS)
    },
    async nextDevice(afterKey) {
      const row = await db
        .selectFrom('track_points')
        .select('device_key')
        .where('device_key', '>', afterKey)
        .$if(Number.isFinite(daysFromS), (query) => query.where('time_s', '<', daysFromS))
        .orderBy('device_key')
        .limit(1)
        .executeTakeFirst()
      return row?.device_key ?? null
    },
    async span(deviceKey) {
      const points = db.selectFrom('track_points').select('time_s').where('device_key', '=', deviceKey)
      const first = await points.orderBy('time_s').limit(1).executeTakeFirst()
      const last = await points.orderBy('time_s', 'desc').limit(1).executeTakeFirst()
      return first === undefined || last === undefined ? null : { firstS: first.time_s, lastS: last.time_s }
    },
    async removePoints(deviceKey, beforeS) {
      await db.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom('track_points')
          .where('device_key', '=', deviceKey)
          .where('time_s', '<', beforeS)
          .execute()
        await transaction
          .deleteFrom('track_sums')
          .where('device_key', '=', deviceKey)
          .where('slot', '<', Math.floor(beforeS / SLOT_S))
          .execute()
      })
    },
    async removeStrays(beforeS) {
      await db.deleteFrom('track_strays').where('arrived_s', '<', beforeS).execute()
    },
  }
}
