import { TripSummary, type TripTotals } from '@fleetglass/geo'
import BetterSqlite3 from 'better-sqlite3'
import { summedPoint } from '../../apps/server/test/stored-tracks.ts'

/** All points of a device and range, read and added up one by one: what stored sums have to equal. */
export function straightSum(file: string, deviceId: string, startS: number, endS: number): TripTotals & { ms: number } {
  const startedMs = performance.now()
  const database = new BetterSqlite3(file, { readonly: true })
  const rows = database
    .prepare(`select time_s, lat_e6, lng_e6, motion from track_points join devices on key = device_key
      where device_id = ? and time_s between ? and ? order by time_s`)
    .raw()
    .iterate(deviceId, startS, endS) as IterableIterator<number[]>
  const summary = new TripSummary()
  for (const row of rows) summary.add(summedPoint(Float64Array.from(row), 0))
  database.close()
  return { ...summary.totals(), ms: performance.now() - startedMs }
}
