import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../apps/server/migrations/index.ts'
import { postgresBinaries, startPostgres } from '../../apps/server/test/databases/postgres-cluster.ts'
import { type ServerChild, startServerChild } from '../../apps/server/test/recordings/server-child.ts'
import { type Database, openDatabase, systemClock } from '../../apps/server/test/reports-alone.ts'
import { SERVER_CORE } from '../../tools/site/server-process.ts'
import type { Bench, BenchRow } from '../bench.ts'
import { copyTracks } from './postgres-store.ts'
import { type MadeStore, openTrackStore } from './store.ts'
import { askAs, trackRows } from './track-rows.ts'
import { writeRate } from './write-rate.ts'

/**
 * `npm run bench -- tracks-postgres` has 13 million points; `--days=31` the 134 million of a month. A partition of PostgreSQL has as many
 * rows in both.
 */
const days = Number(process.env.FLEETGLASS_BENCH_DAYS ?? 3)
const storedIn = process.env.FLEETGLASS_BENCH_STORE ?? null
const VEHICLES = 500
const SETTINGS = { 'max-licence': 20_000 }
/** As `docs/postgresql.md` has them, for half of the memory. */
const POSTGRES = [
  'fsync=on',
  'shared_buffers=2GB',
  'effective_cache_size=6GB',
  'random_page_cost=1.1',
  'max_wal_size=8GB',
  'jit=off',
]

export const bench: Bench = {
  name: `the same tracks on SQLite and PostgreSQL (${VEHICLES} vehicles, ${days} days)`,
  async run(report) {
    const binaries = postgresBinaries()
    if (binaries === null) throw new Error('PostgreSQL is not installed (apt-get install postgresql)')
    const store = await openTrackStore({ vehicles: VEHICLES, days, storedIn })
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-bench-tracks-'))
    const cluster = await startPostgres(binaries, POSTGRES)
    try {
      const file = join(store.data, 'fleetglass.sqlite')
      const location = await cluster.createDatabase()
      const environment = { FLEETGLASS_DATABASE: location }
      // The first start makes the schema and the partitions.
      await (await startServerChild({ data, environment, settings: SETTINGS })).stop()
      const bytes = await opened(location, (database) => copyTracks(file, store, database, days))
      const sides = [
        { kind: 'SQLite', location: file, bytes: store.bytes, options: { data: store.data } },
        { kind: 'PostgreSQL', location, bytes, options: { data, environment } },
      ]
      for (const side of sides) report(bytesRow(side.kind, store, side.bytes))
      const nowS = Math.floor(Date.now() / 1000)
      for (const { kind, location } of sides)
        report(await opened(location, (database) => writeRate(kind, database, nowS)))
      const rows = new Map<string, BenchRow[]>()
      for (const { kind, options } of sides) {
        const server = await startServerChild({ ...options, core: SERVER_CORE, settings: SETTINGS })
        try {
          rows.set(kind, await measured(kind, server, store))
        } finally {
          await server.stop()
        }
      }
      trackRows.forEach((_, index) => {
        for (const side of rows.values()) if (side[index]) report(side[index])
      })
    } finally {
      await cluster.close()
      store.close()
      rmSync(data, { recursive: true, force: true })
    }
  },
}

async function measured(kind: string, server: ServerChild, store: MadeStore): Promise<BenchRow[]> {
  const site = { server, store, days, vehicles: VEHICLES, ask: askAs(server) }
  const rows: BenchRow[] = []
  for (const make of trackRows) {
    const row = await make(site)
    rows.push({ ...row, what: `${kind}, ${millions(store)} million points: ${row.what}` })
  }
  return rows
}

function bytesRow(kind: string, store: MadeStore, bytes: number): BenchRow {
  const isSqlite = kind === 'SQLite'
  return {
    what: `${kind}, ${millions(store)} million points: bytes of a stored point, with its index and its share of the sums`,
    value: bytes / store.points,
    unit: 'bytes',
    bar: isSqlite ? '≤ 40' : 'no bar',
    holds: !isSqlite || bytes / store.points <= 40,
    note: `${(bytes / 1e9).toFixed(2)} GB`,
  }
}

const millions = ({ points }: MadeStore): string => (points / 1e6).toFixed(1)

async function opened<T>(location: string, work: (database: Database) => Promise<T>): Promise<T> {
  const onFailure = (error: Error): never => {
    throw error
  }
  const database = await openDatabase({ location, migrations, clock: systemClock, onFailure })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
