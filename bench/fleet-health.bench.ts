// A page of the fleet health of 5,000 devices, as a console gets it from a server by HTTP, on both databases.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../apps/server/migrations/index.ts'
import { sha256 } from '../apps/server/test/channel-client.ts'
import { postgresBinaries, runStatement, startPostgres } from '../apps/server/test/databases/postgres-cluster.ts'
import { callHttp } from '../apps/server/test/http-client.ts'
import { CHILD_PASSWORD, startServerChild } from '../apps/server/test/recordings/server-child.ts'
import { openDatabase, sql, systemClock } from '../apps/server/test/reports-alone.ts'
import { EventCode } from '../packages/contract/src/features/events/index.ts'
import { fleetHealthPath, fleetHealthSchema } from '../packages/contract/src/features/fleet-overview/index.ts'
import { SLOT_S } from '../packages/contract/src/features/tracks/index.ts'
import type { Bench, BenchRow } from './bench.ts'
import { DAY_S, DEVICES, storeDevices } from './events/stored-events.ts'

const BAR_MS = 300
const CALLS = 40
const PAGE = 25
/** Of each device in seven days: losses of a picture and errors of a disk, with their ends. */
const EVENTS_OF_DEVICE = 20
/** Of one device in fifty, each minute of seven days: positions whose clock is wrong. */
const STRAYS_OF_DEVICE = 10_080
const FIRST_SLOT = Math.floor(Date.now() / 1000 / SLOT_S) - 7 * (DAY_S / SLOT_S)
const SINCE_S = FIRST_SLOT * SLOT_S

const queries: Readonly<Record<string, object>> = {
  'what needs work first': {},
  'by name': { order: 'name' },
  'the last page': { offset: DEVICES - PAGE },
  'a search': { search: 'd49' },
  'one reason': { reason: 'camera' },
}

export const bench: Bench = {
  name: `Fleet health: a page of ${DEVICES} devices with a week of events, recordings and wrong clocks`,
  async run(report) {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-bench-health-'))
    try {
      await store(join(data, 'fleetglass.sqlite'), false)
      await measured('SQLite', data, {}, report)
    } finally {
      rmSync(data, { recursive: true })
    }
    const binaries = postgresBinaries()
    if (binaries === null) throw new Error('PostgreSQL is not installed (apt-get install postgresql)')
    const cluster = await startPostgres(binaries)
    const folder = mkdtempSync(join(tmpdir(), 'fleetglass-bench-health-'))
    try {
      const location = await cluster.createDatabase()
      await store(location, true)
      // As its own background process does within minutes.
      await runStatement(location, 'vacuum analyze')
      await measured('PostgreSQL', folder, { FLEETGLASS_DATABASE: location }, report)
    } finally {
      rmSync(folder, { recursive: true })
      await cluster.close()
    }
  },
}

async function store(location: string, isPostgres: boolean): Promise<void> {
  const onFailure = (error: Error): never => {
    throw error
  }
  const database = await openDatabase({ location, migrations, clock: systemClock, onFailure })
  const db = database.tables<Record<string, never>>()
  const series = (name: string, count: number): string =>
    isPostgres
      ? `${name} as (select n::bigint as n from generate_series(0, ${count - 1}) as n)`
      : `${name} (n) as (select 0 union all select n + 1 from ${name} where n < ${count - 1})`
  const run = (lists: readonly string[], into: string, rows: string) =>
    sql.raw(`insert into ${into} with ${isPostgres ? '' : 'recursive '}${lists.join()} ${rows}`).execute(db)
  try {
    await storeDevices(database)
    const codes = `case event.n % 4 when 0 then ${EventCode.diskError} else ${EventCode.videoLoss} end`
    await run(
      [series('device', DEVICES), series('event', EVENTS_OF_DEVICE)],
      'events (device_key, time_s, code, change, name, memo, call)',
      `select device.n + 1, ${SINCE_S} + event.n * 30000 + device.n % 1000, ${codes},
        case (event.n / 4 + device.n) % 2 when 0 then 'new' else 'cover' end, '', 'channel 1', 0 from device cross join event`,
    )
    await run(
      [series('device', DEVICES), series('slot', 7 * (DAY_S / SLOT_S))],
      'recording_minutes (device_key, slot, minutes)',
      `select device.n + 1, ${FIRST_SLOT} + slot.n, 32767 from device cross join slot`,
    )
    await run(
      [series('device', DEVICES / 50), series('stray', STRAYS_OF_DEVICE)],
      'track_strays (device_key, arrived_s, said_s, lat_e6, lng_e6, motion, state, alarm_bits)',
      `select device.n * 50 + 1, ${SINCE_S} + stray.n * 60, ${SINCE_S} + stray.n * 60 + 840, 1, 1, 0, 0, 0 from device cross join stray`,
    )
  } finally {
    await database.close()
  }
}

async function measured(
  kind: string,
  data: string,
  environment: Readonly<Record<string, string>>,
  report: (row: BenchRow) => void,
): Promise<void> {
  const server = await startServerChild({ data, environment, settings: { 'max-licence': 20_000 } })
  const user = { username: 'admin', password: sha256(CHILD_PASSWORD), since: SINCE_S, limit: PAGE }
  const ask = async (body: object): Promise<number> => {
    const startMs = performance.now()
    const { text } = await callHttp(server, 'POST', fleetHealthPath, { body: { ...user, ...body } })
    const tookMs = performance.now() - startMs
    const { rows } = fleetHealthSchema.parse(JSON.parse(text))
    if (rows.length !== PAGE) throw new Error(`${rows.length} rows instead of ${PAGE}`)
    return tookMs
  }
  try {
    for (const body of Object.values(queries)) await ask(body)
    const times = new Map(Object.keys(queries).map((what) => [what, [] as number[]]))
    for (let call = 0; call < CALLS; call++) {
      for (const [what, tookMs] of times) tookMs.push(await ask(queries[what] ?? {}))
    }
    for (const [what, tookMs] of times) report(pageRow(`${kind}: ${what}`, tookMs))
  } finally {
    await server.stop()
  }
}

function pageRow(what: string, tookMs: readonly number[]): BenchRow {
  const sorted = [...tookMs].sort((a, b) => a - b)
  const at = (part: number): number => Math.round((sorted[Math.floor(sorted.length * part)] ?? Number.NaN) * 10) / 10
  const value = at(0.95)
  const note = `median ${at(0.5)} ms`
  return { what: `${what}, p95`, value, unit: 'ms', bar: `≤ ${BAR_MS} ms`, holds: value <= BAR_MS, note }
}
