// What is asked of a store of tracks, whatever database it is in.
import { join } from 'node:path'
import { sha256 } from '../../apps/server/test/channel-client.ts'
import { CHILD_PASSWORD, type ServerChild } from '../../apps/server/test/recordings/server-child.ts'
import type { BenchRow } from '../bench.ts'
import type { MadeStore } from './store.ts'
import { straightSum } from './straight-sum.ts'

const DAY_S = 86_400

export interface Site {
  readonly server: ServerChild
  /** Its SQLite file is what sums are compared with. */
  readonly store: MadeStore
  readonly days: number
  readonly vehicles: number
  readonly ask: Asker
}

type Asker = (method: 'GET' | 'POST', path: string, body: Readonly<Record<string, unknown>>) => Promise<Response>

/** The rows of both benches, in their order. */
export const trackRows = [oneDay, secondsDay, oneMonth, allMonths, exports]

async function oneDay({ store, days, vehicles, ask }: Site): Promise<BenchRow> {
  const random = numbers(5)
  let points = 0
  const once = async (packed: boolean) => {
    const start = store.firstS + Math.floor(random() * days) * DAY_S
    const deviceid = vehicle(store, Math.floor(random() * vehicles))
    const reply = await ask('POST', '/api/gps', { deviceid, start, end: start + DAY_S - 1, packed })
    const answer = (await reply.json()) as unknown[][]
    points = packed ? answer.reduce((sum, block) => sum + block.length / 5, 0) : answer.length
  }
  const packed = await timesOf(100, () => once(true))
  const objects = await timesOf(50, () => once(false))
  const p95 = at(packed, 0.95)
  return {
    what: 'a day of one vehicle, answered packed: p95',
    value: p95,
    unit: 'ms',
    bar: '≤ 60 ms',
    holds: p95 <= 60 && points === DAY_S / 10,
    note: `${points} points; p50 ${at(packed, 0.5).toFixed(1)} ms; as a list of points p95 ${at(objects, 0.95).toFixed(1)} ms; until the answer is read and parsed by its client`,
  }
}

async function secondsDay({ store, vehicles, ask }: Site): Promise<BenchRow> {
  const [deviceid, start] = [vehicle(store, vehicles), store.firstS]
  let bytes = 0
  let points = 0
  const times = await timesOf(10, async () => {
    const text = await (await ask('POST', '/api/gps', { deviceid, start, end: start + DAY_S - 1, packed: true })).text()
    bytes = text.length
    points = (JSON.parse(text) as number[][]).reduce((sum, block) => sum + block.length / 5, 0)
  })
  return {
    what: 'a day of a point a second (86 400), answered packed: p50',
    value: at(times, 0.5),
    unit: 'ms',
    bar: '≤ 600 ms, ≤ 3 MB',
    holds: at(times, 0.5) <= 600 && bytes <= 3e6 && points === DAY_S,
    note: `${(bytes / 1e6).toFixed(2)} MB`,
  }
}

async function oneMonth({ store, days, vehicles, ask }: Site): Promise<BenchRow> {
  const random = numbers(6)
  const range = { afterTime: store.firstS, beforeTime: store.firstS + days * DAY_S - 1 }
  const times = await timesOf(50, async () => {
    const deviceid = vehicle(store, Math.floor(random() * vehicles))
    await (await ask('POST', '/gkmileage/summary', { deviceid, ...range })).json()
  })
  const deviceid = vehicle(store, 3)
  const answer = (await (await ask('POST', '/gkmileage/summary', { deviceid, ...range })).json()) as Record<
    string,
    number
  >
  const straight = straightSum(join(store.data, 'fleetglass.sqlite'), deviceid, range.afterTime, range.beforeTime)
  const received = [answer.distance, answer.parkcount, answer.parktime, answer.totalDrivingtime, answer.oscount]
  const meant = [straight.distanceM / 1000, straight.stops, straight.stoppedS, straight.drivingS, straight.overspeeds]
  // Stored sums are whole millimetres each.
  const equal = received.every((value, n) => Math.abs((value ?? Number.NaN) - (meant[n] ?? 0)) <= (n === 0 ? 0.01 : 0))
  return {
    what: `mileage of ${days} days of one vehicle: p95`,
    value: at(times, 0.95),
    unit: 'ms',
    bar: '≤ 100 ms',
    holds: at(times, 0.95) <= 100 && equal,
    note: `p50 ${at(times, 0.5).toFixed(1)} ms; ${equal ? 'the same' : `${received.join(' ')}, NOT the same (${meant.join(' ')})`} as all its points added up one by one (${straight.ms.toFixed(0)} ms)`,
  }
}

