// Logs of calls and streams: what writing them costs the server, and how long a page of ten million rows takes by HTTP.
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LogsAlone, measuredListener, openAudit } from '../apps/server/test/audit-alone.ts'
import { sha256 } from '../apps/server/test/channel-client.ts'
import { postgresBinaries, runStatement, startPostgres } from '../apps/server/test/databases/postgres-cluster.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../apps/server/test/recordings/server-child.ts'
import { accessLogPath } from '../packages/contract/src/features/access-log/index.ts'
import { streamLogPath, streamLogTypes } from '../packages/contract/src/features/stream-log/index.ts'
import { compare } from './audit.bench.ts'
import type { Bench, BenchRow } from './bench.ts'
import { LOG_DAYS, LOG_ROWS, LOG_START_MS, type LogTable, storeLogs } from './logs/stored-logs.ts'

const BAR_MS = 300
/** Calls of each query; they come by turns, so that a busy moment of the machine meets all of them. */
const CALLS = 40
const PAGE = 100
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
  /** Rows of the page. */
  readonly expected: number
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

/** The same calls with and without logs, by turns. What each call costs is the bar; that every call begins and ends a stream is no load of a site. */
async function writing(report: (row: BenchRow) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fleetglass-bench-logs-'))
  const logs = await openAudit(join(folder, 'logs.sqlite'))
  const called = await measuredListener(logs.audit)
  const streamed = await measuredListener(logs.audit, () => watched(logs))
  const bare = await measuredListener(null)
  try {
    await compare(report, { method: 'POST', what: 'calls with access log', bar: 5 }, called.port, bare.port)
    const what = 'calls with access log that each begin and end a stream with stream log'
    await compare(report, { method: 'POST', what, bar: null }, streamed.port, bare.port)
  } finally {
    for (const { listener } of [called, streamed, bare]) await listener.close()
    await logs.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function watched({ streamLog }: LogsAlone): void {
  streamLog.begin({ kind: 'live', user: 'admin', device: { key: 1, deviceId: 'd1' }, channel: 1 }).end()
}

async function onSqlite(report: (row: BenchRow) => void): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-bench-logs-'))
  try {
    for (const table of ['stream_log', 'audit_log'] as const) {
      const folder = mkdtempSync(join(data, table))
      await storeLogs(join(folder, 'fleetglass.sqlite'), [table])
      await measured('SQLite', { data: folder, environment: {}, table }, report)
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
    const location = await cluster.createDatabase()
    await storeLogs(location, ['stream_log'])
    // As its own background process does within minutes.
    await runStatement(location, 'vacuum analyze stream_log')
    await measured('PostgreSQL', { data, environment: { FLEETGLASS_DATABASE: location }, table: 'stream_log' }, report)
  } finally {
    rmSync(data, { recursive: true })
    await cluster.close()
  }
}

interface Site {
  readonly data: string
  readonly environment: Readonly<Record<string, string>>
  readonly table: LogTable
}

async function measured(
  kind: string,
  { data, environment, table }: Site,
  report: (row: BenchRow) => void,
): Promise<void> {
  const server = await startServerChild({ data, environment })
  try {
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

/** From the question to the whole answer, in ms. */
async function ask(server: ServerChild, { what, path, body, expected }: Query): Promise<number> {
  const startMs = performance.now()
  const text = await call(server, path, { username: 'admin', password: sha256(CHILD_PASSWORD), limit: PAGE, ...body })
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
