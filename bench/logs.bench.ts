// Logs of calls and streams: what writing them costs the server, and how long a page of ten million rows takes by HTTP.
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '../apps/server/test/channel-client.ts'
import { postgresBinaries, runStatement, startPostgres } from '../apps/server/test/databases/postgres-cluster.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../apps/server/test/recordings/server-child.ts'
import { accessLogPath } from '../packages/contract/src/features/access-log/index.ts'
import { streamLogPath, streamLogTypes } from '../packages/contract/src/features/stream-log/index.ts'
import { accountPath } from '../packages/contract/src/features/users/index.ts'
import type { Bench, BenchRow } from './bench.ts'
import { type GROUPS, LOG_DAYS, LOG_ROWS, LOG_START_MS, type LogTable, storeLogs } from './logs/stored-logs.ts'
import { realCallUs, writeCost } from './logs/write-cost.ts'

const BAR_MS = 300
/** Percent. */
const WRITING_BAR = 5
/** Calls of each query; they come by turns, so that a busy moment of the machine meets all of them. */
const CALLS = 40
const PAGE = 100
const admin = { username: 'admin', password: sha256(CHILD_PASSWORD) }
const tables = ['stream_log', 'audit_log'] as const
/** An action of a third of the calls, and one of none. */
const ACTION = 'Read the user stream log'
const NEVER = 'Read the access log'
const DAY_S = 86_400
const FIRST_S = LOG_START_MS / 1000
const dayText = (day: number): string => new Date((FIRST_S + day * DAY_S) * 1000).toISOString()
const period = (first: number, end: number) => ({ afterUpdatetime: dayText(first), beforeUpdatetime: dayText(end) })
const ALL = period(0, LOG_DAYS)
const MONTH = period(100, 130)

interface Query {
  readonly what: string
  readonly path: string
  readonly body: object
  /** Rows of the page; -1: some, the calls of this bench among them. */
  readonly expected: number
  /** Whose user asks; left out: an administrator. */
  readonly group?: keyof typeof GROUPS
}

const streams = { path: streamLogPath, expected: PAGE } as const
const calls = { path: accessLogPath, expected: PAGE } as const
const queries: Readonly<Record<LogTable, readonly Query[]>> = {
  stream_log: [
    { ...streams, what: 'stream log: all', body: ALL },
    { ...streams, what: 'stream log: a month', body: MONTH },
    { ...streams, what: 'stream log: a user', body: { ...ALL, member: 'user 7' } },
    { ...streams, what: 'stream log: a user and a device', body: { ...ALL, member: 'user 7', deviceid: 'd31' } },
    { ...streams, what: 'stream log: a device', body: { ...MONTH, deviceid: 'd31' } },
    { ...streams, what: 'stream log: a type', body: { ...MONTH, type: streamLogTypes.liveEnd } },
    { ...streams, what: 'stream log: another entrance', body: { ...ALL, entrance: 2 }, expected: 0 },
    { ...streams, what: 'stream log: an unknown user', body: { ...ALL, member: "%' or 1=1" }, expected: 0 },
    { ...streams, what: 'stream log: a page after 9,500', body: { ...ALL, offset: 9_500 } },
    { ...streams, what: 'stream log: of five devices', body: ALL, group: 'few' },
    { ...streams, what: 'stream log: of 150 devices without rows', body: ALL, group: 'fresh', expected: 0 },
    {
      ...streams,
      what: 'stream log: a type, of 150 devices without rows',
      body: { ...ALL, type: streamLogTypes.liveEnd },
      group: 'fresh',
      expected: 0,
    },
  ],
  audit_log: [
    { ...calls, what: 'access log: all', body: ALL },
    { ...calls, what: 'access log: a month', body: MONTH },
    { ...calls, what: 'access log: a user', body: { ...ALL, member: 'user 7' } },
    { ...calls, what: 'access log: an address', body: { ...ALL, ip: '10.0.7.7' } },
    {
      ...calls,
      what: 'access log: a user and an address',
      body: { ...ALL, member: 'user 7', ip: '10.0.21.101' },
      expected: -1,
    },
    { ...calls, what: 'access log: an unknown address', body: { ...ALL, ip: '10.9.9.9' }, expected: 0 },
    { ...calls, what: 'access log: a page after 9,500', body: { ...ALL, offset: 9_500 } },
    { ...calls, what: 'access log: an action', body: { ...MONTH, action: ACTION } },
    {
      ...calls,
      what: 'access log: a user who never did it',
      body: { ...ALL, member: 'user 7', action: NEVER },
      expected: 0,
    },
    { ...calls, what: 'access log: of five devices', body: ALL, group: 'few' },
    { ...calls, what: 'access log: of 150 devices without rows', body: ALL, group: 'fresh', expected: -1 },
    {
      ...calls,
      what: 'access log: an action, of 150 devices without rows',
      body: { ...ALL, action: ACTION },
      group: 'fresh',
      expected: -1,
    },
  ],
}

