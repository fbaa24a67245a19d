// A site for one test: a real server with a data folder of its own, real simulated devices, and an operator.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVER_NODE_FLAGS } from '../../apps/server/test/node-flags.ts'
import { Operator } from './operator.ts'

const root = join(import.meta.dirname, '../..')
const HOST = '127.0.0.1'

export const USER = 'admin'
export const PASSWORD = 'correct horse battery staple'

export interface Ports {
  readonly http: number
  readonly main: number
  readonly streams: number
  readonly signalling: number
  readonly media: number
  readonly files: number
}

export interface ServerClocks {
  readonly aheadS?: number
  /** Timers run as they do: only what looks at a clock finds that more time has gone by. */
  readonly timesFaster?: number
}

export class Site {
  readonly ports: Ports
  readonly dataDir: string
  readonly #children = new Set<ChildProcess>()
  #server: ChildProcess | null = null
  /** What the server wrote to its error output, for a failing test to show. */
  serverErrors = ''

  private constructor(ports: Ports, dataDir: string) {
    this.ports = ports
    this.dataDir = dataDir
  }

  /** `settings` are those that a site writes into its configuration file. */
  static async start(settings: object = {}): Promise<Site> {
    const [http = 0, main = 0, streams = 0, signalling = 0, media = 0, files = 0] = await freePorts(6)
    const site = new Site(
      { http, main, streams, signalling, media, files },
      mkdtempSync(join(tmpdir(), 'fleetglass-e2e-')),
    )
    writeFileSync(site.#configFile, JSON.stringify(settings))
    await site.startServer()
    return site
  }

  get #configFile(): string {
    return join(this.dataDir, 'fleetglass.json')
  }

  /**
   * Starts the server (again, after `killServer`) on the same ports and data, and waits until it answers. Its clocks may be ahead of
   * those of everything else, so that a week that has begun is over, and run faster, so that it waits less for what is due.
   */
  async startServer({ aheadS = 0, timesFaster = 1 }: ServerClocks = {}): Promise<void> {
    const { http, main, streams, signalling, media, files } = this.ports
    const web = ['--http', http, '--main', main, '--streams', streams, '--heartbeat', 0]
    const devices = ['--signalling', signalling, '--media', media, '--files-port', files, '--files-passive', 0]
    const ports = [...web, ...devices, '--attachments-port', 0]
    const child = this.#spawn(
      [
        ...['apps/server/src/main.ts', 'serve', '--config', this.#configFile],
        ...['--host', HOST, '--data', this.dataDir, ...ports.map(String)],
      ],
      { FLEETGLASS_ADMIN_PASSWORD: PASSWORD, FLEETGLASS_LOG_LEVEL: 'warn' },
      aheadS === 0 && timesFaster === 1 ? [] : ['--import', otherClocks(aheadS, timesFaster)],
    )
    this.#server = child
    child.stderr?.on('data', (chunk: Buffer) => {
      this.serverErrors = (this.serverErrors + chunk.toString()).slice(-20_000)
    })
    await until('the server answers', async () => {
      if (child.exitCode !== null) throw new Error(`the server ended: ${this.serverErrors}`)
      const reply = await fetch(`http://${HOST}:${http}/healthz`).catch(() => null)
      return reply?.ok === true
    })
  }

  async killServer(): Promise<void> {
    const child = this.#server
    if (child === null) return
    child.kill('SIGKILL')
    await exited(child)
    this.#children.delete(child)
  }

  /** Starts simulated vehicles and registers each with recording on. Answers their ids, those with a position first. */
  async startVehicles(count: number, channels: number, extra: readonly string[] = []): Promise<string[]> {
    const flags = ['--vehicles', count, '--channels', channels, '--interval', 1].map(String)
    this.#spawn(
      [
        'apps/simulator/src/main.ts',
        '--server',
        HOST,
        '--signalling',
        String(this.ports.signalling),
        ...flags,
        ...extra,
      ],
      {},
    )
    const operator = await this.operator()
    try {
      return await until('the vehicles are online', async () => {
        const rows = await operator.devices()
        for (const row of rows.filter((device) => device.online && !device.registered)) {
          await operator.request('D01', { A: row.deviceId, C: String(channels), F: '1' })
        }
        const ready = rows.filter((device) => device.online && device.registered)
        if (ready.length < count || ready.every((device) => device.gps === '')) return null
        return ready.sort((a, b) => b.gps.length - a.gps.length).map((device) => device.deviceId)
      })
    } finally {
      operator.close()
    }
  }

  operator(): Promise<Operator> {
    return Operator.login({ host: HOST, mainPort: this.ports.main, streamPort: this.ports.streams }, USER, PASSWORD)
  }

  /** The console's address; `name` may be `console.test`, where the browser offers no WebCodecs. */
  url(path = '/', name: '127.0.0.1' | 'console.test' = HOST): string {
    return `http://${name}:${this.ports.http}${path}`
  }

  async close(): Promise<void> {
    for (const child of this.#children) child.kill('SIGTERM')
    await Promise.all([...this.#children].map(exited))
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  #spawn(
    args: readonly string[],
    environment: Record<string, string>,
    nodeFlags: readonly string[] = [],
  ): ChildProcess {
    const [file = '', ...rest] = args
    const child = spawn(process.execPath, [...SERVER_NODE_FLAGS, ...nodeFlags, join(root, file), ...rest], {
      cwd: root,
      // Settings of the user who runs this are not those of the site.
      env: { ...withoutSettings(process.env), ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#children.add(child)
    return child
  }
}

/** Checks every 100 ms until the answer is neither false nor null. */
export async function until<T>(what: string, ask: () => Promise<T | false | null>, limitMs = 60_000): Promise<T> {
  const endMs = performance.now() + limitMs
  for (;;) {
    const answer = await ask()
    if (answer !== false && answer !== null) return answer
    if (performance.now() > endMs) throw new Error(`waited ${limitMs / 1000} s in vain until ${what}`)
    await new Promise((wake) => setTimeout(wake, 100))
  }
}

/** A module that Node runs before the server, in each of its threads, whose clocks agree. */
function otherClocks(aheadS: number, timesFaster: number): string {
  const startMs = Date.now()
  const code = `const wall = Date.now, steady = performance.now.bind(performance)
    Date.now = () => ${startMs + aheadS * 1000} + Math.round((wall() - ${startMs}) * ${timesFaster})
    performance.now = () => steady() * ${timesFaster}`
  return `data:text/javascript,${encodeURIComponent(code)}`
}

function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('FLEETGLASS_')))
}

function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), 6000)
    child.once('exit', () => {
      clearTimeout(force)
      resolve()
    })
  })
}

/** Where this worker looks for ports: below those of outgoing connections, and where no other worker looks. */
const PORTS_OF_WORKER = 7_000
const firstPort = 10_000 + PORTS_OF_WORKER * Number(process.env.TEST_PARALLEL_INDEX ?? 0)
let nextPort = firstPort + ((process.pid * 7) % PORTS_OF_WORKER)

/** Ports that are free now. */
async function freePorts(count: number): Promise<number[]> {
  const found: number[] = []
  while (found.length < count) {
    nextPort = firstPort + ((nextPort + 1 - firstPort) % PORTS_OF_WORKER)
    if (await isFree(nextPort)) found.push(nextPort)
  }
  return found
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, HOST, () => server.close(() => resolve(true)))
  })
}
