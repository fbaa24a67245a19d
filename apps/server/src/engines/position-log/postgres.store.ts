import pg from 'pg'
import { COLUMNS, sortedRows, UNSIGNED_WORDS, wordAt } from './packed-points.ts'
import type { PointStore } from './point-store.types.ts'

/** One array per column: the statement has twelve parameters however many points a group holds. */
const INSERT_POINTS = `INSERT INTO track_points (${COLUMNS.join(', ')})
  SELECT * FROM unnest(${COLUMNS.map((_, n) => `$${n + 1}::${UNSIGNED_WORDS[n] ? 'bigint' : 'integer'}[]`).join(', ')})
  ON CONFLICT (device_key, time_s) DO UPDATE SET alarm_bits = track_points.alarm_bits | excluded.alarm_bits`

/** Its own pool of one in the worker thread: a lost connection is opened again at the next group. */
export function createPostgresPointStore(url: string): PointStore {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  // Without a listener the loss of an idle connection would end the thread; the next group reports what is wrong.
  pool.on('error', () => undefined)
  return {
    async write(words, count) {
      const rows = sortedRows(words, count)
      const columns = COLUMNS.map((_, column) => Array.from(rows, (row) => wordAt(words, row, column)))
      await pool.query(INSERT_POINTS, columns)
    },
    close: () => pool.end(),
  }
}
