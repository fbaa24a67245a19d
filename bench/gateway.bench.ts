import { join } from 'node:path'
import Database from 'better-sqlite3'
import { LOAD_CORE, type MeasuredServer, pinned, SERVER_CORE, startServerWith } from '../tools/site/server-process.ts'
import type { Bench, BenchRow } from './bench.ts'
import type { LoadOrder, LoadReport } from './gateway/position-load.ts'

const FIRST_TERMINAL = 13_900_000_001
const FIRST_FILMING = 13_500_000_001

/** Positions from socket to disk, and what a large quiet fleet costs: server and load apart, one core each. */
export const bench: Bench = {
  name: 'gateway',
  async run(report) {
    await throughput(report)
    await quietFleet(report)
    await everythingAtOnce(report)
    await backlog(report)
  },
}

/** Three rounds, the server and its peer in turn on the same core: the machine is not the same from minute to minute. */
async function throughput(report: (row: BenchRow) => void): Promise<void> {
  const rounds: (Round & { peer: number })[] = []
  for (let n = 0; n < 3; n++) rounds.push({ ...(await throughputRound()), peer: await peerRate(8_192, 6) })
  const free = await peerRate(65_536, 6)
  const rate = median(rounds.map((round) => round.rate))
  const peer = median(rounds.map((round) => round.peer))
  const ratio = median(rounds.map((round) => round.rate / round.peer))
  const lost = rounds.reduce((sum, round) => sum + round.lost, 0)
  const unanswered = rounds.reduce((sum, round) => sum + round.unanswered, 0)
  report({
    what: 'positions from socket to committed and acknowledged, 1 000 vehicles',
    value: rate,
    unit: '1/s',
    bar: '≥ 30 000/s, ≥ 0.4 of bare batched inserts, none lost',
    holds: rate >= 30_000 && ratio >= 0.4 && lost === 0 && unanswered === 0,
    peer: { what: "bare SQLite inserts at the server's group size and pragmas, same core", value: peer, ratio },
    note: [
      `medians of the rounds ${rounds.map((round) => `${Math.round(round.rate)} beside ${Math.round(round.peer)}`).join(', ')}, the ratio of those`,
      `${lost} acknowledged and not in the database, ${unanswered} sent and not acknowledged`,
      `${median(rounds.map((round) => round.cpu)).toFixed(2)} of a core`,
      '32 to 64 positions a write, at most 64 unanswered on a line, every one a new row',
      `bare inserts of 65 536 rows a transaction, synchronous FULL: ${Math.round(free)}/s (${(rate / free).toFixed(2)})`,
    ].join('; '),
  })
}

interface Round {
  readonly rate: number
  /** Acknowledged and not in the database when the server has ended. */
  readonly lost: number
  readonly unanswered: number
  readonly cpu: number
}

