// What writing the logs costs a server: the same calls to processes that write and to one that does not, by turns.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { userInfoPath } from '@fleetglass/contract/groups'
import { MEASURED_PATH } from '../../apps/server/test/audit-alone.ts'
import { sha256 } from '../../apps/server/test/channel-client.ts'
import { CHILD_PASSWORD, startServerChild } from '../../apps/server/test/recordings/server-child.ts'
import type { BenchRow } from '../bench.ts'
import type { FromListener, ToListener, Writes } from './measured-listener.ts'

const ROUNDS = 31
const CALLS = 2_000
const CONNECTIONS = 32
/** Rounds before those of a real server, and of them. */
const WARM_UP = 4
const PASSWORD = sha256(CHILD_PASSWORD)

interface Listener {
  readonly port: number
  /** What it used of the processor since its start, all threads, in µs. */
  used(): Promise<number>
  /** Has it write what it counted; the same with that. */
  closed(): Promise<number>
  end(): void
}

export interface Measured {
  readonly method: 'POST' | 'PUT'
  readonly what: string
  readonly writes: Writes
}

/** Reports what share of a call the writing is, and resolves with what it costs each call, in µs. */
export async function writeCost(report: (row: BenchRow) => void, measured: Measured): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fleetglass-bench-logs-'))
  const listeners: Listener[] = []
  const open = async (writes: Writes): Promise<Listener> => {
    const listener = await startListener(join(folder, `${listeners.length}.sqlite`), writes)
    listeners.push(listener)
    return listener
  }
  try {
    const { row, us } = await share(measured, await open(measured.writes), await open('nothing'))
    report(row)
    return us
  } finally {
    for (const listener of listeners) listener.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function share(
  { method, what }: Measured,
  writing: Listener,
  bare: Listener,
): Promise<{ readonly row: BenchRow; readonly us: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const usedFor = async (listener: Listener): Promise<number> => {
    const before = await listener.used()
    await batch(agent, { port: listener.port, method, path: MEASURED_PATH })
    return (await listener.used()) - before
  }
  for (const listener of [writing, bare]) await usedFor(listener)
  const shares: number[] = []
  let allUs = 0
  for (let round = 0; round < ROUNDS; round++) {
    // The one that goes first changes, so that neither has the warmer machine.
    const order = round % 2 === 0 ? [writing, bare] : [bare, writing]
    const used = new Map<Listener, number>()
    for (const listener of order) used.set(listener, await usedFor(listener))
    const [slow = 1, fast = 1] = [used.get(writing), used.get(bare)]
    shares.push((1 - fast / slow) * 100)
    allUs += slow
  }
  const before = await writing.used()
  const atEndUs = (await writing.closed()) - before
  agent.destroy()
  const value = median(shares) + (atEndUs / (allUs + atEndUs)) * 100
  const callUs = (allUs + atEndUs) / (ROUNDS * CALLS)
  const us = (callUs * value) / 100
  const note = `${us.toFixed(1)} of ${callUs.toFixed(0)} µs of the processor for each call; median of ${ROUNDS} rounds of ${CALLS} calls by turns, with what is written at the end`
  return {
    us,
    row: {
      what: `share of a call that does nothing else: ${what}`,
      value,
      unit: '%',
      bar: 'no bar',
      holds: true,
      note,
    },
  }
}

/** What calls of a real server cost it, which writes its logs as it always does: an API client reads what its user may see. */
export async function realCallUs(): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-bench-logs-'))
  const server = await startServerChild({ data, settings: { 'trusted-proxies': '127.0.0.1' } })
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  try {
    const read = { port: server.ports.http, method: 'POST', path: userInfoPath } as const
    for (let round = 0; round < WARM_UP; round++) await batch(agent, read)
    const beforeS = server.cpuS()
    for (let round = 0; round < WARM_UP; round++) await batch(agent, read)
    return ((server.cpuS() - beforeS) * 1e6) / (WARM_UP * CALLS)
  } finally {
    agent.destroy()
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

interface Called {
  readonly port: number
  readonly method: 'POST' | 'PUT'
  readonly path: string
}

async function batch(agent: Agent, called: Called): Promise<void> {
  let next = 0
  const work = async (): Promise<void> => {
    while (next < CALLS) await call(agent, called, next++)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
}

function call(agent: Agent, { port, method, path }: Called, n: number): Promise<void> {
  const body = JSON.stringify({
    username: 'admin',
    password: PASSWORD,
    deviceid: `device ${n % 200}`,
    afterTime: 1_790_000_000,
    beforeTime: 1_790_003_600,
  })
  const address = `10.${(n >> 8) & 255}.${n & 255}.1`
  const headers = { 'content-type': 'application/json', 'content-length': body.length, 'x-forwarded-for': address }
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, path, method, headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`answered ${reply.statusCode}`))
      const pieces: Buffer[] = []
      reply.on('data', (piece: Buffer) => pieces.push(piece))
      reply.once('end', () => {
        const text = Buffer.concat(pieces).toString()
        if (text.includes('"hasError":true')) reject(new Error(text))
        else resolve()
      })
    })
    sent.once('error', reject).end(body)
  })
}

async function startListener(location: string, writes: Writes): Promise<Listener> {
  const child = fork(join(import.meta.dirname, 'measured-listener.ts'), [location, writes], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const first = await answerOf(child)
  if (!('port' in first)) throw new Error('the listener says no port')
  const ask = async (question: ToListener): Promise<number> => {
    const answer = answerOf(child)
    child.send(question)
    const received = await answer
    if (!('usedUs' in received)) throw new Error('the listener does not say what it used')
    return received.usedUs
  }
  return {
    port: first.port,
    used: () => ask('used'),
    closed: () => ask('close'),
    end: () => void child.kill('SIGKILL'),
  }
}

function answerOf(child: ChildProcess): Promise<FromListener> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the listener ended with ${code}`))
    child.once('exit', ended).once('message', (message) => {
      child.off('exit', ended)
      resolve(message as FromListener)
    })
  })
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
