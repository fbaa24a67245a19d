import { join } from 'node:path'
import type { Bench, BenchRow } from './bench.ts'
import type { LoadOrder, LoadReport } from './gateway/position-load.ts'
import { LOAD_CORE, pinned, SERVER_CORE, startServerWith } from './gateway/server-process.ts'

const FIRST_TERMINAL = 13_900_000_001
const FIRST_FILMING = 13_500_000_001

/** Positions from socket to disk, and what a large quiet fleet costs: server and load apart, one core each. */
export const bench: Bench = {
  name: 'gateway',
  async run(report) {
    await throughput(report)
    await quietFleet(report)
    await everythingAtOnce(report)
  },
}

async function throughput(report: (row: BenchRow) => void): Promise<void> {
  const vehicles = 1_000
  const server = await startServerWith({ devices: vehicles, firstTerminal: FIRST_TERMINAL })
  try {
    const warmUp: LoadOrder = {
      port: server.ports.signalling,
      connections: vehicles,
      firstTerminal: FIRST_TERMINAL,
      window: 64,
      ratePerConnection: 0,
      seconds: 3,
      connectRate: 2_000,
    }
    await (await load(warmUp)).run()
    const measured = await load({ ...warmUp, seconds: 10 })
    const storedBefore = await server.metric('fleetglass_positions_total')
    const cpuBefore = server.cpuS()
    const result = await measured.run()
    const cpu = (server.cpuS() - cpuBefore) / result.seconds
    const commitMs = await server.metric('fleetglass_positions_commit_ms')
    const stored = (await server.metric('fleetglass_positions_total')) - storedBefore
    const rate = result.acknowledgedInTime / result.seconds
    const lost = result.sent - result.acknowledged
    const peer = await peerRate(vehicles)
    report({
      what: 'positions from socket to committed and acknowledged, 1 000 vehicles',
      value: rate,
      unit: '1/s',
      bar: '≥ 30 000/s, ≥ 0.4 of bare batched inserts, none lost',
      holds: rate >= 30_000 && rate / peer >= 0.4 && lost === 0 && result.refused === 0,
      peer: { what: 'bare batched SQLite inserts on the same core', value: peer, ratio: rate / peer },
      note: `${lost} lost, ${stored} stored, ${cpu.toFixed(2)} of a core, last commit ${commitMs.toFixed(0)} ms`,
    })
  } finally {
    await server.close()
  }
}

async function quietFleet(report: (row: BenchRow) => void): Promise<void> {
  const vehicles = 10_000
  const server = await startServerWith({ devices: vehicles, firstTerminal: FIRST_TERMINAL })
  try {
    const order: LoadOrder = {
      port: server.ports.signalling,
      connections: vehicles,
      firstTerminal: FIRST_TERMINAL,
      window: 8,
      ratePerConnection: 0.1,
      seconds: 10,
      connectRate: 2_000,
    }
    const fleet = await load({ ...order, seconds: 40 })
    const running = fleet.run()
    // The first round of the fleet is not measured: every device is new to the table then.
    await pause(12_000)
    const cpuBefore = server.cpuS()
    const startedMs = performance.now()
    await pause(20_000)
    const cpu = (server.cpuS() - cpuBefore) / ((performance.now() - startedMs) / 1000)
    const rss = server.rssMb()
    const result = await running
    const lost = result.sent - result.acknowledged
    report({
      what: '10 000 devices, a position every 10 s: CPU',
      value: cpu * 100,
      unit: '% of a core',
      bar: '≤ 20 %',
      holds: cpu <= 0.2 && lost === 0,
      note: `${lost} of ${result.sent} positions lost`,
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

/** 30,000 positions a second and 50 vehicles whose camera is recorded, for a while: how long the loop is kept. */
async function everythingAtOnce(report: (row: BenchRow) => void): Promise<void> {
  const filming = { devices: 50, firstTerminal: FIRST_FILMING, recenable: 1 }
  const reporting = { devices: 1_000, firstTerminal: FIRST_TERMINAL }
  const server = await startServerWith(reporting, filming)
  const script = join(import.meta.dirname, 'gateway/vehicles.ts')
  const port = server.ports.signalling
  const vehicles = pinned(LOAD_CORE, [script, String(port), String(filming.devices), String(FIRST_FILMING)], true)
  try {
    await untilAsync(async () => (await server.metric('fleetglass_streams_playing')) >= filming.devices)
    const positions = await load({
      ...{ port, connections: reporting.devices, firstTerminal: FIRST_TERMINAL, window: 4_096 },
      ...{ ratePerConnection: 30, atOnce: 3, seconds: 20, connectRate: 2_000 },
    })
    const running = positions.run()
    await pause(4_000)
    // Reading the metric begins a new histogram.
    await server.metric('nodejs_eventloop_lag_p99_seconds')
    const framesBefore = await server.metric('fleetglass_media_frames_total')
    const cpuBefore = server.cpuS()
    const startedMs = performance.now()
    await pause(12_000)
    const seconds = (performance.now() - startedMs) / 1000
    const cpu = (server.cpuS() - cpuBefore) / seconds
    const p99Ms = (await server.metric('nodejs_eventloop_lag_p99_seconds')) * 1000
    const frames = ((await server.metric('fleetglass_media_frames_total')) - framesBefore) / seconds
    const result = await running
    const rate = result.sent / result.seconds
    report({
      what: 'event-loop delay p99, 30 000 positions/s and 50 recorded streams together',
      value: p99Ms,
      unit: 'ms',
      bar: '≤ 20 ms',
      holds: p99Ms <= 20 && rate >= 29_000 && result.sent === result.acknowledged,
      note: `${Math.round(rate)} positions/s, ${result.sent - result.acknowledged} not acknowledged, ${Math.round(frames)} frames/s, ${cpu.toFixed(2)} of a core; the sampling interval of 10 ms is part of the figure`,
    })
  } finally {
    vehicles.kill('SIGKILL')
    await server.close()
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

async function untilAsync(ask: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 30_000
  while (!(await ask())) {
    if (performance.now() > endMs) throw new Error('the vehicles did not begin to film within 30 s')
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

async function peerRate(vehicles: number): Promise<number> {
  const script = join(import.meta.dirname, 'gateway/sqlite-peer.ts')
  const child = pinned(SERVER_CORE, [script, String(vehicles), '8192', '6'])
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await new Promise((resolve) => child.once('exit', resolve))
  return Number(text)
}
