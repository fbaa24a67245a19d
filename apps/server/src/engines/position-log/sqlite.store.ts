import Database from 'better-sqlite3'
import { COLUMNS, sortedRows, wordAt } from './packed-points.ts'
import type { PointStore } from './point-store.types.ts'

/** Pages of the write-ahead log before a checkpoint: rows of 1,000 vehicles touch 1,000 pages in each group. */
const CHECKPOINT_PAGES = 20_000

/** How long a group waits for another writer of the same file. */
const BUSY_MS = 10_000

/**
 * A point that is there already keeps its row: devices repeat what they had no answer for. Only alarm bits are joined,
 * because an alarm may share its second with the regular position.
 */
export const INSERT_POINT = `INSERT INTO track_points (${COLUMNS.join(', ')})
  VALUES (${COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT (device_key, time_s) DO UPDATE SET alarm_bits = alarm_bits | excluded.alarm_bits`

/** Opens the settings a group commit wants: write-ahead log, every commit flushed. */
export function openForPoints(file: string): Database.Database {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  database.pragma(`busy_timeout = ${BUSY_MS}`)
  return database
}

/** Its own connection in the worker thread; the table comes from the migrations. */
export function createSqlitePointStore(file: string): PointStore {
  const database = openForPoints(file)
  const insert = database.prepare(INSERT_POINT)
  const row: number[] = new Array(COLUMNS.length).fill(0)
  const writeAll = database.transaction((words: Int32Array, count: number) => {
    for (const from of sortedRows(words, count)) {
      for (let column = 0; column < row.length; column++) row[column] = wordAt(words, from, column)
      insert.run(row)
    }
  })
  return {
    write: (words, count) => writeAll.immediate(words, count),
    close: () => void database.close(),
  }
}
