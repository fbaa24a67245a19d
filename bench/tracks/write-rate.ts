// What the database's own writer takes: groups of positions as the position log writes them, one after the other.
import { type Database, sql } from '../../apps/server/test/reports-alone.ts'
import { COLUMNS } from '../../apps/server/test/stored-tracks.ts'
import type { BenchRow } from '../bench.ts'
import { at } from './track-rows.ts'

/** A tenth of a second of 30,000 positions a second: three seconds of 1,000 vehicles. */
const VEHICLES = 1_000
const SECONDS = 3
const GROUPS = 100
const WARM_UP = 10
/** Keys of vehicles that the store has no tracks of. */
const FIRST_KEY = 10_000

export async function writeRate(kind: string, database: Database, nowS: number): Promise<BenchRow> {
  const times: number[] = []
  for (let group = 0; group < GROUPS + WARM_UP; group++) {
    const values = new Float64Array(VEHICLES * SECONDS * COLUMNS.length)
    for (let row = 0; row < VEHICLES * SECONDS; row++) {
      const timeS = nowS + group * SECONDS + (row % SECONDS)
      const key = FIRST_KEY + Math.floor(row / SECONDS)
      values.set(
        [key, timeS, 24_000_000 + group, 120_000_000 + row, 12_345_678_901_234, 987_654_321_012, 0],
        row * COLUMNS.length,
      )
    }
    const startedMs = performance.now()
    await database.insertNumbers({
      table: 'track_points',
      columns: COLUMNS,
      values,
      onConflict: { key: ['device_key', 'time_s'], action: 'replace', join: ['alarm_bits'] },
    })
    if (group >= WARM_UP) times.push(performance.now() - startedMs)
  }
  times.sort((a, b) => a - b)
  await sql`delete from track_points where device_key >= ${sql.lit(FIRST_KEY)}`.execute(database.tables())
  const value = (VEHICLES * SECONDS * 1000) / at(times, 0.5)
  return {
    what: `${kind}: positions written a second in groups of ${VEHICLES * SECONDS}, without the server`,
    value,
    unit: '1/s',
    bar: '≥ 30 000/s',
    holds: value >= 30_000,
    note: `a group p50 ${at(times, 0.5).toFixed(1)} ms, p95 ${at(times, 0.95).toFixed(1)} ms`,
  }
}
