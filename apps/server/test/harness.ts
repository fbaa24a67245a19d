// A whole server for a test: in this process, on free ports, in a folder of its own. Everything goes in by its sockets.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, startServer } from '../src/app.ts'
import type { Clock } from '../src/platform/clock/index.ts'
import { defaultConfig, type ServerConfig } from '../src/platform/config/index.ts'
import { createLog } from '../src/platform/log/index.ts'
import { ChannelClient } from './channel-client.ts'

export { until } from '@fleetglass/testkit'

export const ADMIN = 'admin'
export const ADMIN_PASSWORD = 'a password for tests'

export interface TestServerOptions {
  readonly config?: Partial<ServerConfig>
  readonly clock?: Clock
  /** A folder that outlives the server, to start it again on what it left. */
  readonly data?: string
  /** Receives each line of the log. */
  readonly logLine?: (line: string) => void
  readonly consoleFolder?: string
}

export interface TestServer extends RunningServer {
  readonly data: string
  /** `http://127.0.0.1:port` of the web listener. */
  readonly url: string
  /** A link of the main channel, logged in as the administrator. */
  login(): Promise<ChannelClient>
  /** A link that said nothing yet. */
  connect(): Promise<ChannelClient>
}

/** Starts a server; its `close` also removes the folder it made. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'fleetglass-test-'))
  const log = createLog(options.logLine ? 'debug' : 'silent', { write: (line) => options.logLine?.(line) })
  const ports = { http: 0, https: 0, main: 0, streams: 0, signalling: 0, media: 0, filesPort: 0, filesPassive: '0' }
  const config = defaultConfig({
    host: '127.0.0.1',
    ...ports,
    data,
    adminPassword: ADMIN_PASSWORD,
    openMetrics: true,
    ...options.config,
  })
  const { clock, consoleFolder } = options
  const server = await startServer({
    config,
    log,
    metricsReusedMs: 0,
    ...(clock && { clock }),
    ...(consoleFolder && { consoleFolder }),
  })
  const connect = () => ChannelClient.connect(server.ports.main)
  return {
    ports: server.ports,
    entries: server.entries,
    directory: server.directory,
    renewCertificate: () => server.renewCertificate(),
    data,
    url: `http://127.0.0.1:${server.ports.http}`,
    connect,
    async login() {
      const client = await connect()
      await client.login(ADMIN, ADMIN_PASSWORD)
      return client
    },
    async close() {
      await server.close()
      if (options.data === undefined) rmSync(data, { recursive: true, force: true })
    },
  }
}
