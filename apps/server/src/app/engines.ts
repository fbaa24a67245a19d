import { join } from 'node:path'
import { createEventEngine, reportTrouble } from '../ingest/alarms/index.ts'
import { createPlaybacks } from '../ingest/device-playback/index.ts'
import { createDeviceReports } from '../ingest/device-reports.ts'
import { createGateway, type Gateway } from '../ingest/gateway/index.ts'
import { createPositionLog } from '../ingest/position-log/index.ts'
import { createRules } from '../ingest/rules/index.ts'
import { createStreams } from '../ingest/streams/index.ts'
import { createVoices } from '../ingest/talk-sessions/index.ts'
import { createUploads } from '../ingest/uploads/index.ts'
import { readPortRange } from '../platform/config/index.ts'
import type { Shutdown } from '../platform/shutdown/index.ts'
import type { RecordingTrouble } from '../ports/recordings/index.ts'
import { createRuleBook } from '../services/areas/index.ts'
import { createDeviceIdentities, createDeviceModels } from '../services/device-identity/index.ts'
import { createDeviceLog } from '../services/device-log/index.ts'
import { createDeviceCodes, createDirectory } from '../services/directory/index.ts'
import { createEventWriter, createFootageEvents } from '../services/events/index.ts'
import { createFleet, feedFleet } from '../services/live-state/index.ts'
import { createFootage } from '../services/retrieval/index.ts'
import { createTalkLog } from '../services/talk-log/index.ts'
import { createLastPoints, createTrackSums } from '../services/tracks/index.ts'
import { createDeviceTraffic } from '../services/traffic/index.ts'
import { type Platform, serverZoneHours } from './platform.ts'
import { createPorts } from './ports.ts'
import { startRecording } from './recording.ts'

