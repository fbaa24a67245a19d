import { join } from 'node:path'
import type { ServerInfo } from '@fleetglass/contract/session'
import { StreamPath } from '@fleetglass/contract/streams'
import { migrations } from '../migrations/index.ts'
import { createFleet } from './engines/fleet/index.ts'
import { createDeviceCommands, createGateway } from './engines/gateway/index.ts'
import { createPositionLog } from './engines/position-log/index.ts'
import { createRecorder } from './engines/recorder/index.ts'
import { createRegistry } from './engines/registry/index.ts'
import { createStreams } from './engines/streams/index.ts'
import { createDevices, createVisibility, deviceMessages } from './features/devices/index.ts'
import { createStreamGate, createStreamSockets, liveRoutes } from './features/live/index.ts'
import { playbackMessages, playbackStream } from './features/playback/index.ts'
import { createAccountStore, createSession, sessionMessages, sessionRoutes } from './features/session/index.ts'
import { createTrackStore, createTracks, trackRoutes } from './features/tracks/index.ts'
import { createInProcessBus } from './platform/bus/index.ts'
import { createMainChannel } from './platform/channel/index.ts'
import { type Clock, systemClock } from './platform/clock/index.ts'
import { type ServerConfig, withoutSecrets } from './platform/config/index.ts'
import { openDatabase, takeDataFolder } from './platform/database/index.ts'
import { createWebListener, operations, type WebListener } from './platform/http/index.ts'
import type { Log } from './platform/log/index.ts'
import { createMetrics } from './platform/metrics/index.ts'
import { createShutdown } from './platform/shutdown/index.ts'
import { version } from './version.ts'

export interface ServerOptions {
  readonly config: ServerConfig
  readonly log: Log
  readonly clock?: Clock
  /** Folder of the built console. */
  readonly consoleFolder?: string
  /** Told when something the server cannot do without ended by itself; the process should end and be started again. */
  readonly onFailure?: (error: Error) => void
  /** Tells the person who starts the server something he will not be told again. */
  readonly announce?: (text: string) => void
}

export interface RunningServer {
  /** The ports that are really bound. */
  readonly ports: ServerPorts
  /** Ends everything in the reverse order of its start; the second call waits for the first. */
  close(): Promise<void>
}

export interface ServerPorts {
  readonly http: number
  readonly main: number
  readonly streams: number
  readonly signalling: number
  readonly media: number
}

