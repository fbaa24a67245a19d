import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AuditLog,
  auditedAction,
  MEASURED_PATH,
  measuredListener,
  openAudit,
} from '../apps/server/test/audit-alone.ts'
import type { Bench, BenchRow } from './bench.ts'

const ROUNDS = 31
const CALLS = 2_000
const CONNECTIONS = 32
const RECORDED = 200_000

/** What the audit log costs: the same calls over HTTP with and without it, by turns. Client and server share the process. */
export const bench: Bench = {
  name: 'audit log',
  async run(report) {
    const folder = mkdtempSync(join(tmpdir(), 'fleetglass-bench-'))
    const { audit, close } = await openAudit(join(folder, 'audit.sqlite'))
    const [recorded, bare] = [await measuredListener(audit), await measuredListener(null)]
    try {
      await compare(report, { method: 'POST', what: 'reads', bar: 5 }, recorded.port, bare.port)
      await compare(
        report,
        { method: 'PUT', what: 'changes, each on disk before its answer', bar: null },
        recorded.port,
        bare.port,
      )
      await recordAlone(report, audit)
    } finally {
      await recorded.listener.close()
      await bare.listener.close()
      await close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** By turns, over HTTP. */
export async function compare(
  report: (row: BenchRow) => void,
  { method, what, bar }: { readonly method: string; readonly what: string; readonly bar: number | null },
  recordedPort: number,
  barePort: number,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  for (const port of [recordedPort, barePort]) await batch(agent, port, method)
  const shares: Cost[] = []
  const rates: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // The one that goes first changes, so that neither has the warmer machine.
    const ports = round % 2 === 0 ? [recordedPort, barePort] : [barePort, recordedPort]
    const costs = new Map<number, Cost>()
    for (const port of ports) costs.set(port, await batch(agent, port, method))
    const [slow = NOTHING, fast = NOTHING] = [costs.get(recordedPort), costs.get(barePort)]
    shares.push({ threadS: (1 - fast.threadS / slow.threadS) * 100, clockS: (1 - fast.clockS / slow.clockS) * 100 })
    rates.push(CALLS / fast.threadS)
  }
  agent.destroy()
  const share = median(shares.map(({ threadS }) => threadS))
  const byClock = median(shares.map(({ clockS }) => clockS)).toFixed(1)
  report({
    what: `share of the throughput, ${what}`,
    value: share,
    unit: '%',
    bar: bar === null ? 'no bar' : `< ${bar} %`,
    holds: bar === null || share < bar,
    note: `median of ${ROUNDS} rounds of ${CALLS} calls by turns, of the time of the thread; ${byClock} % by the clock; ${Math.round(median(rates))} calls a second of the thread without it`,
  })
}

/**
 * What a batch took. The time of the thread bounds the calls of a process, and other programs of the machine have no part in it; the
 * clock also counts what is waited for.
 */
interface Cost {
  readonly threadS: number
  readonly clockS: number
}

const NOTHING: Cost = { threadS: 1, clockS: 1 }

async function batch(agent: Agent, port: number, method: string): Promise<Cost> {
  const [startMs, start] = [performance.now(), process.threadCpuUsage()]
  let next = 0
  const work = async (): Promise<void> => {
    while (next < CALLS) await call(agent, port, method, next++)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  const { user, system } = process.threadCpuUsage(start)
  return { threadS: (user + system) / 1_000_000, clockS: (performance.now() - startMs) / 1000 }
}

function call(agent: Agent, port: number, method: string, n: number): Promise<void> {
  const body = JSON.stringify({
    username: 'admin',
    password: 'A'.repeat(64),
    deviceid: `device ${n % 200}`,
    afterTime: 1_790_000_000,
    beforeTime: 1_790_003_600,
  })
  const address = `10.${(n >> 8) & 255}.${n & 255}.1`
  const headers = { 'content-type': 'application/json', 'content-length': body.length, 'x-forwarded-for': address }
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, path: MEASURED_PATH, method, headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`answered ${reply.statusCode}`))
      reply.resume().once('end', resolve)
    })
    sent.once('error', reject).end(body)
  })
}

/** What recording one call costs the loop, without the listener around it. */
async function recordAlone(report: (row: BenchRow) => void, audit: AuditLog): Promise<void> {
  const action = auditedAction('http', 'POST /x', 'Read the track of device {deviceid}')
  const caller = { id: 1, name: 'admin', permission: 0, access: '1' }
  const startMs = performance.now()
  for (let n = 0; n < RECORDED; n++) {
    const parameters = { deviceid: `device ${n % 200}`, afterTime: 1_790_000_000, beforeTime: 1_790_003_600 }
    await audit.record({ action, caller, address: '10.0.0.1', result: 'ok', parameters })
  }
  const microseconds = ((performance.now() - startMs) * 1000) / RECORDED
  report({
    what: 'one core at 1 000 reads/s',
    value: microseconds / 10,
    unit: '%',
    bar: '< 5 %',
    holds: microseconds / 10 < 5,
    note: `${microseconds.toFixed(2)} µs for each`,
  })
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
