import type { Database } from '../../platform/database/index.ts'

interface Tables {
  track_points: {
    device_key: number
    time_s: number
    lat_e6: number
    lng_e6: number
    speed_dkmh: number
    heading_deg: number
    status_bits: number
  }
}

export interface StoredPoint {
  readonly timeS: number
  readonly latE6: number
  readonly lngE6: number
  readonly speedDkmh: number
  readonly headingDeg: number
}

export interface TrackStore {
  /** Points with `startS <= time <= endS` in order of time, at most `limit`. */
  between(deviceKey: number, startS: number, endS: number, limit: number): Promise<StoredPoint[]>
}

/** Above this bit lies our own mark: the device had no clock, the time is that of the arrival. */
const NO_CLOCK = 0x8000_0000

export function createTrackStore(database: Database): TrackStore {
  const db = database.tables<Tables>()
  return {
    between: (deviceKey, startS, endS, limit) =>
      db
        .selectFrom('track_points')
        .select(['time_s as timeS', 'lat_e6 as latE6', 'lng_e6 as lngE6'])
        .select(['speed_dkmh as speedDkmh', 'heading_deg as headingDeg'])
        .where('device_key', '=', deviceKey)
        .where('time_s', '>=', startS)
        .where('time_s', '<=', endS)
        .where('status_bits', '<', NO_CLOCK)
        .orderBy('time_s')
        .limit(limit)
        .execute(),
  }
}
