import { OLD_DATA_COUNT_MAX } from '@fleetglass/contract/server-settings'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import { isUnlocked } from '../recordings/index.ts'

/** Counts what is older than a time, up to `OLD_DATA_COUNT_MAX`: it is asked while a person types. */
export interface OldDataStore {
  /** Files on some media slots that are not locked, of devices other than these. */
  recordings(beforeMs: number, exceptDevices: readonly number[], slots: readonly string[]): Promise<number>
  recordingsOn(slot: string): Promise<number>
  events(beforeMs: number, exceptDevices: readonly number[]): Promise<number>
  talks(beforeMs: number): Promise<number>
  auditRows(beforeMs: number): Promise<number>
  streamRows(beforeMs: number): Promise<number>
  /** Devices that have older points: points themselves are too many to be counted. */
  devicesWithPoints(beforeMs: number): Promise<number>
}

export function createOldDataStore(database: Database): OldDataStore {
  const db = database.tables<Record<never, never>>()
  const count = async (rows: RawBuilder<unknown>): Promise<number> => {
    const limit = sql.lit(OLD_DATA_COUNT_MAX)
    const counted = sql<{ counted: number }>`select count(*) as counted from (${rows} limit ${limit}) as old`
    const [row] = (await counted.execute(db)).rows
    return Number(row?.counted ?? 0)
  }
  const seconds = (ms: number): number => Math.floor(ms / 1000)
  return {
    recordings: (beforeMs, except, slots) =>
      count(
        sql`select 1 as one from recordings
          where start_ms < ${beforeMs} and slot in (${sql.join(slots)}) and ${notAmong(except)} and ${isUnlocked}`,
      ),
    recordingsOn: (slot) => count(sql`select 1 as one from recordings where slot = ${slot}`),
    events: (beforeMs, except) =>
      count(sql`select 1 as one from events where time_s < ${seconds(beforeMs)} and ${notAmong(except)}`),
    talks: (beforeMs) => count(sql`select 1 as one from talks where begin_ms < ${beforeMs}`),
    auditRows: (beforeMs) => count(sql`select 1 as one from audit_log where time_ms < ${beforeMs}`),
    streamRows: (beforeMs) => count(sql`select 1 as one from stream_log where update_ms < ${beforeMs}`),
    devicesWithPoints: (beforeMs) =>
      count(sql`select 1 as one from devices where exists (
        select 1 from track_points where device_key = devices.key and time_s < ${seconds(beforeMs)}
      )`),
  }
}

/** Keys as literals: a fleet may have more devices than a statement may have parameters. */
function notAmong(deviceKeys: readonly number[]): RawBuilder<SqlBool> {
  if (deviceKeys.length === 0) return sql<SqlBool>`1 = 1`
  return sql<SqlBool>`device_key not in (${sql.join(deviceKeys.map((key) => sql.lit(key)))})`
}
