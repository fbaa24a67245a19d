// The server as its users start it, in a process of its own, pinned to one core with all its threads.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Operator } from '../../scripts/operator.ts'

const root = join(import.meta.dirname, '../..')
const TICKS_PER_S = Number(execFileSync('getconf', ['CLK_TCK']).toString())

export const SERVER_CORE = 0
export const LOAD_CORE = 1

export interface Ports {
  readonly http: number
  readonly main: number
  readonly streams: number
  readonly signalling: number
  readonly media: number
}

export interface ServerProcess {
  readonly ports: Ports
  readonly data: string
  readonly operator: Operator
  /** CPU seconds used by all threads since the start. */
  cpuS(): number
  rssMb(): number
  metric(name: string): Promise<number>
  /** Ends the process and leaves its data. */
  stop(): Promise<void>
  /** Ends the process and removes its data. */
  close(): Promise<void>
}

const PASSWORD = 'bench password'

/** Starts a server that has `devices` registered, numbered from `firstTerminal`. */
export async function startServerWith(devices: number, firstTerminal: number): Promise<ServerProcess> {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-bench-'))
  // The first start makes the schema; the rows are written beside it, since a console may not register that fast.
  await (await startOn(data)).stop()
  writeDevices(join(data, 'fleetglass.sqlite'), devices, firstTerminal)
  return startOn(data)
}

async function startOn(data: string): Promise<ServerProcess> {
  const flags = Object.entries({
    host: '127.0.0.1',
    ...{ http: 0, main: 0, streams: 0, signalling: 0, media: 0 },
    data,
    'admin-password': PASSWORD,
    'max-licence': 20_000,
  }).flatMap(([name, value]) => [`--${name}`, String(value)])
  const main = join(root, 'apps/server/src/main.ts')
  const child = pinned(SERVER_CORE, [main, 'serve', ...flags])
  const ports = await portsOf(child)
  const operator = await Operator.login(
    { host: '127.0.0.1', mainPort: ports.main, streamPort: ports.streams },
    'admin',
    PASSWORD,
  )
  const pid = child.pid ?? 0
  return {
    ports,
    data,
    operator,
    cpuS() {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S
    },
    rssMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    async metric(name) {
      const text = await (await fetch(`http://127.0.0.1:${ports.http}/metrics`)).text()
      return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
    },
    stop,
    async close() {
      await stop()
      rmSync(data, { recursive: true, force: true })
    },
  }

  async function stop(): Promise<void> {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
}

function writeDevices(file: string, devices: number, firstTerminal: number): void {
  const database = new Database(file)
  const group = (database.prepare('SELECT min(id) AS id FROM groups').get() as { id: number }).id
  const insert = database.prepare(`INSERT INTO devices (device_id, group_id, channels, chmask, recenable, recplan,
    streamtype, recdays, utc_offset_minutes, driver, vehicleid, plate, extid, icon, chnames, chsort, talkch, maplocation)
    VALUES (?, ?, 1, '1', 0, '', '0', 0, 480, '', '', '', '', 0, '', '', 1, '')`)
  database.transaction(() => {
    for (let n = 0; n < devices; n++) insert.run(String(firstTerminal + n), group)
  })()
  database.close()
}

/** Starts this Node with a script on one core. */
export function pinned(core: number, args: readonly string[], ipc = false): ChildProcess {
  const stdio = ipc ? (['ignore', 'pipe', 'inherit', 'ipc'] as const) : (['ignore', 'pipe', 'inherit'] as const)
  return spawn('taskset', ['-c', String(core), process.execPath, '--disable-warning=ExperimentalWarning', ...args], {
    stdio: [...stdio],
    cwd: root,
  })
}

function portsOf(child: ChildProcess): Promise<Ports> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      if (text === '-') return
      text += chunk.toString()
      const line = text.split('\n').find((one) => one.includes('"msg":"ready"'))
      if (!line) return
      text = '-'
      resolve((JSON.parse(line) as { ports: Ports }).ports)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}: ${text}`)))
  })
}
