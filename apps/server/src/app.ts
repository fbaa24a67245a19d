import { join } from 'node:path'
import { WAY_POINTS_MAX } from '@fleetglass/contract/directions'
import { EVENT_PATH } from '@fleetglass/contract/events'
import { MONITOR_PATH } from '@fleetglass/contract/monitors'
import type { ServerInfo } from '@fleetglass/contract/session'
import { RANDOM_DEVICE, StreamPath } from '@fleetglass/contract/streams'
import { readOptions } from '@fleetglass/contract/variants'
import { migrations } from '../migrations/index.ts'
import { createDeviceIdentities } from './engines/device-identity/index.ts'
import { createDeviceLog } from './engines/device-log/index.ts'
import { createDeviceTraffic } from './engines/device-traffic/index.ts'
import { createEventEngine, createEventStore } from './engines/event-engine/index.ts'
import { createFleet } from './engines/fleet/index.ts'
import { createFootage } from './engines/footage/index.ts'
import {
  createDeviceCodes,
  createDeviceCommands,
  createGateway,
  createUploads,
  type Gateway,
} from './engines/gateway/index.ts'
import { createPlaybacks } from './engines/playbacks/index.ts'
import { createLastPoints, createPositionLog } from './engines/position-log/index.ts'
import { createRecorder } from './engines/recorder/index.ts'
import { createRegistry } from './engines/registry/index.ts'
import { createRuleDevices, createRules } from './engines/rules/index.ts'
import { createStreams } from './engines/streams/index.ts'
import { createTalkLog } from './engines/talk-log/index.ts'
import { createTrackSums } from './engines/track-sums/index.ts'
import { createTranscodedStreams } from './engines/transcoder/index.ts'
import { createStreamGate, createStreamSockets, type StreamSockets } from './engines/viewers/index.ts'
import { createVisibility, type Visibility } from './engines/visibility/index.ts'
import { createVoices } from './engines/voice/index.ts'
import { basemapRoutes, openBasemap, tileOrigins } from './features/basemap/index.ts'
import { broadcastStream } from './features/broadcast/index.ts'
import { deviceInfoRoutes } from './features/device-info/index.ts'
import { deviceLogRoutes, followDevices } from './features/device-log/index.ts'
import { createDeviceRecords, settingRoutes, settingsMessages } from './features/device-settings/index.ts'
import {
  createDeviceControl,
  createDeviceRegistration,
  createDevices,
  createRecordedShare,
  createRowPush,
  createRowWriter,
  createServerStatus,
  deviceAdminRoutes,
  deviceMessages,
  deviceRoutes,
} from './features/devices/index.ts'
import { directionsRoutes } from './features/directions/index.ts'
import { createDriverStore, createDrivers, driverRoutes } from './features/drivers/index.ts'
import { embeddedPageRoutes } from './features/embedded-pages/index.ts'
import { createEventSockets, eventRoutes } from './features/events/index.ts'
import { createExports, exportRoutes, roomRoutes } from './features/exports/index.ts'
import { createFences, fenceRoutes } from './features/fences/index.ts'
import { createFootageRequests, footageRoutes } from './features/footage/index.ts'
import { createGeocode, geocodeRoutes } from './features/geocode/index.ts'
import { createGroups, groupRoutes } from './features/groups/index.ts'
import { gpsStream, ladderRoutes, liveRoutes, liveStream, randomStream } from './features/live/index.ts'
import { createMemoStore, createMemos, memoRoutes } from './features/memos/index.ts'
import { monitorMessages } from './features/monitors/index.ts'
import { playbackMessages, playbackRoutes, playbackStream } from './features/playback/index.ts'
import { createCameraMover, ptzMessages, ptzRoutes } from './features/ptz/index.ts'
import { createRecordingSettings, recordingSettingsRoutes } from './features/recording-settings/index.ts'
import { createRecordLists, recordListRoutes, remotePlaybackStream } from './features/remote-playback/index.ts'
import {
  createDeviceParameters,
  createDeviceTurns,
  createRemoteSettings,
  createSavedSettings,
  remoteSettingsRoutes,
} from './features/remote-settings/index.ts'
import { createPlannedRoutes, plannedRouteRoutes } from './features/routes/index.ts'
import {
  accountRoutes,
  createAccountStore,
  createSession,
  createTokenStore,
  sessionMessages,
  sessionRoutes,
} from './features/session/index.ts'
import { talkRoutes, talkStream } from './features/talk/index.ts'
import {
  createMileage,
  createTrackFiles,
  createTrackStore,
  createTracks,
  mileageMessages,
  mileageRoutes,
  trackRoutes,
} from './features/tracks/index.ts'
import { translationRoutes } from './features/translations/index.ts'
import { createInProcessBus } from './platform/bus/index.ts'
import { createMainChannel } from './platform/channel/index.ts'
import { type Clock, systemClock } from './platform/clock/index.ts'
import { readPortRange, type ServerConfig, withoutSecrets } from './platform/config/index.ts'
import { openDatabase, takeDataFolder } from './platform/database/index.ts'
import type { Entry } from './platform/entries/index.ts'
import { createGeocoder, openKeptAddresses } from './platform/geocoder/index.ts'
import { createWebListener, operations, siteOrigins, type WebListener } from './platform/http/index.ts'
import type { Log } from './platform/log/index.ts'
import { createMetrics } from './platform/metrics/index.ts'
import { createPlaces } from './platform/places/index.ts'
import { createRouter } from './platform/router/index.ts'
import { createShutdown, type Shutdown } from './platform/shutdown/index.ts'
import { createStorageWatch } from './platform/storage/index.ts'
import { openCertificate } from './platform/tls/index.ts'
import { version } from './version.ts'

