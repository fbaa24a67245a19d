import { join } from 'node:path'
import { sha256 } from '../apps/server/test/channel-client.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../apps/server/test/recordings/server-child.ts'
import { LOAD_CORE, type MeasuredServer, pinned, SERVER_CORE, startServerWith } from '../tools/site/server-process.ts'
import type { Bench, BenchRow } from './bench.ts'
import { lostPositions } from './tracks/lost-positions.ts'
import { type MadeStore, openTrackStore } from './tracks/store.ts'
import { straightSum } from './tracks/straight-sum.ts'

/**
 * `npm run bench -- tracks` queries a store of two days; `-- tracks --days=31 --store=/tmp/tracks-bench` makes one of 134 million
 * points in that folder, or takes the one that lies there.
 */
const days = Number(process.env.FLEETGLASS_BENCH_DAYS ?? 2)
const storedIn = process.env.FLEETGLASS_BENCH_STORE ?? null
const VEHICLES = 500
const DAY_S = 86_400

/** A month of 500 vehicles: its queries, its size, and that nothing acknowledged is lost. */
export const bench: Bench = {
  name: `tracks (${VEHICLES} vehicles, ${days} days)`,
  async run(report) {
    const store = await openTrackStore({ vehicles: VEHICLES, days, storedIn })
    report(bytesRow(store))
    const settings = { 'max-licence': 20_000, 'log-level': 'info' }
    const server = await startServerChild({ data: store.data, core: SERVER_CORE, settings })
    try {
      const site = { server, store, ask: asker(server) }
      for (const row of [oneDay, secondsDay, oneMonth, allMonths, exports]) report(await row(site))
    } finally {
      await server.stop()
      store.close()
    }
    report(await killed())
  },
}

interface Site {
  readonly server: ServerChild
  readonly store: MadeStore
  readonly ask: Asker
}

type Asker = (method: 'GET' | 'POST', path: string, body: Readonly<Record<string, unknown>>) => Promise<Response>

function bytesRow({ points, bytes }: MadeStore): BenchRow {
  return {
    what: 'bytes of a stored point, its place in the tree and its share of the sums included',
    value: bytes / points,
    unit: 'bytes',
    bar: '≤ 40',
    holds: bytes / points <= 40,
    note: `${points.toLocaleString('en-US').replaceAll(',', ' ')} points, ${(bytes / 1e9).toFixed(2)} GB`,
  }
}

async function oneDay({ store, ask }: Site): Promise<BenchRow> {
  const random = numbers(5)
  let points = 0
  const once = async (packed: boolean) => {
    const start = store.firstS + Math.floor(random() * days) * DAY_S
    const deviceid = vehicle(store, Math.floor(random() * VEHICLES))
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

async function secondsDay({ store, ask }: Site): Promise<BenchRow> {
  const [deviceid, start] = [vehicle(store, VEHICLES), store.firstS]
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

async function oneMonth({ store, ask }: Site): Promise<BenchRow> {
  const random = numbers(6)
  const range = { afterTime: store.firstS, beforeTime: store.firstS + days * DAY_S - 1 }
  const times = await timesOf(50, async () => {
    const deviceid = vehicle(store, Math.floor(random() * VEHICLES))
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

async function allMonths({ store, ask }: Site): Promise<BenchRow> {
  const range = { start: store.firstS, end: store.firstS + days * DAY_S - 1 }
  let rows = 0
  const times = await timesOf(5, async () => {
    rows = ((await (await ask('POST', '/api/mileage-days', range)).json()) as unknown[]).length
  })
  return {
    what: `mileage of ${days} days of all ${VEHICLES} vehicles, day by day: p50`,
    value: at(times, 0.5),
    unit: 'ms',
    bar: '≤ 3 000 ms',
    holds: at(times, 0.5) <= 3_000 && rows >= VEHICLES * days,
    note: `${rows} days, the longest of 5 took ${at(times, 1).toFixed(0)} ms`,
  }
}

async function exports({ server, store, ask }: Site): Promise<BenchRow> {
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

/** 30,000 positions a second on one core, and SIGKILL in the middle. */
async function killed(): Promise<BenchRow> {
  const fleet = { devices: 1_000, firstTerminal: 13_900_000_001 }
  const server: MeasuredServer = await startServerWith(fleet)
  try {
    const firstTimeS = Math.floor(Date.now() / 1000) - 6 * 3600
    const order = {
      port: server.ports.signalling,
      connections: fleet.devices,
      firstTerminal: fleet.firstTerminal,
      firstTimeS,
      window: 4_096,
      ratePerConnection: 30,
      atOnce: 3,
      seconds: 12,
      connectRate: 2_000,
    }
    const script = join(import.meta.dirname, 'gateway/position-load.ts')
    const load = pinned(LOAD_CORE, [script, JSON.stringify(order)], true)
    const next = <T>(): Promise<T> => new Promise((resolve) => load.once('message', (message) => resolve(message as T)))
    await next()
    load.send('go')
    const reported = next<{ sent: number; acknowledgedEach: number[] }>()
    const cpuBefore = server.cpuS()
    const begunMs = performance.now()
    await pause(10_000)
    const cpuS = server.cpuS() - cpuBefore
    await server.kill()
    const seconds = (performance.now() - begunMs) / 1000
    const { sent, acknowledgedEach } = await reported
    const acknowledged = acknowledgedEach.reduce((sum, count) => sum + count, 0)
    const lost = lostPositions(server.databaseFile, {
      firstTerminal: fleet.firstTerminal,
      firstTimeS,
      acknowledgedEach,
    })
    return {
      what: 'positions acknowledged a second until SIGKILL, 30 000/s offered, one core',
      value: acknowledged / seconds,
      unit: '1/s',
      bar: '≥ 29 000/s, none lost',
      holds: acknowledged / seconds >= 29_000 && lost === 0,
      note: `${lost} acknowledged and not in the database of the killed server, ${sent - acknowledged} sent and not acknowledged; ${(cpuS / seconds).toFixed(2)} of a core`,
    }
  } finally {
    await server.close()
  }
}

function asker({ ports }: ServerChild): Asker {
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
async function timesOf(rounds: number, work: () => Promise<void>): Promise<number[]> {
  await work()
  const times: number[] = []
  for (let n = 0; n < rounds; n++) {
    const startedMs = performance.now()
    await work()
    times.push(performance.now() - startedMs)
  }
  return times.sort((a, b) => a - b)
}

function at(sorted: readonly number[], share: number): number {
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
