// What the consoles of a large fleet cost the server: real links, real devices, the server on one core.
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { CHANGED_LIST, FULL_LIST } from '@fleetglass/contract/devices'
import { ChannelClient } from '../apps/server/test/channel-client.ts'
import { DeviceClient, positionMessage } from '../apps/server/test/devices/device-client.ts'
import { CHILD_PASSWORD } from '../apps/server/test/recordings/server-child.ts'
import { LOAD_CORE, type MeasuredServer, pinned, startServerWith } from '../tools/site/server-process.ts'
import type { Bench, BenchRow } from './bench.ts'
import type { ConsolesReport } from './console/consoles.ts'
import { positionRate, REPORT_EVERY_S, startMovingDevices } from './console/moving-devices.ts'

const DEVICES = 10_000
const MOVING = 3_000
const CONSOLES = 200
const FIRST_TERMINAL = 13_900_000_001
const MEASURED_S = 30
const FIXES = 40

/** 10,000 devices, 3,000 of them moving, 200 consoles. */
export const bench: Bench = {
  name: 'console: what it costs the server',
  async run(report) {
    const server = await startServerWith({ devices: DEVICES, firstTerminal: FIRST_TERMINAL })
    const { ports } = server
    const fleet = await startMovingDevices(server, MOVING, FIRST_TERMINAL + DEVICES - MOVING)
    let consoles: ChildProcess | null = null
    try {
      await positionRate(server, MOVING, 10)
      const alone = await cpuOf(server)
      await lists(server, report)
      consoles = pinned(LOAD_CORE, [script('consoles.ts'), String(ports.main), String(CONSOLES), CHILD_PASSWORD], true)
      await said(consoles)
      // Until the last one polls, too.
      await pause(10_000)
      await polled(server, consoles, alone, report)
      await pushed(server, consoles, report)
      await ages(server, report)
    } finally {
      consoles?.kill('SIGKILL')
      fleet.stop()
      await server.close()
    }
  },
}

function script(name: string): string {
  return join(import.meta.dirname, 'console', name)
}

/** Cores the server takes with its devices alone. */
async function cpuOf(server: MeasuredServer): Promise<number> {
  const before = server.cpuS()
  await pause(10_000)
  return (server.cpuS() - before) / 10
}

/** From the question to the end of the answer, one console alone. */
async function lists({ ports }: MeasuredServer, report: (row: BenchRow) => void): Promise<void> {
  const link = await ChannelClient.connect(ports.main)
  await link.login('admin', CHILD_PASSWORD)
  const took = async (code: typeof FULL_LIST | typeof CHANGED_LIST): Promise<[ms: number, rows: number]> => {
    const begunMs = performance.now()
    const { rows } = await link.list(code)
    return [performance.now() - begunMs, rows.length]
  }
  const full = await took(FULL_LIST)
  const changed: number[] = []
  for (let n = 0; n < 10; n++) changed.push((await took(CHANGED_LIST))[0])
  changed.sort((a, b) => a - b)
  await link.close()
  report({
    what: `full list of ${full[1]} rows, asked and read`,
    value: full[0],
    unit: 'ms',
    bar: '≤ 500 ms',
    holds: full[0] <= 500 && full[1] >= DEVICES,
    note: `a poll: median ${changed[5]?.toFixed(0)} ms`,
  })
}

async function polled(
  server: MeasuredServer,
  consoles: ChildProcess,
  alone: number,
  report: (row: BenchRow) => void,
): Promise<void> {
  const { cpu, seen } = await measured(server, consoles)
  const rate = seen.polls / MEASURED_S
  const ms = [...seen.answerMs].sort((a, b) => a - b)
  report({
    what: `${CONSOLES} consoles polling every 10 s, ${MOVING} of ${DEVICES} devices moving`,
    value: cpu * 100,
    unit: '% of a core',
    bar: '≤ 100 %, every poll answered',
    holds: cpu <= 1 && rate >= (CONSOLES / 10) * 0.95 && seen.closed === 0,
    note: [
      `${(alone * 100).toFixed(0)} % with the devices alone`,
      `${rate.toFixed(1)} polls/s of ${Math.round(seen.rows / Math.max(1, seen.polls))} rows`,
      `answered in ${ms[Math.floor(ms.length / 2)]?.toFixed(0)} ms, p99 ${ms[Math.floor(ms.length * 0.99)]?.toFixed(0)} ms, with all load on one other core`,
      `${(seen.bytes / 1e6 / MEASURED_S).toFixed(1)} MB/s, ${server.rssMb().toFixed(0)} MB`,
    ].join('; '),
  })
}