async function throughputRound(): Promise<Round> {
  const vehicles = 1_000
  const fleet = { devices: vehicles, firstTerminal: FIRST_TERMINAL }
  const server = await startServerWith(fleet)
  try {
    const warmUp: LoadOrder = {
      port: server.ports.signalling,
      connections: vehicles,
      firstTerminal: FIRST_TERMINAL,
      firstTimeS: secondsAgo(1_800),
      window: 64,
      ratePerConnection: 0,
      seconds: 3,
      connectRate: 2_000,
    }
    const warm = await (await load(warmUp)).run()
    const measured = await load({ ...warmUp, firstTimeS: warm.lastTimeS + 1, seconds: 10 })
    const cpuBefore = server.cpuS()
    const result = await measured.run()
    const cpu = (server.cpuS() - cpuBefore) / result.seconds
    const acknowledged = warm.acknowledged + result.acknowledged
    return {
      rate: result.acknowledgedInTime / result.seconds,
      lost: acknowledged - (await server.endAndCountPoints(fleet)),
      unanswered: warm.sent + result.sent - acknowledged,
      cpu,
    }
  } finally {
    await server.close()
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

/** Unix seconds. Every position of a vehicle has a second of its own and none lies ahead, so the first ones are this old. */
function secondsAgo(seconds: number): number {
  return Math.floor(Date.now() / 1000) - seconds
}

async function quietFleet(report: (row: BenchRow) => void): Promise<void> {
  const vehicles = 10_000
  const fleet = { devices: vehicles, firstTerminal: FIRST_TERMINAL }
  const server = await startServerWith(fleet)
  try {
    const order: LoadOrder = {
      port: server.ports.signalling,
      connections: vehicles,
      firstTerminal: FIRST_TERMINAL,
      introduce: true,
      firstTimeS: secondsAgo(0),
      stepS: 10,
      window: 8,
      ratePerConnection: 0.1,
      seconds: 10,
      connectRate: 2_000,
    }
    const running = (await load({ ...order, seconds: 40 })).run()
    // The first positions of all are not measured: every device is new to the table then.
    await pause(12_000)
    const cpuBefore = server.cpuS()
    const startedMs = performance.now()
    await pause(20_000)
    const cpu = (server.cpuS() - cpuBefore) / ((performance.now() - startedMs) / 1000)
    const rss = server.rssMb()
    const result = await running
    const unanswered = result.sent - result.acknowledged
    const lost = result.acknowledged - (await server.endAndCountPoints(fleet))
    report({
      what: '10 000 devices, a position every 10 s: CPU',
      value: cpu * 100,
      unit: '% of a core',
      bar: '≤ 20 %',
      holds: cpu <= 0.2 && lost === 0 && unanswered === 0,
      note: `of ${result.sent} positions ${unanswered} not acknowledged, ${lost} acknowledged and not in the database; each device registered and authenticated when it connected, one position a write, 20 s measured; they do not answer where they are`,
    })
    report({
      what: '10 000 devices, a position every 10 s: memory',
      value: rss,
      unit: 'MB RSS',
      bar: '≤ 500 MB',
      holds: rss <= 500,
    })
  } finally {
    await server.close()
  }
}

/** 30,000 positions a second and 50 vehicles whose camera is recorded, for a while: how long the event loop is blocked. */
async function everythingAtOnce(report: (row: BenchRow) => void): Promise<void> {
  const filming = { devices: 50, firstTerminal: FIRST_FILMING, records: true }
  const reporting = { devices: 1_000, firstTerminal: FIRST_TERMINAL }
  const server = await startServerWith(reporting, filming)
  const script = join(import.meta.dirname, 'gateway/vehicles.ts')
  const port = server.ports.signalling
  const vehicles = pinned(LOAD_CORE, [script, String(port), String(filming.devices), String(FIRST_FILMING)], true)
  try {
    await untilAsync(
      'the vehicles send video',
      30,
      async () => (await server.metric('fleetglass_streams_playing')) >= filming.devices,
    )
    const positions = await load({
      port,
      connections: reporting.devices,
      firstTerminal: FIRST_TERMINAL,
      introduce: true,
      firstTimeS: secondsAgo(600),
      window: 4_096,
      ratePerConnection: 30,
      atOnce: 3,
      seconds: 20,
      connectRate: 2_000,
    })
    const running = positions.run()
    await pause(4_000)
    // Reading the metric begins a new histogram.
    await server.metric('nodejs_eventloop_lag_p99_seconds')
    const framesBefore = await server.metric('fleetglass_media_frames_total')
    const droppedBefore = await framesDropped(server)
    const bytesBefore = server.recordedBytes()
    const cpuBefore = server.cpuS()
    const startedMs = performance.now()
    await pause(12_000)
    const seconds = (performance.now() - startedMs) / 1000
    const cpu = (server.cpuS() - cpuBefore) / seconds
    const p99Ms = (await server.metric('nodejs_eventloop_lag_p99_seconds')) * 1000
    const frames = ((await server.metric('fleetglass_media_frames_total')) - framesBefore) / seconds
    const dropped = (await framesDropped(server)) - droppedBefore
    const bytes = server.recordedBytes() - bytesBefore
    const result = await running
    const rate = result.sent / result.seconds
    const unanswered = result.sent - result.acknowledged
    vehicles.kill('SIGKILL')
    const lost = result.acknowledged - (await server.endAndCountPoints(reporting))
    report({
      what: 'event-loop delay p99, 30 000 positions/s and 50 recorded streams together',
      value: p99Ms,
      unit: 'ms',
      bar: '≤ 20 ms',
      holds:
        p99Ms <= 20 && rate >= 29_000 && unanswered === 0 && lost === 0 && dropped === 0 && bytes > 0 && frames > 0,
      note: [
        `${Math.round(rate)} positions/s, three a write`,
        `${unanswered} not acknowledged, ${lost} acknowledged and not in the database`,
        `${Math.round(frames)} frames/s, ${dropped} dropped, ${(bytes / seconds / 1e6).toFixed(1)} MB/s recorded`,
        `${cpu.toFixed(2)} of a core; the sampling interval of 10 ms is part of the figure`,
      ].join('; '),
    })
  } finally {
    vehicles.kill('SIGKILL')
    await server.close()
  }
}

const BACKLOG_HOURS = 6
const BACKLOG_STEP_S = 10
const SLOTS_AN_HOUR = 4

/** A mobile network comes back: 1,000 vehicles send what they stored, each as fast as it is answered. */
async function backlog(report: (row: BenchRow) => void): Promise<void> {
  const fleet = { devices: 1_000, firstTerminal: FIRST_TERMINAL }
  const positionsEach = (BACKLOG_HOURS * 3600) / BACKLOG_STEP_S
  const server = await startServerWith(fleet)
  try {
    const positions = await load({
      port: server.ports.signalling,
      connections: fleet.devices,
      firstTerminal: FIRST_TERMINAL,
      introduce: true,
      firstTimeS: secondsAgo(BACKLOG_HOURS * 3600),
      stepS: BACKLOG_STEP_S,
      positionsEach,
      window: 64,
      ratePerConnection: 0,
      seconds: 240,
      connectRate: 2_000,
    })
    await server.metric('nodejs_eventloop_lag_p99_seconds')
    const result = await positions.run()
    const p99Ms = (await server.metric('nodejs_eventloop_lag_p99_seconds')) * 1000
    const cpuBefore = server.cpuS()
    const startedMs = performance.now()
    const sums = fleet.devices * BACKLOG_HOURS * SLOTS_AN_HOUR
    // The quarter of an hour that goes on has no sum yet, and the first one is cut off by the start of the backlog.
    await untilAsync('the backlog is summed up', 180, async () => sumsLeft(server) <= fleet.devices)
    const sumsS = (performance.now() - startedMs) / 1000
    const sumsP99Ms = (await server.metric('nodejs_eventloop_lag_p99_seconds')) * 1000
    const cpu = (server.cpuS() - cpuBefore) / sumsS
    const rate = result.acknowledged / result.seconds
    const unanswered = result.sent - result.acknowledged
    const lost = result.acknowledged - (await server.endAndCountPoints(fleet))
    const isComplete = unanswered === 0 && lost === 0 && result.acknowledged === fleet.devices * positionsEach
    report({
      what: 'backlog: 1 000 devices bring six hours of positions after an outage',
      value: rate,
      unit: '1/s',
      bar: '≥ 30 000/s, none lost',
      holds: rate >= 30_000 && isComplete,
      note: `${result.acknowledged} positions in ${result.seconds.toFixed(1)} s; ${unanswered} not acknowledged, ${lost} acknowledged and not in the database; about ${sums} quarters of an hour summed up ${sumsS.toFixed(0)} s later, ${cpu.toFixed(2)} of a core meanwhile`,
    })
    report({
      what: 'backlog: event-loop delay p99 while it is brought',
      value: p99Ms,
      unit: 'ms',
      bar: '≤ 20 ms',
      holds: p99Ms <= 20,
      note: 'the sampling interval of 10 ms is part of the figure',
    })
    report({
      what: 'backlog: event-loop delay p99 while it is summed up',
      value: sumsP99Ms,
      unit: 'ms',
      bar: '≤ 20 ms',
      holds: sumsP99Ms <= 20,
    })
  } finally {
    await server.close()
  }
}

/** Quarters of an hour of these devices that have points and no sum. */
function sumsLeft(server: MeasuredServer): number {
  const database = new Database(server.databaseFile, { readonly: true })
  const { marks } = database.prepare('SELECT count(*) AS marks FROM track_marks').get() as { marks: number }
  database.close()
  return marks
}

/** Anywhere between the socket and the recording. */
async function framesDropped(server: MeasuredServer): Promise<number> {
  const names = ['media', 'stream', 'recorder'].map((part) => `fleetglass_${part}_frames_dropped_total`)
  const counts = await Promise.all(names.map((name) => server.metric(name)))
  return counts.reduce((sum, count) => sum + count, 0)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

async function untilAsync(what: string, seconds: number, ask: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + seconds * 1000
  while (!(await ask())) {
    if (performance.now() > endMs) throw new Error(`waited ${seconds} s in vain until ${what}`)
    await pause(250)
  }
}

interface Load {
  run(): Promise<LoadReport & { acknowledgedInTime: number }>
}

/** Connects at once; sends when it is run. */
async function load(order: LoadOrder): Promise<Load> {
  const script = join(import.meta.dirname, 'gateway/position-load.ts')
  const child = pinned(LOAD_CORE, [script, JSON.stringify(order)], true)
  const next = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      child.once('message', (message) => resolve(message as T))
      child.once('exit', (code) => reject(new Error(`the load ended with code ${code}`)))
    })
  await next<'ready'>()
  return {
    run() {
      child.send('go')
      return next()
    },
  }
}

/** Rows per second of 1 000 vehicles, this many in a transaction. */
async function peerRate(batch: number, seconds: number): Promise<number> {
  const script = join(import.meta.dirname, 'gateway/sqlite-peer.ts')
  const child = pinned(SERVER_CORE, [script, '1000', String(batch), String(seconds)])
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await new Promise((resolve) => child.once('exit', resolve))
  return Number(text)
}
