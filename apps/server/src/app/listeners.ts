import { join } from 'node:path'
import { MONITOR_PATH } from '@fleetglass/contract/monitors'
import { StreamPath } from '@fleetglass/contract/streams'
import type { Contribution } from '../features/define-feature.ts'
import { createWebListener, operations, siteOrigins, tileOrigins, type WebListener } from '../platform/http/index.ts'
import type { Shutdown } from '../platform/shutdown/index.ts'
import type { DiskState, RecordingDisk } from '../ports/recordings/index.ts'
import { version } from '../version.ts'
import type { Opened, Parts } from './features.ts'
import { type Ingest, openGateway } from './ingest.ts'
import { httpsOnlyPort, openMovable } from './movable-ports.ts'
import type { Platform } from './platform.ts'
import type { Services } from './services.ts'
import type { StoredState } from './stored-state.ts'

interface Listeners {
  readonly web: WebListener
  readonly main: WebListener
  readonly streams: WebListener
}

/**
 * The web port serves everything, so that a proxy with one port is enough; the stream endpoints are also on the main
 * channel's port. The web port is opened last: who reaches the console finds everything else ready.
 */
export async function openListeners(
  { platform, sharedPorts, stored, ports: { recordingDisk }, services }: Parts,
  ingest: Ingest,
  contributions: readonly Contribution[],
  opened: Opened,
  shutdown: Shutdown,
): Promise<readonly WebListener[]> {
  const { channel } = platform
  const { ports } = opened
  const listeners = await createListeners(platform, () => httpsOnlyPort(platform, ports))
  const { web, main, streams } = listeners
  for (const contribution of contributions) mount(contribution, listeners, platform, services)
  for (const { sockets } of [web, main]) {
    sockets.add('/', channel.route)
    sockets.add(MONITOR_PATH, channel.route)
  }
  for (const { sockets } of [web, main, streams]) sockets.add(StreamPath.live, services.viewers.route)
  addOperations(web, platform, recordingDisk, stored.mediaUploads)

  shutdown.own('main', main)
  shutdown.own('streams', streams)
  const gateway = shutdown.own('gateway', await openGateway(platform, sharedPorts, stored, ingest))
  Object.assign(ports, gateway.ports)
  opened.connectedDevices = () => gateway.lines()
  shutdown.own('web', web)
  const table = shutdown.own('listeners', await openMovable(platform, { ...listeners, gateway }, ports))
  opened.listeners = () => table.states
  return [web, main, streams]
}

async function createListeners(
  { options, config, clock, log, metrics, certificate, audit }: Platform,
  onlyHttps: () => number | null,
): Promise<Listeners> {
  const consoleFolder = options.consoleFolder ?? join(import.meta.dirname, '../../../console/dist')
  const { connectionsPerAddress, trustedProxies } = config
  const shared = { clock, log, metrics, certificate, audit, connectionsPerAddress, trustedProxies, onlyHttps }
  const outside = {
    ...siteOrigins(config.site),
    tiles: tileOrigins(config.site.tileUrl),
    anyServer: config.chooseServer,
  }
  return {
    web: await createWebListener({ ...shared, name: 'web', consoleFolder, outside }),
    main: await createWebListener({ ...shared, name: 'main' }),
    streams: await createWebListener({ ...shared, name: 'streams' }),
  }
}

/** Everything that one feature contributes. */
function mount(
  { endpoints = [], messages = [], streams = {}, sockets = {}, beforeDisconnect }: Contribution,
  listeners: Listeners,
  { channel }: Platform,
  { session, viewers }: Services,
): void {
  const { web, main } = listeners
  for (const endpoint of endpoints) {
    const on = endpoint.listeners === 'every' ? [web, main, listeners.streams] : [web]
    for (const { fastify } of on) endpoint.mount(fastify, session)
  }
  for (const message of messages) channel.add(message)
  for (const [name, kind] of Object.entries(streams)) viewers.serve(name, kind)
  for (const [path, route] of Object.entries(sockets)) {
    web.sockets.add(path, route)
    main.sockets.add(path, route)
  }
  // The web port closes first, and the gateway after it.
  if (beforeDisconnect !== undefined) web.fastify.addHook('onClose', async () => await beforeDisconnect())
}

/** `/healthz` and `/metrics`. */
function addOperations(
  { fastify }: WebListener,
  { options, config, metrics, database, storage, busFault }: Platform,
  disk: Pick<RecordingDisk, 'state'>,
  mediaUploads: StoredState['mediaUploads'],
): void {
  const { metricsToken, openMetrics } = config
  const access = openMetrics ? 'open' : { token: metricsToken }
  operations(fastify, {
    database,
    storage,
    version,
    recordingFault: () => recordingFault(disk.state),
    busFault,
    ...(mediaUploads !== null && { mediaStoreFault: () => mediaUploads.fault }),
    metrics: { source: metrics, access, reusedMs: options.metricsReusedMs },
  })
}

function recordingFault(disk: DiskState): string | null {
  if (disk.kind === 'writing') return null
  return disk.reason === 'full'
    ? 'Nothing is recorded: the disk is full'
    : 'Nothing is recorded: the media folder takes no data'
}