/** The same, and each of them receives what changes. */
async function pushed(server: MeasuredServer, consoles: ChildProcess, report: (row: BenchRow) => void): Promise<void> {
  consoles.send('follow')
  await pause(3_000)
  const { cpu, seen } = await measured(server, consoles)
  const messages = seen.pushed / MEASURED_S / CONSOLES
  const rows = seen.pushedRows / MEASURED_S / CONSOLES
  report({
    what: `${CONSOLES} consoles polling and following changed rows`,
    value: cpu * 100,
    unit: '% of a core',
    bar: '≤ 100 %, at most two messages a second and link, nine of ten positions in them',
    holds: cpu <= 1 && messages <= 2.05 && rows >= 0.9 * (MOVING / REPORT_EVERY_S) && seen.closed === 0,
    note: [
      `${messages.toFixed(2)} messages/s with ${rows.toFixed(0)} rows/s on each link`,
      `${seen.polls / MEASURED_S} polls/s; ${(seen.bytes / 1e6 / MEASURED_S).toFixed(1)} MB/s`,
    ].join('; '),
  })
}

/** From a device's position to the row at a console, while 200 others poll and follow. */
async function ages({ ports }: MeasuredServer, report: (row: BenchRow) => void): Promise<void> {
  const terminal = String(FIRST_TERMINAL)
  const device = await DeviceClient.tcp(ports.signalling, terminal)
  await device.login()
  const link = await ChannelClient.connect(ports.main)
  await link.login('admin', CHILD_PASSWORD)
  link.send('Q14', { X: '1', F: '1' })
  const tookMs: number[] = []
  const firstS = Math.floor(Date.now() / 1000)
  for (let n = 0; n < FIXES; n++) {
    // At any moment within the period of the messages.
    await pause(100 + Math.random() * 600)
    const latE6 = 24_000_000 + n
    const begunMs = performance.now()
    device.send(positionMessage(firstS + n, { latE6 }))
    const wanted = `${terminal}\t`
    for (;;) {
      const { payload } = await link.next()
      const row = Buffer.from(payload ?? [])
        .toString()
        .split('\n')
        .find((line) => line.startsWith(wanted))
      if (row?.includes(`${latE6 / 1e6},`)) break
    }
    tookMs.push(performance.now() - begunMs)
  }
  await link.close()
  await device.close()
  tookMs.sort((a, b) => a - b)
  const p95 = tookMs[Math.ceil(FIXES * 0.95) - 1] ?? Number.NaN
  report({
    what: `a position from the device to the row at a console, p95 of ${FIXES}`,
    value: p95,
    unit: 'ms',
    bar: '≤ 1 000 ms',
    holds: p95 <= 1000,
    note: `median ${tookMs[FIXES / 2]?.toFixed(0)} ms, worst ${tookMs.at(-1)?.toFixed(0)} ms`,
  })
}

async function measured(
  server: MeasuredServer,
  consoles: ChildProcess,
): Promise<{ cpu: number; seen: ConsolesReport }> {
  await reportOf(consoles)
  const before = server.cpuS()
  const begunMs = performance.now()
  await pause(MEASURED_S * 1000)
  const cpu = (server.cpuS() - before) / ((performance.now() - begunMs) / 1000)
  return { cpu, seen: await reportOf(consoles) }
}

function reportOf(consoles: ChildProcess): Promise<ConsolesReport> {
  const report = said<ConsolesReport>(consoles)
  consoles.send('report')
  return report
}

/** The next message of a child. */
function said<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T))
    child.once('exit', (code) => reject(new Error(`the consoles ended with code ${code}`)))
  })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