export interface ServerOptions {
  readonly config: ServerConfig
  readonly log: Log
  readonly clock?: Clock
  /** Folder of the built console. */
  readonly consoleFolder?: string
  /** Makes the index of recordings again from the media folder before anything listens. */
  readonly rebuildIndex?: boolean
  /** Told when something the server cannot do without ended by itself; the process should end and be started again. */
  readonly onFailure?: (error: Error) => void
  /** Tells the person who starts the server something he will not be told again. */
  readonly announce?: (text: string) => void
}

export interface RunningServer {
  /** The ports that are really bound. */
  readonly ports: ServerPorts
  /** Every way into the listeners that speak HTTP, as it was registered. */
  readonly entries: readonly ServerEntry[]
  /** Reads the files of the certificate again; connections that are open stay. */
  renewCertificate(): Promise<void>
  /** Ends everything in the reverse order of its start; the second call waits for the first. */
  close(): Promise<void>
}

export interface ServerEntry extends Entry {
  readonly listener: string
}

export interface ServerPorts {
  readonly http: number
  /** 0: there is no certificate. */
  readonly https: number
  readonly main: number
  readonly streams: number
  readonly signalling: number
  readonly media: number
  readonly files: number
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

/** Bottom to top; ended top to bottom. Each layer knows only those before it. */
async function start(options: ServerOptions, shutdown: Shutdown): Promise<RunningServer> {
  const platform = await startPlatform(options, shutdown)
  const engines = await startEngines(platform, shutdown)
  const features = await startFeatures(platform, engines, shutdown)
  const { ports, listeners } = await openListeners(platform, engines, features, shutdown)
  platform.log.info({ ports }, 'ready')
  const renewCertificate = async () => platform.certificate?.renew()
  return { ports, entries: listeners.flatMap(entriesOf), renewCertificate, close: () => shutdown.close() }
}

type Platform = Awaited<ReturnType<typeof startPlatform>>
type Engines = Awaited<ReturnType<typeof startEngines>>
type Features = Awaited<ReturnType<typeof startFeatures>>

async function startPlatform(options: ServerOptions, shutdown: Shutdown) {
  const { config, log, clock = systemClock } = options
  const onFailure = options.onFailure ?? ((error: Error) => log.fatal({ err: error }, 'a part of the server ended'))
  log.info({ version, config: withoutSecrets(config) }, 'starting')
  const { options: site, unreadable } = readOptions(config.site)
  if (unreadable.length > 0) log.warn({ options: unreadable }, 'options of the site that cannot be read are left out')

  const metrics = shutdown.own('metrics', createMetrics())
  const certificate = await openCertificate({ clock, log, certFile: config.tlsCert, keyFile: config.tlsKey })
  if (certificate !== null) shutdown.add('certificate', () => certificate.close())
  const folder = takeDataFolder(config.data)
  shutdown.add('data folder', () => folder.release())
  const location = config.database === '' ? folder.databaseFile : config.database
  const database = shutdown.own('database', await openDatabase({ location, migrations, clock, onFailure }))
  metrics.measured('fleetglass_database_waiting', 'Queries that wait for the database', () => database.waiting)
  const busFailure = (error: unknown, subject: string) =>
    log.error({ err: error, subject }, 'a receiver of the bus failed')
  const bus = shutdown.own('bus', createInProcessBus({ clock, onError: busFailure }))
  const channel = createMainChannel({ clock, log, metrics })
  const paths = config.database === '' ? [folder.path, folder.databaseFile] : [folder.path]
  const storage = shutdown.own('storage', await createStorageWatch({ clock, log, database, paths }))
  return { options, config, site, clock, log, metrics, certificate, folder, database, storage, bus, channel }
}

async function startEngines(platform: Platform, shutdown: Shutdown) {
  const { options, config, clock, log, metrics, folder, database, storage, bus } = platform
  const registry = await createRegistry({ database, clock, maxDevices: config.maxLicence })
  const lastPoints = await createLastPoints(database).load()
  const fleet = shutdown.own('fleet', createFleet({ clock, registry, lastPoints }))
  const failed = (error: Error) => storage.failed(error, 'positions could not be stored; they were not acknowledged')
  const positions = shutdown.own('positions', createPositionLog({ clock, database: storage, failed }))
  const trackSums = shutdown.own('track sums', createTrackSums({ clock, log, metrics, database, positions }))
  const commands = createDeviceCommands({ bus })
  const utcOffsetS = () => serverZoneHours(config, clock) * 3600
  const traffic = await createDeviceTraffic({ clock, log, database, registry, utcOffsetS })
  shutdown.own('device traffic', traffic)
  const identities = await createDeviceIdentities({ clock, log, database, registry, fleet, commands })
  shutdown.own('device identities', identities)
  const logs = join(folder.path, 'device-log')
  const deviceLog = shutdown.own('device log', createDeviceLog({ clock, log, metrics, folder: logs }))
  const streams = shutdown.own('streams', createStreams({ clock, log, metrics, registry, fleet, commands, traffic }))
  const voices = shutdown.own('voices', createVoices({ clock, log, metrics, registry, fleet, commands }))
  const playing = { clock, log, metrics, registry, fleet, commands, streams, traffic }
  const playbacks = shutdown.own('playbacks', createPlaybacks(playing))
  const deviceLimitBytes = config.recordingGigabytes * 1e9
  const media = { folder: folder.mediaFolder, defaultDays: config.recordingDays, deviceLimitBytes }
  const recorder = await createRecorder({ clock, log, metrics, database, registry, fleet, streams, ...media })
  shutdown.own('recorder', recorder)
  const talks = { folder: join(folder.path, 'talks'), keepDays: config.talkDays }
  const takesData = () => recorder.disk.kind === 'writing'
  const talkLog = shutdown.own('talk log', await createTalkLog({ clock, log, database, takesData, ...talks }))
  if (options.rebuildIndex) {
    const { added, repaired, foreign } = await recorder.rebuildIndex()
    const others = `${repaired} torn ones were repaired, ${foreign} are of devices nobody has added`
    options.announce?.(`The index of recordings was made again: ${added} files; ${others}.`)
  }
  const codes = config.deviceAuthentication === 'code' && createDeviceCodes({ clock, log, database, registry })
  const authentication = (await codes) || 'open'
  const eventsFailed = (error: Error) => storage.failed(error, 'events could not be stored; they are tried again')
  const events = createEventEngine({
    ...{ clock, log, metrics, bus, database, registry, fleet, failed: eventsFailed },
    defaultDays: config.eventDays,
  })
  shutdown.own('events', events)
  const rulesFailed = (error: Error) => storage.failed(error, 'what is known by the rules could not be stored')
  const rules = await createRules({
    ...{ clock, log, metrics, database, registry, events, failed: rulesFailed },
    limits: { overspeedKmh: config.overspeedKmh, idleMinutes: config.idleMinutes },
  })
  shutdown.own('rules', rules)
  const uploads = shutdown.own('uploads', createUploads({ clock }))
  const ways = { playbacks, commands, uploads }
  const fetching = { clock, log, database, registry, fleet, traffic, ...ways, recorder, defaultDays: config.eventDays }
  const footage = shutdown.own('footage', await createFootage(fetching))
  return {
    registry,
    fleet,
    traffic,
    identities,
    positions,
    trackSums,
    events,
    rules,
    footage,
    commands,
    streams,
    playbacks,
    uploads,
    voices,
    deviceLog,
    talkLog,
    recorder,
    authentication,
  } as const
}

async function startFeatures(platform: Platform, engines: Engines, shutdown: Shutdown) {
  const { options, config, site, clock, log, metrics, database, bus, channel } = platform
  const { registry, fleet, streams } = engines
  const { recordings } = engines.recorder
  const stores = { store: createAccountStore(database), tokens: createTokenStore(database) }
  const { strictPassword: strict, p2p: peerToPeer } = site
  const openReadsOf = config.openReads ? registry.groups.rootId : null
  const session = createSession({ ...stores, clock, log, metrics, bus, strict, site, openReadsOf })
  shutdown.add('session', async () => session.close())
  const announce = (madeUp: string) => options.announce?.(`The first administrator is "admin", password: ${madeUp}`)
  await session.ensureAdministrator(config.adminPassword, announce)
  const visibility = createVisibility(registry)
  const gate = createStreamGate({ authenticator: session, visibility })
  const { playbacks, recorder, commands, voices, talkLog } = engines
  const { transcoders: limit, ffmpeg: program } = config
  const transcoded = createTranscodedStreams({ log, metrics, streams, registry, program, limit })
  shutdown.own('transcoder', transcoded)
  const kinds = {
    live: liveStream({ streams, transcoded, fleet }),
    gps: gpsStream({ fleet }),
    talk: talkStream({ fleet, voices, talkLog }),
    broadcast: broadcastStream({ clock, registry, visibility, fleet, voices, talkLog, enabled: site.broadcast }),
    [RANDOM_DEVICE]: randomStream({ streams, fleet, registry, visibility }),
    lopb: playbackStream({ clock, log, recordings, transcoded }),
    repb: remotePlaybackStream({ clock, log, fleet, playbacks, recorder }),
  }
  const viewers = createStreamSockets({ clock, log, metrics, gate, kinds })
  shutdown.own('viewers', viewers)
  const diary = followDevices({ bus, streams, registry, deviceLog: engines.deviceLog })
  shutdown.add('device diary', async () => diary.close())
  const exports = shutdown.own('exports', createExports({ clock, log, recorder }))
  const utcOffsetS = () => serverZoneHours(config, clock) * 3600
  const downloads = { clock, gate, log, exports, site, utcOffsetS }
  const listening = { clock, log, metrics, bus, registry, visibility, authenticator: session }
  const eventSockets = shutdown.own('event sockets', createEventSockets(listening))
  const groups = createGroups({ registry, visibility })
  const { devices, mileage, tracks, trackFiles, cameras, editors } = startDeviceFeatures(
    platform,
    engines,
    { visibility, viewers },
    shutdown,
  )
  const memos = createMemos({ store: createMemoStore(database), registry, visibility, peerToPeer })
  const geocode = await startGeocode(platform, shutdown)
  const recordLists = createRecordLists({ visibility, commands })
  const turns = createDeviceTurns({ clock })
  shutdown.add('turns with devices', async () => turns.close())
  const [parameters, saved] = [createDeviceParameters({ commands }), createSavedSettings({ clock })]
  const remoteSettings = createRemoteSettings({ visibility, parameters, turns, saved })
  const { footage, events } = engines
  const footageRequests = createFootageRequests({ clock, registry, visibility, footage, events })
  playbackMessages(channel, { recordings, visibility, registry })
  const basemap = await openBasemap({ log, path: config.basemap, dataFolder: platform.folder.path })
  shutdown.own('base map', basemap)
  return {
    visibility,
    recordLists,
    remoteSettings,
    downloads,
    footageRequests,
    session,
    strict,
    gate,
    viewers,
    eventSockets,
    groups,
    tracks,
    trackFiles,
    editors,
    devices,
    mileage,
    cameras,
    memos,
    geocode,
    basemap,
  }
}

/** What is asked about devices and done to them. */
function startDeviceFeatures(
  { config, clock, log, metrics, database, channel }: Platform,
  engines: Engines,
  { visibility, viewers }: { readonly visibility: Visibility; readonly viewers: StreamSockets },
  shutdown: Shutdown,
) {
  const { registry, fleet, commands, recorder, streams } = engines
  const writer = createRowWriter()
  const devices = createDevices({ registry, fleet, visibility, writer })
  const push = shutdown.own('push', createRowPush({ clock, metrics, registry, fleet, visibility, writer }))
  const control = createDeviceControl({ visibility, commands, recorder })
  const utcOffsetS = () => serverZoneHours(config, clock) * 3600
  const shares = createRecordedShare({ clock, recordings: recorder.recordings, registry, visibility, utcOffsetS })
  // What the server moves is counted where it is moved.
  const moved = () => ({ written: recorder.writtenBytes, sent: viewers.sentBytes, received: streams.bytesIn })
  const watched = { moved, viewers: () => viewers.viewers() }
  const status = shutdown.own('status', createServerStatus({ clock, fleet, commands, ...watched }))
  const mover = shutdown.own('cameras', createCameraMover({ clock, commands }))
  const store = createTrackStore(database)
  const tracks = createTracks({ store, visibility })
  const mileage = createMileage({ store, sums: engines.trackSums, visibility, devices, registry })
  const trackFiles = shutdown.own('track files', createTrackFiles({ clock, log, store, visibility }))
  const registration = createDeviceRegistration(registry)
  const records = createDeviceRecords({ registry, visibility })
  deviceMessages(channel, { devices, registration, push, control, status, shares })
  settingsMessages(channel, { records })
  const cameras = { visibility, mover }
  ptzMessages(channel, cameras)
  mileageMessages(channel, { mileage })
  const drivers = createDrivers({ clock, store: createDriverStore(database), registry, visibility })
  const settings = createRecordingSettings({ registry, visibility, traffic: engines.traffic })
  const editors = { registration, control, records, drivers, settings }
  return { devices, mileage, tracks, trackFiles, cameras, editors }
}

/** What is kept of devices, and what they tell of themselves, as calls. */
function editorRoutes({ fastify }: WebListener, { registry, identities }: Engines, features: Features): void {
  const { editors, visibility, session: authenticator } = features
  deviceAdminRoutes(fastify, { authenticator, ...editors })
  settingRoutes(fastify, { authenticator, ...editors })
  recordingSettingsRoutes(fastify, { authenticator, ...editors })
  driverRoutes(fastify, { authenticator, ...editors })
  deviceInfoRoutes(fastify, { authenticator, registry, visibility, identities })
}

/** Addresses of the site's geocoder, kept on disk, and what is near where it has none. */
async function startGeocode({ config, clock, log, folder }: Platform, shutdown: Shutdown) {
  const kept = await openKeptAddresses(join(folder.path, 'addresses.jsonl'), log)
  shutdown.own('kept addresses', kept)
  const places = config.nearbyPlaces ? shutdown.own('places', createPlaces({ log })) : null
  const geocoder = config.geocoder === '' ? null : createGeocoder({ clock, url: config.geocoder })
  return createGeocode({ clock, geocoder, places, kept })
}

function routerOf({ directions: url, directionsKind: kind }: ServerConfig, clock: Clock) {
  return url === '' ? null : createRouter({ clock, url, kind, pointsMax: WAY_POINTS_MAX })
}

/**
 * The web port serves everything, so that a proxy with one port is enough; the stream endpoints are also on the main
 * channel's port. The web port is opened last: who reaches the console finds everything else ready.
 */
async function openListeners(platform: Platform, engines: Engines, features: Features, shutdown: Shutdown) {
  const { options, config, clock, log, metrics, certificate, database, storage, channel } = platform
  const {
    visibility,
    recordLists,
    remoteSettings,
    downloads,
    footageRequests,
    session,
    strict,
    gate,
    viewers,
    eventSockets,
    groups,
    tracks,
    trackFiles,
    devices,
    mileage,
    cameras,
    memos,
    geocode,
    basemap,
  } = features
  const { commands, recorder } = engines
  const ports = { http: 0, https: 0, main: 0, streams: 0, signalling: 0, media: 0, files: 0 }
  const consoleFolder = options.consoleFolder ?? join(import.meta.dirname, '../../console/dist')
  const { connectionsPerAddress, trustedProxies } = config
  const shared = { clock, log, metrics, certificate, connectionsPerAddress, trustedProxies }
  const web = await createWebListener({
    ...{ ...shared, name: 'web', consoleFolder },
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
    listener.sockets.add(EVENT_PATH, eventSockets.route)
  }
  for (const listener of [web, main, streams]) {
    listener.sockets.add(StreamPath.live, viewers.route)
    liveRoutes(listener.fastify, { gate, commands })
    deviceLogRoutes(listener.fastify, { gate, deviceLog: engines.deviceLog })
    exportRoutes(listener.fastify, downloads)
  }
  sessionMessages(channel, { session, serverInfo: () => serverInfo(config, clock, ports.streams) })
  const protocol = () => ({ appcommand: ports.main, streamings: [ports.streams] })
  const site = { mapCenter: config.mapCenter, ...config.site }
  sessionRoutes(web.fastify, { protocol, site, chooseServer: config.chooseServer })
  translationRoutes(web.fastify)
  accountRoutes(web.fastify, { session, strict })
  talkRoutes(web.fastify, { authenticator: session, gate, talkLog: engines.talkLog })
  groupRoutes(web.fastify, { authenticator: session, groups })
  embeddedPageRoutes(web.fastify, { authenticator: session, pages: config.embeddedPages })
  eventRoutes(web.fastify, { authenticator: session, store: createEventStore(database), visibility })
  trackRoutes(web.fastify, { authenticator: session, tracks, files: trackFiles })
  playbackRoutes(web.fastify, { authenticator: session, recordings: recorder.recordings, visibility })
  const ruled = { rules: engines.rules, devices: createRuleDevices({ registry: engines.registry, visibility }) }
  fenceRoutes(web.fastify, { authenticator: session, fences: createFences(ruled) })
  plannedRouteRoutes(web.fastify, { authenticator: session, routes: createPlannedRoutes(ruled) })
  footageRoutes(web.fastify, { authenticator: session, requests: footageRequests, ...downloads })
  roomRoutes(web.fastify, { authenticator: session, clock, recorder, registry: engines.registry, visibility })
  basemapRoutes(web.fastify, { authenticator: session, basemap })
  deviceRoutes(web.fastify, { authenticator: session, devices })
  editorRoutes(web, engines, features)
  ladderRoutes(web.fastify, { authenticator: session, visibility, streams: engines.streams })
  mileageRoutes(web.fastify, { authenticator: session, mileage })
  recordListRoutes(web.fastify, { authenticator: session, recordLists })
  remoteSettingsRoutes(web.fastify, { authenticator: session, remoteSettings })
  memoRoutes(web.fastify, { authenticator: session, memos })
  ptzRoutes(web.fastify, { authenticator: session, clock, ...cameras })
  geocodeRoutes(web.fastify, { authenticator: session, geocode })
  directionsRoutes(web.fastify, { authenticator: session, router: routerOf(config, clock) })
  operations(web.fastify, { database, storage, metrics, version })

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

function entriesOf({ name, entries }: WebListener): ServerEntry[] {
  return entries().map((entry) => ({ listener: name, ...entry }))
}

function openGateway({ config, clock, bus, log, metrics }: Platform, engines: Engines): Promise<Gateway> {
  const {
    registry,
    fleet,
    traffic,
    identities,
    positions,
    rules,
    streams,
    voices,
    playbacks,
    uploads,
    deviceLog,
    authentication,
  } = engines
  const { host, publicHost, admission, filesPort } = config
  const filesPassive = readPortRange(config.filesPassive) ?? { first: 0, last: 0 }
  const ports = { signallingPort: config.signalling, mediaPort: config.media, filesPort, filesPassive }
  const options = { host, ...ports, publicHost, admission }
  return createGateway({
    ...{ clock, bus, log, metrics, registry, fleet, positions, streams, voices, playbacks, uploads },
    ...{ deviceLog, traffic, signals: identities.hearing(rules.signals) },
    options: { ...options, authentication },
  })
}

function serverInfo(config: ServerConfig, clock: Clock, streamPort: number): ServerInfo {
  const timeZoneHours = serverZoneHours(config, clock)
  return { version, maxLicence: config.maxLicence, expiresS: 0, timeZoneHours, streamPort }
}

function serverZoneHours({ timeZone }: ServerConfig, clock: Clock): number {
  return timeZone === 'machine' ? -new Date(clock.nowMs()).getTimezoneOffset() / 60 : timeZone
}
