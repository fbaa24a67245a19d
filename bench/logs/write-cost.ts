// What writing the logs costs a server: the same calls to a listener that writes them and to one that does not, by turns.
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

/** Each compiles its code anew, and may be lucky. */
const PROCESSES = 3
/** Of each process. */
const ROUNDS = 15
const CALLS = 2_000
const CONNECTIONS = 32
/** Rounds before those that are measured; of a real server as many are. */
const WARM_UP = 4
const PASSWORD = sha256(CHILD_PASSWORD)

interface Listeners {
  /** Ports: the calls of the first are recorded. */
  readonly writing: number
  readonly bare: number
  /** What the process used of the processor since its start, all threads, in µs. */
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

/** Shares of a call in percent, one of each round, and µs of the processor. */
interface Shares {
  readonly shares: readonly number[]
  readonly callUs: number
}

/** Reports what share of a call the writing is, and resolves with what it costs each call, in µs. */
export async function writeCost(report: (row: BenchRow) => void, { method, what, writes }: Measured): Promise<number> {
  const processes: Shares[] = []
  for (let n = 0; n < PROCESSES; n++) processes.push(await sharesOf(method, writes))
  const value = median(processes.flatMap(({ shares }) => shares))
  const callUs = median(processes.map((one) => one.callUs))
  const us = (callUs * value) / 100
  report({
    what: `share of a call that does nothing else: ${what}`,
    value,
    unit: '%',
    bar: 'no bar',
    holds: true,
    note: [
      `${us.toFixed(1)} of ${callUs.toFixed(0)} µs of the processor for each call, with what is written at the end`,
      `median of ${ROUNDS} rounds of ${CALLS} calls by turns in each of ${PROCESSES} processes, whose medians are ${processes.map(({ shares }) => median(shares).toFixed(1)).join(', ')}`,
    ].join('; '),
  })
  return us
}

async function sharesOf(method: 'POST' | 'PUT', writes: Writes): Promise<Shares> {
  const folder = mkdtempSync(join(tmpdir(), 'fleetglass-bench-logs-'))
  const listeners = await startListeners(join(folder, 'logs.sqlite'), writes)
  try {
    return await roundsOf(listeners, method)
  } finally {
    listeners.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function roundsOf({ writing, bare, used, closed }: Listeners, method: 'POST' | 'PUT'): Promise<Shares> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const usedFor = async (port: number): Promise<number> => {
    const before = await used()
    await batch(agent, { port, method, path: MEASURED_PATH })
    return (await used()) - before
  }
  for (let round = 0; round < WARM_UP; round++) for (const port of [writing, bare]) await usedFor(port)
  const rounds: { readonly slow: number; readonly fast: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // The one that goes first changes, so that neither has the warmer machine.
    const order = round % 2 === 0 ? [writing, bare] : [bare, writing]
    const usedBy = new Map<number, number>()
    for (const port of order) usedBy.set(port, await usedFor(port))
    rounds.push({ slow: usedBy.get(writing) ?? 1, fast: usedBy.get(bare) ?? 1 })
  }
  const before = await used()
  const atEndUs = ((await closed()) - before) / (WARM_UP + ROUNDS)
  agent.destroy()
  return {
    shares: rounds.map(({ slow, fast }) => (1 - fast / (slow + atEndUs)) * 100),
    callUs: median(rounds.map(({ slow }) => slow + atEndUs)) / CALLS,
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

async function startListeners(location: string, writes: Writes): Promise<Listeners> {
  const child = fork(join(import.meta.dirname, 'measured-listener.ts'), [location, writes], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
  })
  const first = await answerOf(child)
  if (!('bare' in first)) throw new Error('the listeners say no ports')
  const ask = async (question: ToListener): Promise<number> => {
    const answer = answerOf(child)
    child.send(question)
    const received = await answer
    if (!('usedUs' in received)) throw new Error('the listeners do not say what they used')
    return received.usedUs
  }
  return { ...first, used: () => ask('used'), closed: () => ask('close'), end: () => void child.kill('SIGKILL') }
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
