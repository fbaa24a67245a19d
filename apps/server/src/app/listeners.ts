import { join } from 'node:path'
import { WAY_POINTS_MAX } from '@fleetglass/contract/directions'
import { EVENT_PATH } from '@fleetglass/contract/events'
import { MONITOR_PATH } from '@fleetglass/contract/monitors'
import type { ServerInfo } from '@fleetglass/contract/session'
import { StreamPath } from '@fleetglass/contract/streams'
import { deviceInfoRoutes } from '../features/device-info/index.ts'
import { deviceLogRoutes } from '../features/device-log/index.ts'
import { settingRoutes } from '../features/device-settings/index.ts'
import { deviceAdminRoutes, deviceRoutes } from '../features/devices/index.ts'
import { directionsRoutes } from '../features/directions/index.ts'
import { driverRoutes } from '../features/drivers/index.ts'
import { eventRoutes } from '../features/events/index.ts'
import { exportRoutes, roomRoutes } from '../features/exports/index.ts'
import { createFences, fenceRoutes } from '../features/fences/index.ts'
import { footageRoutes } from '../features/footage/index.ts'
import { liveRoutes, startupTraceRoutes } from '../features/live/index.ts'
import { monitorMessages } from '../features/monitors/index.ts'
import { playbackRoutes } from '../features/playback/index.ts'
import { ptzRoutes } from '../features/ptz/index.ts'
import { recordingSettingsRoutes } from '../features/recording-settings/index.ts'
import { recordListRoutes } from '../features/remote-playback/index.ts'
import { remoteSettingsRoutes } from '../features/remote-settings/index.ts'
import { createPlannedRoutes, plannedRouteRoutes } from '../features/routes/index.ts'
import { accountRoutes, sessionMessages, sessionRoutes } from '../features/session/index.ts'
import { talkRoutes } from '../features/talk/index.ts'
import { mileageRoutes, trackRoutes } from '../features/tracks/index.ts'
import { translationRoutes } from '../features/translations/index.ts'
import type { Clock } from '../platform/clock/index.ts'
import type { ServerConfig } from '../platform/config/index.ts'
import { createWebListener, operations, siteOrigins, tileOrigins, type WebListener } from '../platform/http/index.ts'
import type { Shutdown } from '../platform/shutdown/index.ts'
import type { DiskState } from '../ports/recordings/index.ts'
import { createRuleDevices } from '../services/areas/index.ts'
import { createDirectionsClient } from '../services/directions/index.ts'
import { createEventStore } from '../services/events/index.ts'
import { version } from '../version.ts'
import { type Engines, openGateway } from './engines.ts'
import type { Features } from './features.ts'
import { type Platform, serverZoneHours } from './platform.ts'

/**
 * The web port serves everything, so that a proxy with one port is enough; the stream endpoints are also on the main
 * channel's port. The web port is opened last: who reaches the console finds everything else ready.
 */
export async function openListeners(platform: Platform, engines: Engines, features: Features, shutdown: Shutdown) {
  const { options, config, clock, log, metrics, certificate, channel } = platform
  const { session, gate, viewers } = features
  const ports = { http: 0, https: 0, main: 0, streams: 0, signalling: 0, media: 0, files: 0 }
  const consoleFolder = options.consoleFolder ?? join(import.meta.dirname, '../../../console/dist')
  const { connectionsPerAddress, trustedProxies } = config
  const shared = { clock, log, metrics, certificate, connectionsPerAddress, trustedProxies }
  const web = await createWebListener({
    ...shared,
    name: 'web',
    consoleFolder,
    outside: {
      ...siteOrigins(config.site),
      tiles: tileOrigins(config.site.tileUrl),
      anyServer: config.chooseServer,
    },
  })
  const main = await createWebListener({ ...shared, name: 'main' })
  const streams = await createWebListener({ ...shared, name: 'streams' })
  for (const listener of [web, main]) {
    listener.sockets.add('/', channel.route)
    listener.sockets.add(MONITOR_PATH, channel.route)
    listener.sockets.add(EVENT_PATH, features.eventSockets.route)
  }
  for (const listener of [web, main, streams]) {
    listener.sockets.add(StreamPath.live, viewers.route)
    liveRoutes(listener.fastify, { gate, commands: engines.commands })
    deviceLogRoutes(listener.fastify, { gate, deviceLog: engines.deviceLog })
    exportRoutes(listener.fastify, features.downloads)
  }
  for (const { endpoints = [] } of features.contributions)
    for (const endpoint of endpoints)
      for (const { fastify } of endpoint.listeners === 'web' ? [web] : [web, main, streams])
        endpoint.mount(fastify, session)
  sessionMessages(channel, { session, serverInfo: () => serverInfo(config, clock, ports.streams) })
  webCalls(web.fastify, platform, engines, features, () => ({ appcommand: ports.main, streamings: [ports.streams] }))

  ports.main = await shutdown.own('main', main).listen(config.host, config.main)
  ports.streams = await shutdown.own('streams', streams).listen(config.host, config.streams)
  const gateway = shutdown.own('gateway', await openGateway(platform, engines))
  Object.assign(ports, gateway.ports)
  monitorMessages(channel, { ...engines, viewers, lines: () => gateway.lines() })
  shutdown.own('web', web)
  if (certificate !== null) ports.https = await web.listenTls(config.host, config.https)
  ports.http = await web.listen(config.host, config.http)
  return { ports, listeners: [web, main, streams] }
}

