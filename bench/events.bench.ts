// Pages of a million stored events, as a user of 500 of 5,000 devices gets them from a server by HTTP, on both databases.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventCountPath, eventQueryPath, storedEventsSchema } from '@fleetglass/contract/events'
import { accountPath } from '@fleetglass/contract/users'
import { sha256 } from '../apps/server/test/channel-client.ts'
import { postgresBinaries, runStatement, startPostgres } from '../apps/server/test/databases/postgres-cluster.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../apps/server/test/recordings/server-child.ts'
import type { Bench, BenchRow } from './bench.ts'
import { CODES, DAY_S, DEVICES, EVENTS, LAST_HOUR_S, START_S, storeEvents, VISIBLE } from './events/stored-events.ts'

const BAR_MS = 150
const LOOP_BAR_MS = 20
/** The delay that Node's histogram reports of an idle loop is the period of its timer. */
const LOOP_TIMER_MS = 10
const PAGE = 100
const DEEP = 40_000
/** Calls of each query; they come by turns, so that a busy moment of the machine meets all of them. */
const CALLS = 40
const USER = 'dispatcher'
const FIRST_S = START_S + 20 * DAY_S
const MONTH = { afterTime: FIRST_S, beforeTime: FIRST_S + 30 * DAY_S - 1, limit: PAGE, desc: true, order: 'time' }

interface Query {
  readonly what: string
  readonly body: object
  /** Events of the page. */
  readonly expected: number
  readonly path?: string
}

const queries: readonly Query[] = [
  { what: 'every event, the latest first', body: {}, expected: PAGE },
  { what: 'every event, the first first', body: { desc: false }, expected: PAGE },
  { what: 'three codes', body: { appdevids: CODES.slice(1, 4) }, expected: PAGE },
  { what: 'three codes, the first first', body: { appdevids: CODES.slice(1, 4), desc: false }, expected: PAGE },
  { what: 'a frequent code', body: { appdevids: [CODES[0]] }, expected: PAGE },
  { what: 'a rare code, by speed', body: { appdevids: [CODES[4]], order: 'speed', limit: 20 }, expected: 20 },
  { what: 'with a picture', body: { hasSnapshot: true }, expected: PAGE },
  { what: 'a code that no event has', body: { appdevids: [9_999] }, expected: 0 },
  { what: 'three codes that no event has', body: { appdevids: [9_997, 9_998, 9_999] }, expected: 0 },
  { what: 'by check status', body: { order: 'checkstatus', desc: false }, expected: PAGE },
  { what: 'by speed', body: { order: 'speed' }, expected: PAGE },
  { what: 'by code', body: { order: 'appdevid', desc: false }, expected: PAGE },
  { what: 'by update time', body: { order: 'updatetime' }, expected: PAGE },
  { what: 'what changed in the last hour', body: { afterUpdatetime: LAST_HOUR_S }, expected: PAGE },
  { what: `a page after ${DEEP}`, body: { offset: DEEP }, expected: PAGE },
  { what: 'one device', body: { deviceid: 'd0' }, expected: -1 },
  { what: 'how many there are', body: {}, expected: -1, path: eventCountPath },
]

export const bench: Bench = {
  name: `Events: ${EVENTS} stored, pages of a month for ${VISIBLE} of ${DEVICES} devices`,
  async run(report) {
    await onSqlite(report)
    await onPostgres(report)
  },
}

async function onSqlite(report: (row: BenchRow) => void): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-bench-events-'))
  try {
    const groupId = await storeEvents(join(data, 'fleetglass.sqlite'))
    await measured('SQLite', { data, environment: {}, groupId }, report)
  } finally {
    rmSync(data, { recursive: true })
  }
}

async function onPostgres(report: (row: BenchRow) => void): Promise<void> {
  const binaries = postgresBinaries()
  if (binaries === null) throw new Error('PostgreSQL is not installed (apt-get install postgresql)')
  const cluster = await startPostgres(binaries)
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-bench-events-'))
  try {
    const location = await cluster.createDatabase()
    const groupId = await storeEvents(location)
    // As its own background process does within minutes.
    await runStatement(location, 'vacuum analyze events')
    await measured('PostgreSQL', { data, environment: { FLEETGLASS_DATABASE: location }, groupId }, report)
  } finally {
    rmSync(data, { recursive: true })
    await cluster.close()
  }
}

interface Site {
  readonly data: string
  readonly environment: Readonly<Record<string, string>>
  readonly groupId: string
}

async function measured(
  kind: string,
  { data, environment, groupId }: Site,
  report: (row: BenchRow) => void,
): Promise<void> {
  const server = await startServerChild({ data, environment, settings: { 'max-licence': 20_000 } })
  try {
    const user = await addUser(server, groupId)
    for (const query of queries) await ask(server, user, query)
    const times = new Map(queries.map((query) => [query, [] as number[]]))
    // A reading of the metrics begins a new histogram of the loop's delay.
    await server.metric('nodejs_eventloop_lag_p99_seconds')
    for (let call = 0; call < CALLS; call++) {
      for (const [query, tookMs] of times) tookMs.push(await ask(server, user, query))
    }
    const loopMs = (await server.metric('nodejs_eventloop_lag_p99_seconds')) * 1000 - LOOP_TIMER_MS
    for (const [{ what }, tookMs] of times) report(pageRow(`${kind}: ${what}`, tookMs))
    const rounded = Math.max(0, Math.round(loopMs * 100) / 100)
    report({
      what: `${kind}: event loop delay of the server meanwhile, p99`,
      value: rounded,
      unit: 'ms',
      bar: `< ${LOOP_BAR_MS} ms`,
      holds: rounded < LOOP_BAR_MS,
    })
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
async function ask(server: ServerChild, user: object, { what, body, expected, path }: Query): Promise<number> {
  const startMs = performance.now()
  const text = await call(server, path ?? eventQueryPath, { ...user, ...MONTH, ...body })
  const tookMs = performance.now() - startMs
  if (path !== undefined) return tookMs
  const { length } = storedEventsSchema.parse(JSON.parse(text))
  if (expected !== -1 && length !== expected) throw new Error(`${what}: ${length} events instead of ${expected}`)
  return tookMs
}

/** Adds a user who sees the group; answers what a console of this user sends with each call. */
async function addUser(server: ServerChild, groupId: string): Promise<object> {
  const password = sha256(CHILD_PASSWORD)
  const user = { editingName: USER, editingPW: password, editingGroupid: groupId }
  await call(server, accountPath, { username: 'admin', password, ...user })
  return { username: USER, password }
}

async function call({ ports }: ServerChild, path: string, body: object): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${ports.http}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok || text.includes('"hasError":true')) throw new Error(`${path}: ${response.status} ${text}`)
  return text
}
