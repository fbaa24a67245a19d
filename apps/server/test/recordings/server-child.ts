// The server as its users start it, in a process of its own: for what needs a real death, a core of its own or its memory.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerPorts } from '../../src/app.ts'
import { SERVER_NODE_FLAGS } from '../node-flags.ts'

const root = join(import.meta.dirname, '../../../..')

export const CHILD_PASSWORD = 'a password for tests'

export interface ServerChildOptions {
  /** The data folder; the caller removes it. */
  readonly data: string
  /** Pins all threads to one core. */
  readonly core?: number
  readonly settings?: Readonly<Record<string, string | number>>
  /** Options without a value, such as `--rebuild-index`. */
  readonly switches?: readonly string[]
  /** Variables beside those of this process, which lends it none of its settings. */
  readonly environment?: Readonly<Record<string, string>>
  /** A folder that keeps compiled modules from one start to the next. */
  readonly compileCache?: string
  /** Opens the inspector on loopback, so that `collectGarbage` works. */
  readonly inspect?: boolean
}

export interface ServerChild {
  readonly ports: ServerPorts
  readonly pid: number
  /** From the start of the process to its listeners being open. */
  readonly startMs: number
  /** Everything written to stdout since the start, its last part. */
  log(): string
  isAlive(): boolean
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>
  /** CPU seconds used by all threads since the start. */
  cpuS(): number
  rssMb(): number
  /** Value of a metric without labels, or the sum over its labels. */
  metric(name: string): Promise<number>
  /** A full collection, by the inspector: memory that is only waiting to be collected does not count. */
  collectGarbage(): Promise<void>
  /** SIGKILL: it learns nothing of its end. */
  kill(): Promise<void>
  /** SIGTERM, and waits. */
  stop(): Promise<void>
}

/** Resolves when the listeners are open; rejects with what the process said when it ended before. */
export async function startServerChild(options: ServerChildOptions): Promise<ServerChild> {
  const settings = {
    host: '127.0.0.1',
    http: 0,
    https: 0,
    main: 0,
    streams: 0,
    heartbeat: 0,
    signalling: 0,
    media: 0,
    'files-port': 0,
    'attachments-port': 0,
    'open-metrics': true,
    data: options.data,
    ...options.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const inspector = options.inspect ? ['--inspect=127.0.0.1:0'] : []
  const node = [process.execPath, ...SERVER_NODE_FLAGS, ...inspector, join(root, 'apps/server/src/main.ts')]
  const command = options.core === undefined ? node : ['taskset', '-c', String(options.core), ...node]
  const startedMs = performance.now()
  const child = spawn(command[0] ?? '', [...command.slice(1), 'serve', ...flags, ...(options.switches ?? [])], {
    stdio: ['ignore', 'pipe', options.inspect ? 'pipe' : 'inherit'],
    cwd: root,
    env: {
      ...withoutSettings(process.env),
      FLEETGLASS_ADMIN_PASSWORD: CHILD_PASSWORD,
      ...options.environment,
      ...(options.compileCache !== undefined && { NODE_COMPILE_CACHE: options.compileCache }),
    },
  })
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-100_000)
  })
  let complained = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complained = (complained + chunk.toString()).slice(-10_000)
  })
  const ports = await portsOf(child, () => said)
  const startMs = performance.now() - startedMs
  const pid = child.pid ?? 0
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  return {
    ports,
    pid,
    startMs,
    log: () => said,
    ended,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    cpuS() {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / ticksPerS()
    },
    rssMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    async metric(name) {
      const text = await (await fetch(`http://127.0.0.1:${ports.http}/metrics`)).text()
      const values = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))]
      return values.reduce((sum, [, value]) => sum + Number(value), 0)
    },
    collectGarbage: () => collectGarbage(/ws:\/\/\S+/.exec(complained)?.[0] ?? ''),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** Settings in the environment of the test run do not apply to this server. */
export function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('FLEETGLASS_')))
}

function ticksPerS(): number {
  return Number(execFileSync('getconf', ['CLK_TCK']).toString())
}

function portsOf(child: ChildProcess, said: () => string): Promise<ServerPorts> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const line = said()
        .split('\n')
        .find((one) => one.includes('"msg":"ready"') && one.endsWith('}'))
      if (!line) return
      child.stdout?.off('data', look)
      resolve((JSON.parse(line) as { ports: ServerPorts }).ports)
    }
    child.stdout?.on('data', look)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}: ${said().slice(-2000)}`)))
  })
}

async function collectGarbage(inspectorUrl: string): Promise<void> {
  const inspector = new WebSocket(inspectorUrl)
  await new Promise((resolve, reject) => {
    inspector.addEventListener('open', resolve, { once: true })
    inspector.addEventListener('error', () => reject(new Error('the inspector did not open')), { once: true })
  })
  const collected = new Promise((resolve) => inspector.addEventListener('message', resolve, { once: true }))
  inspector.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await collected
  inspector.close()
}