/**
 * The composition root: builds every part with what it needs, in this order, and the only file that names them all. What
 * was started is pushed on `shutdown`, so that a start which fails half-way leaves nothing behind.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const shutdown = createShutdown(options.log)
  try {
    return await start(options, shutdown)
  } catch (error) {
    await shutdown.close()
    throw error
  }
}

async function start(options: ServerOptions, shutdown: ReturnType<typeof createShutdown>): Promise<RunningServer> {
  const { config, log, clock = systemClock } = options
  const onFailure = options.onFailure ?? ((error: Error) => log.fatal({ err: error }, 'a part of the server ended'))
  log.info({ version, config: withoutSecrets(config) }, 'starting')

  // Platform
  const metrics = createMetrics()
  shutdown.add('metrics', () => metrics.close())
  const folder = takeDataFolder(config.data)
  shutdown.add('data folder', () => folder.release())
  const location = config.database === '' ? folder.databaseFile : config.database
  const database = await openDatabase({ location, migrations, clock, onFailure })
  shutdown.add('database', () => database.close())
  metrics.measured('fleetglass_disk_free_bytes', 'Room on the disk of the data folder', () => folder.freeBytes())
  metrics.measured('fleetglass_database_waiting', 'Queries that wait for the database', () => database.waiting)
  const bus = createInProcessBus({
    clock,
    onError: (error, subject) => log.error({ err: error, subject }, 'a receiver of the bus failed'),
  })
  shutdown.add('bus', () => bus.close())
  const channel = createMainChannel({ clock, log, metrics })

  // Engines
  const registry = await createRegistry({ database, clock, maxDevices: config.maxLicence })
  const fleet = createFleet({ clock, registry })
  shutdown.add('fleet', () => fleet.close())
  const positions = createPositionLog({
    clock,
    database,
    failed: (error) => log.error({ err: error }, 'positions could not be stored; they were not acknowledged'),
  })
  shutdown.add('positions', () => positions.close())
  const commands = createDeviceCommands({ bus })
  const streams = createStreams({ clock, log, metrics, registry, fleet, commands })
  shutdown.add('streams', () => streams.close())
  const recorder = await createRecorder({
    ...{ clock, log, metrics, database, registry, fleet, streams },
    folder: folder.mediaFolder,
    defaultDays: config.recordingDays,
  })
  shutdown.add('recorder', () => recorder.close())

  // Features
  const session = createSession({ store: createAccountStore(database), clock, log, metrics })
  const madeUp = await session.ensureAdministrator(config.adminPassword)
  if (madeUp !== null) options.announce?.(`The first administrator is "admin", password: ${madeUp}`)
  const visibility = createVisibility(registry)
  const devices = createDevices({ registry, fleet, visibility })
  deviceMessages(channel, { devices, registry })

  const gate = createStreamGate({ authenticator: session, visibility })
  const streamSockets = createStreamSockets({
    clock,
    log,
    metrics,
    streams,
    fleet,
    gate,
    kinds: { lopb: playbackStream({ clock, log, recordings: recorder.recordings }) },
  })
  shutdown.add('viewers', () => streamSockets.close())
  playbackMessages(channel, { recordings: recorder.recordings, visibility, registry })

  // Listeners: the web port serves everything, so that a proxy with one port is enough; the stream endpoints are also
  // on the main channel's port.
  const consoleFolder = options.consoleFolder ?? join(import.meta.dirname, '../../console/dist')
  const web = await createWebListener({ name: 'web', log, metrics, consoleFolder })
  const mainListener = await createWebListener({ name: 'main', log, metrics })
  const streamListener = await createWebListener({ name: 'streams', log, metrics })
  for (const listener of [web, mainListener]) listener.sockets.add('/', channel.route)
  for (const listener of [web, mainListener, streamListener]) {
    listener.sockets.add(StreamPath.live, streamSockets.route)
    liveRoutes(listener.fastify, { gate, commands })
  }

  sessionMessages(channel, { session, serverInfo: () => serverInfo(config, clock, ports.streams) })
  sessionRoutes(web.fastify, {
    protocol: () => ({ appcommand: ports.main, streamings: [ports.streams] }),
    site: { mapCenter: config.mapCenter, ...config.site },
  })
  const tracks = createTracks({ store: createTrackStore(database), visibility })
  trackRoutes(web.fastify, { authenticator: session, tracks })
  operations(web.fastify, { database, metrics, version })

  const ports = { http: 0, main: 0, streams: 0, signalling: 0, media: 0 }
  ports.main = await listen(mainListener, config.main)
  ports.streams = await listen(streamListener, config.streams)
  const gateway = await createGateway({
    ...{ clock, bus, log, metrics, registry, fleet, positions, streams },
    options: {
      host: config.host,
      signallingPort: config.signalling,
      mediaPort: config.media,
      publicHost: config.publicHost,
      admission: config.admission,
    },
  })
  shutdown.add('gateway', () => gateway.close())
  ports.signalling = gateway.ports.signalling
  ports.media = gateway.ports.media
  // Last: who reaches the console finds everything else ready.
  ports.http = await listen(web, config.http)
  log.info({ ports }, 'ready')
  return { ports, close: () => shutdown.close() }

  async function listen(listener: WebListener, port: number): Promise<number> {
    shutdown.add(listener.name, () => listener.close())
    return listener.listen(config.host, port)
  }
}

function serverInfo(config: ServerConfig, clock: Clock, streamPort: number): ServerInfo {
  const machineHours = -new Date(clock.nowMs()).getTimezoneOffset() / 60
  const timeZoneHours = config.timeZone === 'machine' ? machineHours : config.timeZone
  return { version, maxLicence: config.maxLicence, expiresS: 0, timeZoneHours, streamPort }
}