export const bench: Bench = {
  name: `Logs: what writing costs, and pages of ${LOG_ROWS / 1e6} million rows`,
  async run(report) {
    await onSqlite(report)
    await writing(report)
    await onPostgres(report)
  },
}

/** What a call costs that does nothing is no load of a site; the bar is of calls that read something with a login. */
async function writing(report: (row: BenchRow) => void): Promise<void> {
  const streams = 'access log, and stream log of a stream that begins and ends'
  await writeCost(report, { method: 'POST', what: streams, writes: 'calls and streams' })
  const costUs = await writeCost(report, { method: 'POST', what: 'access log', writes: 'calls' })
  const callUs = await realCallUs()
  const value = (costUs / callUs) * 100
  report({
    what: 'share of the throughput, calls of API clients with access log',
    value,
    unit: '%',
    bar: `< ${WRITING_BAR} %`,
    holds: value < WRITING_BAR,
    note: `${costUs.toFixed(1)} of ${callUs.toFixed(0)} µs of the processor for each reading of what a user may see`,
  })
}

async function onSqlite(report: (row: BenchRow) => void): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-bench-logs-'))
  try {
    for (const table of tables) {
      const folder = mkdtempSync(join(data, table))
      const groups = await storeLogs(join(folder, 'fleetglass.sqlite'), [table])
      await measured('SQLite', { data: folder, environment: {}, table, groups }, report)
      rmSync(folder, { recursive: true })
    }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

async function onPostgres(report: (row: BenchRow) => void): Promise<void> {
  const binaries = postgresBinaries()
  if (binaries === null) throw new Error('PostgreSQL is not installed (apt-get install postgresql)')
  const cluster = await startPostgres(binaries)
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-bench-logs-'))
  try {
    for (const table of tables) {
      const location = await cluster.createDatabase()
      const groups = await storeLogs(location, [table])
      // As its own background process does within minutes.
      await runStatement(location, `vacuum analyze ${table}`)
      const environment = { FLEETGLASS_DATABASE: location }
      await measured('PostgreSQL', { data: mkdtempSync(join(data, table)), environment, table, groups }, report)
    }
  } finally {
    rmSync(data, { recursive: true })
    await cluster.close()
  }
}

interface Site {
  readonly data: string
  readonly environment: Readonly<Record<string, string>>
  readonly table: LogTable
  readonly groups: Readonly<Record<keyof typeof GROUPS, string>>
}

async function measured(
  kind: string,
  { data, environment, table, groups }: Site,
  report: (row: BenchRow) => void,
): Promise<void> {
  const server = await startServerChild({ data, environment, settings: { 'max-licence': 20_000 } })
  try {
    for (const [name, group] of Object.entries(groups)) await addUser(server, name, group)
    for (const query of queries[table]) await ask(server, query)
    const times = new Map(queries[table].map((query) => [query, [] as number[]]))
    for (let call = 0; call < CALLS; call++) {
      for (const [query, tookMs] of times) tookMs.push(await ask(server, query))
    }
    for (const [{ what }, tookMs] of times) report(pageRow(`${kind}: ${what}`, tookMs))
  } finally {
    await server.stop()
  }
}

function pageRow(what: string, tookMs: readonly number[]): BenchRow {
  const sorted = [...tookMs].sort((a, b) => a - b)
  const at = (part: number): number => Math.round((sorted[Math.floor(sorted.length * part)] ?? Number.NaN) * 10) / 10
  const value = at(0.95)
  return {
    what: `${what}, p95`,
    value,
    unit: 'ms',
    bar: `≤ ${BAR_MS} ms`,
    holds: value <= BAR_MS,
    note: `${(value / BAR_MS).toFixed(2)} of the bar, median ${at(0.5)} ms`,
  }
}

async function addUser(server: ServerChild, name: string, group: string): Promise<void> {
  const user = { editingName: name, editingPW: sha256(CHILD_PASSWORD), editingGroupid: group }
  const answer = await call(server, accountPath, { ...admin, ...user })
  if (answer.includes('"hasError":true')) throw new Error(answer)
}

/** From the question to the whole answer, in ms. */
async function ask(server: ServerChild, { what, path, body, expected, group }: Query): Promise<number> {
  const startMs = performance.now()
  const text = await call(server, path, { ...admin, username: group ?? 'admin', limit: PAGE, ...body })
  const tookMs = performance.now() - startMs
  const rows = JSON.parse(text) as unknown
  if (!Array.isArray(rows)) throw new Error(`${what}: ${text.slice(0, 200)}`)
  if (expected !== -1 && rows.length !== expected)
    throw new Error(`${what}: ${rows.length} rows instead of ${expected}`)
  return tookMs
}

function call(server: ServerChild, path: string, body: object): Promise<string> {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  const options = { host: '127.0.0.1', port: server.ports.http, path, method: 'POST', headers }
  return new Promise((resolve, reject) => {
    const sent = request(options, (reply) => {
      const pieces: Buffer[] = []
      reply
        .on('data', (piece: Buffer) => pieces.push(piece))
        .once('end', () => resolve(Buffer.concat(pieces).toString()))
    })
    sent.once('error', reject).end(text)
  })
}
