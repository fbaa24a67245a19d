import { createEventEngine, reportTrouble } from '../ingest/alarms/index.ts'
import { createPlaybacks } from '../ingest/device-playback/index.ts'
import { createDeviceRedirect } from '../ingest/device-redirect/index.ts'
import { createDeviceReports } from '../ingest/device-reports.ts'
import { createGateway, type Gateway, networkSettings } from '../ingest/gateway/index.ts'
import { createPositionLog } from '../ingest/position-log/index.ts'
import { createRecorder } from '../ingest/recorder/index.ts'
import { createRelays } from '../ingest/relays/index.ts'
import { createRules } from '../ingest/rules/index.ts'
import { createStreams } from '../ingest/streams/index.ts'
import { createTalkSessions } from '../ingest/talk-sessions/index.ts'
import { createDeviceAccounts, createMultimedia, createUploads } from '../ingest/uploads/index.ts'
import { readPortRange } from '../platform/config/index.ts'
import type { Shutdown } from '../platform/shutdown/index.ts'
import type { RecordingTrouble } from '../ports/recordings/index.ts'
import type { Platform } from './platform.ts'
import type { SharedPorts } from './shared-ports.ts'
import type { StoredState } from './stored-state.ts'

/** State that lives with the connections of devices. Nothing is received or recorded before the services above have started. */
export async function startIngest(
  platform: Platform,
  sharedPorts: SharedPorts,
  stored: StoredState,
  shutdown: Shutdown,
) {
  const { config, clock, log, metrics, database, storage } = platform
  const { commands, deviceState } = sharedPorts
  const { registry, fleet, traffic, eventWriter, media, mediaSlots: slots, recordingIndex } = stored
  const positionsFailed = (error: Error) =>
    storage.failed(error, 'positions could not be stored; they were not acknowledged')
  const positions = createPositionLog({ clock, database: storage, failed: positionsFailed })
  shutdown.own('positions', positions)
  const alarms = createEventEngine({ clock, metrics, registry, fleet, writer: eventWriter })
  shutdown.add('alarms', async () => alarms.close())
  const evaluation = await createRules({
    clock,
    log,
    metrics,
    database,
    registry,
    rules: stored.rules,
    events: eventWriter,
    failed: (error) => storage.failed(error, 'what is known by the rules could not be stored'),
    limits: { overspeedKmh: config.overspeedKmh, idleMinutes: config.idleMinutes },
  })
  shutdown.own('evaluation of rules', evaluation)
  const streams = shutdown.own('streams', createStreams({ clock, log, metrics, registry, fleet, commands, traffic }))
  const talkSessions = shutdown.own(
    'talk sessions',
    createTalkSessions({ clock, log, metrics, registry, fleet, commands }),
  )
  const playing = { clock, log, metrics, registry, fleet, commands, streams, traffic }
  const playbackSessions = shutdown.own('playbacks', createPlaybacks(playing))
  const recorder = await createRecorder({
    clock,
    log,
    metrics,
    registry,
    fleet,
    deviceState,
    streams,
    folder: media,
    slots,
    media,
    index: recordingIndex.keeper,
    fileHosts: sharedPorts.fileHosts,
  })
  shutdown.own('recorder', recorder)
  const onRecordingTrouble = (trouble: RecordingTrouble) => reportTrouble({ clock, log, events: eventWriter }, trouble)
  recorder.onTrouble(onRecordingTrouble)
  // Uploads lie in the data folder, whether or not recordings do.
  const takesData = () => recorder.disk.mediaFolder.state.kind === 'writing'
  const relays = createRelays({ clock, log, metrics, settings: platform.settings, allowLocal: config.localTargets })
  shutdown.own('relays', relays)
  const uploads = shutdown.own('uploads', createUploads({ clock, takesData }))
  const { autoUploads, deviceCodes: codes, deviceLog } = stored
  const sitePassword = config.filesPassword
  const accounts = createDeviceAccounts({ log, registry, codes, sitePassword, autoUploads, traffic, takesData })
  shutdown.own('accounts of devices at the files port', accounts)
  const multimedia = createMultimedia({ log, autoUploads, deviceLog, takesData })
  return {
    positions,
    alarms,
    evaluation,
    streams,
    talkSessions,
    playbackSessions,
    recorder,
    relays,
    uploads,
    accounts,
    multimedia,
    takesData,
    onRecordingTrouble,
  } as const
}

export type Ingest = Awaited<ReturnType<typeof startIngest>>

/** Opens the listeners of devices: everything that they report has its place by now. */
export function openGateway(
  { config, clock, log, metrics, settings }: Platform,
  { commands, commandHost, deviceHosts, deviceState }: SharedPorts,
  { registry, traffic, deviceLog, deviceCodes, autoUploads }: StoredState,
  {
    positions,
    alarms,
    evaluation,
    streams,
    talkSessions,
    playbackSessions,
    relays,
    uploads,
    accounts,
    multimedia,
    takesData,
  }: Ingest,
): Promise<Gateway> {
  const { host, admission, newDevicePositions, filesPort, attachmentsPort } = config
  const filesPassive = readPortRange(config.filesPassive) ?? { first: 0, last: 0 }
  const ports = { signallingPort: config.signalling, mediaPort: config.media, filesPort, filesPassive, attachmentsPort }
  const network = settings.open(networkSettings)
  const redirect = createDeviceRedirect({ clock, log, settings, commands })
  const publicHost = () => (network.value.enable_server_ip ? network.value.server_ip : '')
  return createGateway({
    clock,
    commandHost,
    deviceHosts,
    log,
    metrics,
    registry,
    positions,
    streams,
    talkSessions,
    playbacks: playbackSessions,
    uploads,
    accounts,
    attachments: autoUploads,
    takesData,
    relay: relays,
    deviceLog,
    traffic,
    reports: createDeviceReports({
      deviceState,
      rules: evaluation,
      alarms,
      redirect,
      relay: relays,
      multimedia,
      positions,
    }),
    options: { host, ...ports, publicHost, admission, newDevicePositions, authentication: deviceCodes },
  })
}
