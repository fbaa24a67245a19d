// A whole server for a test: in this process, on free ports, in a folder of its own. Everything goes in by its sockets.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ManualClock } from '@fleetglass/testkit'
import { type RunningServer, startServer } from '../src/app.ts'
import type { Clock } from '../src/platform/clock/index.ts'
import { defaultConfig, type ServerConfig } from '../src/platform/config/index.ts'
import { createLog } from '../src/platform/log/index.ts'
import { ChannelClient } from './channel-client.ts'
import { writeMigratedDatabase } from './databases/migrated-database.ts'
import { natsOfRun } from './nats/nats-buses.ts'
import { threadsOfTests } from './threads/thread-pool.ts'

export { until } from '@fleetglass/testkit'

export const ADMIN = 'admin'
export const ADMIN_PASSWORD = 'a password for tests'

export interface TestServerOptions {
  readonly config?: Partial<ServerConfig>
  readonly clock?: Clock
  /** A folder that outlives the server, to start it again on what it left. */
  readonly data?: string
  /** Receives each line of the log, and what the server prints for a person. */
  readonly logLine?: (line: string) => void
  readonly consoleFolder?: string
  /**
   * The ports go over the bus; left out: only where the environment says FLEETGLASS_PORTS=bus, or =nats for a bus on NATS, to try
   * any suite that way.
   */
  readonly portsOverBus?: boolean
  /** As `--rebuild-index`. */
  readonly rebuildIndex?: boolean
  /** As `--take-bucket`. */
  readonly takeBucket?: string
  /** The server asks to be started again. */
  readonly onRestart?: () => void
  /** Left out: next to nothing. */
  readonly hashCost?: 'real'
}

/** Next to nothing: tests log in thousands of times. */
export const CHEAP_HASH = { memoryKib: 8, rounds: 1 } as const

export interface TestServer extends RunningServer {
  /** Left out: `CHEAP_HASH`. */
  readonly hashCost?: 'real'
  readonly data: string
  /** `http://127.0.0.1:port` of the web listener. */
  readonly url: string
  /** A link of the main channel, logged in as the administrator. */
  login(): Promise<ChannelClient>
  /** A link that said nothing yet. */
  connect(): Promise<ChannelClient>
}

/** A server whose passwords cost what they cost a user. */
export function startHonestServer(options: TestServerOptions = {}): Promise<TestServer> {
  return startTestServer({ ...options, hashCost: 'real' })
}

/** Starts a server; its `close` also removes the folder it made. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'fleetglass-test-'))
  const log = createLog(options.logLine ? 'debug' : 'silent', { write: (line) => options.logLine?.(line) })
  const ports = {
    http: 0,
    https: 0,
    main: 0,
    streams: 0,
    heartbeat: 0,
    signalling: 0,
    media: 0,
    filesPort: 0,
    attachmentsPort: 0,
    filesPassive: '0',
  }
  const config = defaultConfig({
    host: '127.0.0.1',
    ...ports,
    data,
    adminPassword: ADMIN_PASSWORD,
    openMetrics: true,
    ...(process.env['FLEETGLASS_PORTS'] === 'nats' && (await natsOfRun())),
    ...options.config,
  })
  // Who brings a folder of its own wants a server that makes its database itself.
  if (options.data === undefined) await writeMigratedDatabase(join(data, 'fleetglass.sqlite'))
  const { clock, consoleFolder, logLine, onRestart, rebuildIndex, takeBucket } = options
  const portsOverBus = options.portsOverBus ?? process.env['FLEETGLASS_PORTS'] === 'bus'
  const server = await startServer({
    config,
    log,
    threads: threadsOfTests,
    metricsReusedMs: 0,
    portsOverBus,
    ...(options.hashCost !== 'real' && { hashCost: CHEAP_HASH }),
    ...(rebuildIndex && { rebuildIndex }),
    ...(takeBucket !== undefined && { takeBucket }),
    ...(logLine && { announce: logLine }),
    ...(clock && { clock }),
    ...(consoleFolder && { consoleFolder }),
    ...(onRestart && { onRestart }),
  })
  const connect = () => ChannelClient.connect(server.ports.main)
  return {
    ports: server.ports,
    endpoints: server.endpoints,
    directory: server.directory,
    renewCertificate: () => server.renewCertificate(),
    data,
    ...(options.hashCost && { hashCost: options.hashCost }),
    url: `http://127.0.0.1:${server.ports.http}`,
    connect,
    async login() {
      const client = await connect()
      await client.login(ADMIN, ADMIN_PASSWORD)
      return client
    },
    async close() {
      await closeBy(clock, server)
      if (options.data === undefined) rmSync(data, { recursive: true, force: true })
    },
  }
}

/** How long a close may take before its clock is moved on, and by how much: more than a server waits for open calls. */
const STUCK_MS = 3000

/** Closes it also where a call is still open: a server ends those after a while by its clock, and that of a test stands still. */
async function closeBy(clock: Clock | undefined, server: RunningServer): Promise<void> {
  const moves = setInterval(
    () => clock !== undefined && 'advance' in clock && (clock as ManualClock).advance(STUCK_MS),
    STUCK_MS,
  )
  await server.close().finally(() => clearInterval(moves))
}