async function allMonths({ store, days, vehicles, ask }: Site): Promise<BenchRow> {
  const range = { start: store.firstS, end: store.firstS + days * DAY_S - 1 }
  let rows = 0
  const times = await timesOf(5, async () => {
    rows = ((await (await ask('POST', '/api/mileage-days', range)).json()) as unknown[]).length
  })
  return {
    what: `mileage of ${days} days of all ${vehicles} vehicles, day by day: p50`,
    value: at(times, 0.5),
    unit: 'ms',
    bar: '≤ 3 000 ms',
    holds: at(times, 0.5) <= 3_000 && rows >= vehicles * days,
    note: `${rows} days, the longest of 5 took ${at(times, 1).toFixed(0)} ms`,
  }
}

async function exports({ server, store, days, ask }: Site): Promise<BenchRow> {
  const readers = 2
  const range = { start: store.firstS, end: store.firstS + days * DAY_S - 1, format: 'csv' }
  // Reading the metric begins a new histogram.
  await server.metric('nodejs_eventloop_lag_p99_seconds')
  let most = server.rssMb()
  const watching = setInterval(() => (most = Math.max(most, server.rssMb())), 100)
  const startedMs = performance.now()
  const bytes = await Promise.all(
    Array.from({ length: readers }, async (_, n) => {
      const reply = await ask('GET', '/api/gps/export', { ...range, deviceid: vehicle(store, 100 + n) })
      let sum = 0
      for await (const chunk of reply.body ?? []) sum += (chunk as Uint8Array).length
      return sum
    }),
  )
  const seconds = (performance.now() - startedMs) / 1000
  clearInterval(watching)
  const p99Ms = (await server.metric('nodejs_eventloop_lag_p99_seconds')) * 1000
  const points = (days * DAY_S) / 10
  const whole = bytes.every((length) => length > points * 60)
  return {
    what: `memory while ${readers} vehicles' ${days} days are exported as CSV`,
    value: most,
    unit: 'MB RSS',
    bar: '< 1 000 MB',
    holds: most < 1_000 && whole,
    note: `${bytes.map((length) => `${(length / 1e6).toFixed(1)} MB`).join(' and ')} in ${seconds.toFixed(1)} s; event-loop delay p99 ${p99Ms.toFixed(1)} ms, the sampling interval of 10 ms included`,
  }
}

export function askAs({ ports }: ServerChild): Asker {
  const password = sha256(CHILD_PASSWORD)
  const base = `http://127.0.0.1:${ports.http}`
  const basic = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
  return async (method, path, fields) => {
    const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
    const headers = { authorization: basic, 'content-type': 'application/json' }
    const reply =
      method === 'GET'
        ? await fetch(`${base}${path}?${query}`, { headers })
        : await fetch(`${base}${path}`, { method, headers, body: JSON.stringify(fields) })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return reply
  }
}

function vehicle({ fleet }: MadeStore, n: number): string {
  return String(fleet.firstTerminal + n)
}

/** Milliseconds of each, shortest first; one before them is not counted. */
export async function timesOf(rounds: number, work: () => Promise<void>): Promise<number[]> {
  await work()
  const times: number[] = []
  for (let n = 0; n < rounds; n++) {
    const startedMs = performance.now()
    await work()
    times.push(performance.now() - startedMs)
  }
  return times.sort((a, b) => a - b)
}

export function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** The same numbers from 0 to 1 in each run. */
function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}
