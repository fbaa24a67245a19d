// The tracks of a SQLite store in PostgreSQL: the same rows, in the order in which a fleet would have sent them.
import BetterSqlite3 from 'better-sqlite3'
import { type Database, sql } from '../../apps/server/test/reports-alone.ts'
import { COLUMNS } from '../../apps/server/test/stored-tracks.ts'
import type { MadeStore } from './store.ts'

const DAY_S = 86_400
const ROWS_AT_ONCE = 8_000

/** Fills the tables of a database that has the present schema; answers its bytes of points and sums. */
export async function copyTracks(file: string, store: MadeStore, database: Database, days: number): Promise<number> {
  const db = database.tables<unknown>()
  const { devices, firstTerminal } = store.fleet
  await sql`insert into devices (device_id, video, retention_days, utc_offset_minutes, driver, memo, plate, external_id, icon,
      talk_channel, map_location, audio)
    select ${sql.lit(firstTerminal)} + n, 'live-only', 0, 480, '', '', '', '', 0, 1, '', 'multi-recorded'
    from generate_series(0, ${sql.lit(devices - 1)}) as n order by n`.execute(db)
  await sql`insert into device_channels (device_key, number, enabled, record, stream) select key, 1, 1, 1, 'sub' from devices`.execute(
    db,
  )
  await makeDays(database, store.firstS, days)
  await sql`create unlogged table arriving (like track_points)`.execute(db)
  const sqlite = new BetterSqlite3(file, { readonly: true })
  const columns = COLUMNS.join(', ')
  for (let day = 0; day < days; day++) {
    const fromS = store.firstS + day * DAY_S
    const points = sqlite.prepare(`select ${columns} from track_points where device_key = ? and time_s between ? and ?`)
    for (let key = 1; key <= devices; key++) {
      const rows = points.raw().all(key, fromS, fromS + DAY_S - 1) as number[][]
      await insert(database, 'arriving', COLUMNS, rows)
    }
    await sql`insert into track_points select * from arriving order by time_s, device_key`.execute(db)
    await sql`truncate arriving`.execute(db)
  }
  await sql`drop table arriving`.execute(db)
  const sums = sqlite.prepare('select * from track_sums').raw().iterate() as IterableIterator<number[]>
  const sumColumns = sqlite
    .prepare('select * from track_sums limit 1')
    .columns()
    .map(({ name }) => name)
  let group: number[][] = []
  for (const row of sums) {
    if (group.push(row) < ROWS_AT_ONCE) continue
    await insert(database, 'track_sums', sumColumns, group)
    group = []
  }
  await insert(database, 'track_sums', sumColumns, group)
  sqlite.close()
  // As its own background process does within minutes.
  await sql`analyze track_points, track_sums`.execute(db)
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(oid))::bigint as bytes from pg_class where relkind = 'r' and relname ~ '^track_(points|sums)'`.execute(
    db,
  )
  return rows[0]?.bytes ?? Number.NaN
}

/** The days before the start of the server, as if it had been running. */
async function makeDays(database: Database, firstS: number, days: number): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(database.tables())
  const end = firstS + days * DAY_S
  await run('alter table track_points detach partition track_points_past')
  for (let fromS = firstS; fromS < end; fromS += DAY_S) {
    await run(`create table track_points_made_${fromS} partition of track_points for values from (${fromS}) to (${fromS + DAY_S})
      with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 500000, autovacuum_freeze_min_age = 0)`)
  }
  await run(`alter table track_points attach partition track_points_past for values from (minvalue) to (${firstS})`)
}

async function insert(
  database: Database,
  table: string,
  columns: readonly string[],
  rows: readonly number[][],
): Promise<void> {
  const into = sql`${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})`
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE)
    const arrays = columns.map((_, column) => sql`${some.map((row) => row[column])}::bigint[]`)
    await sql`insert into ${into} select * from unnest(${sql.join(arrays)})`.execute(database.tables())
  }
}