export async function startEngines(platform: Platform, shutdown: Shutdown) {
  const { config, clock, log, metrics, folder, database, storage, bus, scheduler } = platform
  const directory = await createDirectory({ database, clock, bus, maxDevices: config.maxLicence })
  shutdown.own('directory', directory)
  const { registry } = directory
  const lastPoints = await createLastPoints(database).load()
  const ports = createPorts(platform, shutdown, registry)
  const { commands, commandHost, deviceHosts, deviceState, storedEvents, liveMediaOf, playbacksOf, talkOf } = ports
  const fleet = shutdown.own('fleet', createFleet({ clock, registry, lastPoints }))
  const feed = feedFleet(fleet, deviceState)
  shutdown.add('live state', async () => feed.close())
  const failed = (error: Error) => storage.failed(error, 'positions could not be stored; they were not acknowledged')
  const positions = shutdown.own('positions', createPositionLog({ clock, database: storage, failed }))
  const trackSums = shutdown.own('track sums', createTrackSums({ clock, log, metrics, database, positions }))
  const utcOffsetS = () => serverZoneHours(config, clock) * 3600
  const traffic = await createDeviceTraffic({ clock, log, database, registry, utcOffsetS })
  shutdown.own('device traffic', traffic)
  const identities = await createDeviceIdentities({ clock, log, database, registry, fleet, commands, deviceState })
  shutdown.own('device identities', identities)
  const models = createDeviceModels({ identities, configured: config.deviceModels })
  const logs = join(folder.path, 'device-log')
  const deviceLog = shutdown.own('device log', createDeviceLog({ clock, log, metrics, folder: logs }))
  const streams = shutdown.own('streams', createStreams({ clock, log, metrics, registry, fleet, commands, traffic }))
  const liveMedia = liveMediaOf(streams)
  const talkSessions = shutdown.own('voices', createVoices({ clock, log, metrics, registry, fleet, commands }))
  const playing = { clock, log, metrics, registry, fleet, commands, streams, traffic }
  const voices = talkOf(talkSessions)
  const playbackSessions = shutdown.own('playbacks', createPlaybacks(playing))
  const playbacks = playbacksOf(playbackSessions)
  const { fileHosts, recordingsOf } = ports
  const recorded = { registry, fleet, deviceState, streams, fileHosts, recordingsOf }
  const recording = await startRecording(platform, recorded, shutdown)
  const { recorder, cuts, retention } = recording
  const covers = ports.coversOf(recorder)
  for (const job of retention.jobs) shutdown.own(job.name, scheduler.add(job))
  const talks = { folder: join(folder.path, 'talks'), keepDays: config.talkDays }
  const takesData = () => recorder.disk.state.kind === 'writing'
  const talkLog = shutdown.own('talk log', await createTalkLog({ clock, log, database, takesData, ...talks }))
  const mode = config.deviceAuthentication
  const authentication = await createDeviceCodes({ clock, log, database, registry, mode })
  const eventsFailed = (error: Error) => storage.failed(error, 'events could not be stored; they are tried again')
  const events = createEventWriter({ clock, metrics, database, stored: storedEvents.publish, failed: eventsFailed })
  shutdown.own('events', events)
  const footageEvents = createFootageEvents({ clock, fleet, writer: events })
  const alarms = createEventEngine({ clock, metrics, registry, fleet, writer: events })
  shutdown.add('alarms', async () => alarms.close())
  const onTrouble = (trouble: RecordingTrouble) => reportTrouble({ clock, log, events }, trouble)
  recorder.onTrouble(onTrouble)
  retention.onTrouble(onTrouble)
  const rulesFailed = (error: Error) => storage.failed(error, 'what is known by the rules could not be stored')
  const ruleBook = shutdown.own('rule book', await createRuleBook({ clock, log, database, bus }))
  const rules = await createRules({
    clock,
    log,
    metrics,
    database,
    registry,
    rules: ruleBook,
    events,
    failed: rulesFailed,
    limits: { overspeedKmh: config.overspeedKmh, idleMinutes: config.idleMinutes },
  })
  shutdown.own('rules', rules)
  const uploads = shutdown.own('uploads', createUploads({ clock, takesData }))
  const ways = { playbacks, commands, uploads }
  const { clips, disk } = recorder
  const fetching = {
    clock,
    log,
    database,
    registry,
    fleet,
    traffic,
    ...ways,
    clips,
    disk,
    cuts,
    defaultDays: config.eventDays,
  }
  const footage = shutdown.own('footage', await createFootage(fetching))
  return {
    directory,
    registry,
    fleet,
    traffic,
    identities,
    models,
    positions,
    trackSums,
    alarms,
    storedEvents,
    footageEvents,
    rules: ruleBook,
    evaluation: rules,
    footage,
    commands,
    commandHost,
    deviceHosts,
    deviceState,
    streams,
    liveMedia,
    covers,
    playbacks,
    playbackSessions,
    uploads,
    voices,
    talkSessions,
    deviceLog,
    talkLog,
    ...recording,
    authentication,
  } as const
}

export type Engines = Awaited<ReturnType<typeof startEngines>>

export function openGateway({ config, clock, log, metrics }: Platform, engines: Engines): Promise<Gateway> {
  const {
    registry,
    traffic,
    positions,
    alarms,
    evaluation,
    commandHost,
    deviceHosts,
    deviceState,
    streams,
    talkSessions,
    playbackSessions,
    uploads,
    deviceLog,
    authentication,
  } = engines
  const { host, publicHost, admission, newDevicePositions, filesPort } = config
  const filesPassive = readPortRange(config.filesPassive) ?? { first: 0, last: 0 }
  const ports = { signallingPort: config.signalling, mediaPort: config.media, filesPort, filesPassive }
  const options = { host, ...ports, publicHost, admission, newDevicePositions }
  return createGateway({
    clock,
    commandHost,
    deviceHosts,
    log,
    metrics,
    registry,
    positions,
    streams,
    voices: talkSessions,
    playbacks: playbackSessions,
    uploads,
    deviceLog,
    traffic,
    reports: createDeviceReports({ deviceState, rules: evaluation, alarms, positions }),
    options: { ...options, authentication },
  })
}
