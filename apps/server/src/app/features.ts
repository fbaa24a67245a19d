import { RANDOM_DEVICE } from '@fleetglass/contract/streams'
import { broadcastStream } from '../features/broadcast/index.ts'
import { followDevices } from '../features/device-log/index.ts'
import { createDeviceRecords, settingsMessages } from '../features/device-settings/index.ts'
import {
  createDeviceControl,
  createDeviceRegistration,
  createDevices,
  createRecordedShare,
  createRowPush,
  createRowWriter,
  createServerStatus,
  deviceMessages,
} from '../features/devices/index.ts'
import { createDriverStore, createDrivers } from '../features/drivers/index.ts'
import { createEventSockets } from '../features/events/index.ts'
import { createExports } from '../features/exports/index.ts'
import { createFootageRequests } from '../features/footage/index.ts'
import { gpsStream, liveStream, randomStream } from '../features/live/index.ts'
import { playbackMessages, playbackStream } from '../features/playback/index.ts'
import { createCameraMover, ptzMessages } from '../features/ptz/index.ts'
import { createRecordingSettings } from '../features/recording-settings/index.ts'
import { createRecordLists, remotePlaybackStream } from '../features/remote-playback/index.ts'
import {
  createDeviceParameters,
  createDeviceTurns,
  createRemoteSettings,
  createSavedSettings,
} from '../features/remote-settings/index.ts'
import { talkStream } from '../features/talk/index.ts'
import {
  createMileage,
  createTrackFiles,
  createTrackStore,
  createTracks,
  mileageMessages,
} from '../features/tracks/index.ts'
import type { Shutdown } from '../platform/shutdown/index.ts'
import { createSession, createTokenStore } from '../services/authentication/index.ts'
import type { Visibility } from '../services/directory/index.ts'
import { createEventStore } from '../services/events/index.ts'
import { createTranscodedStreams } from '../services/transcoder/index.ts'
import { createStreamGate, createStreamSockets, type StreamSockets } from '../services/viewers/index.ts'
import type { Engines } from './engines.ts'
import { featureList } from './feature-list.ts'
import { type Platform, serverZoneHours } from './platform.ts'
import { startModules } from './start-modules.ts'

export async function startFeatures(platform: Platform, engines: Engines, shutdown: Shutdown) {
  const { options, config, site, clock, log, metrics, database, bus, channel } = platform
  const { directory, registry, fleet, streams, recordings } = engines
  const { accounts, changes, visibility } = directory
  const { strictPassword: strict } = site
  const { queryCredentials } = config
  const openReadsOf = config.openReads ? registry.groups.rootId : null
  const access = { strict, site, openReadsOf, queryCredentials, hashCost: options.hashCost }
  const tokens = createTokenStore(database)
  const session = createSession({ accounts, changes, tokens, ...access, clock, log, metrics })
  shutdown.add('session', async () => session.close())
  const announce = (madeUp: string) => options.announce?.(`The first administrator is "admin", password: ${madeUp}`)
  await session.ensureAdministrator(config.adminPassword, announce)
  const gate = createStreamGate({ clock, log, authenticator: session, visibility })
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
    repb: remotePlaybackStream({ clock, log, fleet, playbacks, covers: recorder }),
  }
  const viewers = createStreamSockets({ clock, log, metrics, gate, kinds })
  shutdown.own('viewers', viewers)
  const diary = followDevices({ bus, streams, registry, deviceLog: engines.deviceLog })
  shutdown.add('device diary', async () => diary.close())
  const exports = shutdown.own('exports', createExports({ clock, log, cuts: engines.cuts }))
  const utcOffsetS = () => serverZoneHours(config, clock) * 3600
  const downloads = { clock, gate, log, exports, site, utcOffsetS }
  const listening = { clock, log, metrics, bus, registry, visibility, authenticator: session }
  const eventSockets = shutdown.own('event sockets', createEventSockets(listening))
  const { devices, mileage, tracks, trackFiles, cameras, editors } = startDeviceFeatures(
    platform,
    engines,
    { visibility, viewers },
    shutdown,
  )
  const recordLists = createRecordLists({ visibility, commands })
  const turns = createDeviceTurns({ clock })
  shutdown.add('turns with devices', async () => turns.close())
  const [parameters, saved] = [createDeviceParameters({ commands }), createSavedSettings({ clock })]
  const remoteSettings = createRemoteSettings({ visibility, parameters, turns, saved, models: engines.models })
  const { footage, events } = engines
  const footageRequests = createFootageRequests({ clock, registry, visibility, footage, events })
  playbackMessages(channel, { recordings, events: createEventStore(database), visibility, registry })
  const offers = { clock, config, database, dataFolder: platform.folder, log, site, registry, visibility }
  const contributions = await startModules(featureList, offers, shutdown)
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
    tracks,
    trackFiles,
    editors,
    devices,
    mileage,
    cameras,
    contributions,
  }
}

/** What is asked about devices and done to them. */
function startDeviceFeatures(
  { config, clock, log, metrics, database, channel }: Platform,
  engines: Engines,
  { visibility, viewers }: { readonly visibility: Visibility; readonly viewers: StreamSockets },
  shutdown: Shutdown,
) {
  const { registry, fleet, commands, recorder, retention, streams } = engines
  const writer = createRowWriter()
  const devices = createDevices({ registry, fleet, visibility, writer })
  const recordingFault = () => (recorder.disk.state.kind === 'stopped' ? recorder.disk.state.reason : null)
  const push = shutdown.own(
    'push',
    createRowPush({ clock, metrics, registry, fleet, visibility, writer, recordingFault }),
  )
  const control = createDeviceControl({ visibility, commands, retention, models: engines.models })
  const utcOffsetS = () => serverZoneHours(config, clock) * 3600
  const shares = createRecordedShare({ clock, recordings: engines.recordings, registry, visibility, utcOffsetS })
  // What the server moves is counted where it is moved.
  const moved = () => ({ written: recorder.disk.writtenBytes, sent: viewers.sentBytes, received: streams.bytesIn })
  const watched = { moved, viewers: () => viewers.viewers() }
  const status = shutdown.own('status', createServerStatus({ clock, fleet, commands, ...watched }))
  const mover = shutdown.own('cameras', createCameraMover({ clock, commands }))
  const lost = visibility.onChange(() => mover.checkAll())
  shutdown.add('moved cameras', async () => lost.close())
  const store = createTrackStore(database)
  const tracks = createTracks({ store, visibility })
  const mileage = createMileage({ store, sums: engines.trackSums, visibility, devices, registry })
  const trackFiles = shutdown.own('track files', createTrackFiles({ clock, log, store, visibility }))
  const registration = createDeviceRegistration({
    registry,
    codes: engines.authentication,
    deviceLog: engines.deviceLog,
  })
  const records = createDeviceRecords({ registry, visibility })
  deviceMessages(channel, { devices, registration, push, control, status, shares })
  settingsMessages(channel, { records })
  const cameras = { visibility, mover }
  ptzMessages(channel, cameras)
  mileageMessages(channel, { mileage })
  const drivers = createDrivers({ clock, store: createDriverStore(database), registry, visibility })
  const settings = createRecordingSettings({
    registry,
    visibility,
    traffic: engines.traffic,
    serverDays: config.recordingDays,
  })
  const editors = { registration, control, records, drivers, settings }
  return { devices, mileage, tracks, trackFiles, cameras, editors }
}

export type Features = Awaited<ReturnType<typeof startFeatures>>