/** The calls of the web port. */
function webCalls(
  fastify: WebListener['fastify'],
  { options, config, clock, metrics, database, storage }: Platform,
  engines: Engines,
  features: Features,
  protocol: Parameters<typeof sessionRoutes>[1]['protocol'],
): void {
  const { visibility, session: authenticator, gate, downloads } = features
  const { recorder, registry } = engines
  const site = { mapCenter: config.mapCenter, ...config.site }
  sessionRoutes(fastify, { protocol, site, chooseServer: config.chooseServer })
  translationRoutes(fastify)
  accountRoutes(fastify, { session: authenticator, strict: features.strict })
  talkRoutes(fastify, { authenticator, gate, talkLog: engines.talkLog })
  eventRoutes(fastify, { authenticator, store: createEventStore(database), visibility })
  trackRoutes(fastify, { authenticator, gate, tracks: features.tracks, files: features.trackFiles })
  playbackRoutes(fastify, { authenticator, recordings: engines.recordings, visibility })
  const ruled = { rules: engines.rules, devices: createRuleDevices({ registry: registry, visibility }) }
  fenceRoutes(fastify, { authenticator, fences: createFences(ruled) })
  plannedRouteRoutes(fastify, { authenticator, routes: createPlannedRoutes(ruled) })
  footageRoutes(fastify, { authenticator, requests: features.footageRequests, ...downloads })
  const { locks, retention } = engines
  roomRoutes(fastify, { authenticator, clock, locks, retention, disk: recorder.disk, registry, visibility })
  deviceRoutes(fastify, { authenticator, devices: features.devices })
  editorRoutes(fastify, engines, features)
  startupTraceRoutes(fastify, { authenticator, visibility, streams: engines.streams })
  mileageRoutes(fastify, { authenticator, gate, mileage: features.mileage })
  recordListRoutes(fastify, { authenticator, recordLists: features.recordLists })
  remoteSettingsRoutes(fastify, { authenticator, remoteSettings: features.remoteSettings })
  ptzRoutes(fastify, { authenticator, clock, ...features.cameras })
  directionsRoutes(fastify, { authenticator, directions: directionsClientOf(config, clock) })
  const { metricsToken, openMetrics } = config
  const access = openMetrics ? 'open' : { token: metricsToken }
  operations(fastify, {
    database,
    storage,
    version,
    recordingFault: () => recordingFault(recorder.disk.state),
    metrics: { source: metrics, access, reusedMs: options.metricsReusedMs },
  })
}

function recordingFault(disk: DiskState): string | null {
  if (disk.kind === 'writing') return null
  return disk.reason === 'full'
    ? 'Nothing is recorded: the disk is full'
    : 'Nothing is recorded: the media folder takes no data'
}

/** What is kept of devices, and what they tell of themselves, as calls. */
function editorRoutes(fastify: WebListener['fastify'], { registry, identities }: Engines, features: Features): void {
  const { editors, visibility, session: authenticator } = features
  deviceAdminRoutes(fastify, { authenticator, ...editors })
  settingRoutes(fastify, { authenticator, ...editors })
  recordingSettingsRoutes(fastify, { authenticator, ...editors })
  driverRoutes(fastify, { authenticator, ...editors })
  deviceInfoRoutes(fastify, { authenticator, registry, visibility, identities })
}

function directionsClientOf({ directions: url, directionsKind: kind }: ServerConfig, clock: Clock) {
  return url === '' ? null : createDirectionsClient({ clock, url, kind, pointsMax: WAY_POINTS_MAX })
}

function serverInfo(config: ServerConfig, clock: Clock, streamPort: number): ServerInfo {
  const timeZoneHours = serverZoneHours(config, clock)
  return { version, maxLicence: config.maxLicence, expiresS: 0, timeZoneHours, streamPort }
}
