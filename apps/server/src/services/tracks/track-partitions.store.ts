import { SLOT_S } from '@fleetglass/contract/tracks'
import { sql } from 'kysely'
import type { BeforeDrop, PartitionedTable } from '../../platform/partitions/index.ts'

/**
 * The positions of a day of all devices: 4 million rows (0.5 GB) of 500 vehicles, 43 million of 5,000. A day in the time zone of a user lies in
 * one or two of them.
 */
export const trackPartitions: PartitionedTable = {
  table: 'track_points',
  column: 'time_s',
  unitsPerS: 1,
  width: 'day',
  ahead: 7,
  // Rows are added and hardly ever changed: pages are frozen soon after they are full, and never visited again.
  storage: {
    autovacuum_vacuum_insert_scale_factor: 0,
    autovacuum_vacuum_insert_threshold: 500_000,
    autovacuum_freeze_min_age: 0,
    parallel_workers: 0,
  },
}

/** The last quarter of an hour of a device that is silent since then stays with its sum; other sums go with their points. */
export const pointsBeforeDrop: BeforeDrop = {
  rowsThatStay: ({ name, to }) => sql`
    with recursive ${devicesOf(name)}, silent as materialized (
      select device_key, (select time_s from ${sql.table(name)} where device_key = devices.device_key order by time_s desc limit 1) as last_s
      from devices where device_key is not null and (
        select time_s from track_points
        where device_key = devices.device_key and time_s >= ${sql.lit(to)} order by time_s desc limit 1
      ) is null
    )
    select points.* from silent join ${sql.table(name)} as points on points.device_key = silent.device_key
      and points.time_s >= silent.last_s / ${sql.lit(SLOT_S)} * ${sql.lit(SLOT_S)}`,
  removals: ({ name, to }, staying) => [
    sql`with recursive ${devicesOf(name)}
      delete from track_sums using devices where track_sums.device_key = devices.device_key
        and slot < ${sql.lit(Math.floor(to / SLOT_S))} and (track_sums.device_key, slot) not in (
          select device_key, time_s / ${sql.lit(SLOT_S)} from ${sql.table(staying)}
        )`,
  ],
}

/** The keys of the devices that have rows, each by one step in the index. */
function devicesOf(partition: string) {
  const table = sql.table(partition)
  return sql`devices (device_key) as (
    (select device_key from ${table} order by device_key limit 1)
    union all
    select (select next.device_key from ${table} as next where next.device_key > devices.device_key order by next.device_key limit 1)
    from devices where devices.device_key is not null
  )`
}
