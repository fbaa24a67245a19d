import { join } from 'node:path'
import { readSize } from '@fleetglass/contract/server-settings'
import { eventsOfRecording } from '../ingest/alarms/index.ts'
import type { Shutdown } from '../platform/shutdown/index.ts'
import { AUTO_UPLOAD_FOLDER } from '../services/auto-uploads/index.ts'
import { createEventFetch } from '../services/event-fetch/index.ts'
import { EVENT_FOLDERS, forgetMediaFile } from '../services/event-media/index.ts'
import { createEventRecovery } from '../services/event-recovery/index.ts'
import { createEventStore } from '../services/events/index.ts'
import { databaseKeepSettings, FolderSizes, logKeepDays } from '../services/retention/index.ts'
import { createFootage, eventStorageSettings } from '../services/retrieval/index.ts'
import { createTalkLog } from '../services/talk-log/index.ts'
import { createTrackSums } from '../services/tracks/index.ts'
import type { Ingest } from './ingest.ts'
import type { Platform } from './platform.ts'
import type { Ports } from './ports.ts'
import { startRecording } from './recording.ts'
import type { SharedPorts } from './shared-ports.ts'
import type { StoredState } from './stored-state.ts'

/** Services that work with devices, through the ports. */
export async function startDeviceServices(
  platform: Platform,
  sharedPorts: SharedPorts,
  stored: StoredState,
  ingest: Ingest,
  ports: Ports,
  shutdown: Shutdown,
) {
  const { config, clock, log, metrics, folder, database, settings } = platform
  const { registry, fleet, traffic } = stored
  const { trackMarks: marks } = ports
  const trackSums = shutdown.own('track sums', createTrackSums({ clock, log, metrics, database, marks, registry }))
  const recording = await startRecording(platform, stored, ingest, ports, shutdown)
  const keepSettings = settings.open(databaseKeepSettings)
  const talks = { folder: join(folder.path, 'talks'), keepDays: () => logKeepDays(keepSettings, config.talkDays) }
  const takesData = () => ports.recordingDisk.mediaFolder.state.kind === 'writing'
  const talkLog = shutdown.own('talk log', await createTalkLog({ clock, log, database, takesData, ...talks }))
  const footage = await createFootage({
    clock,
    log,
    database,
    registry,
    fleet,
    traffic,
    playbacks: ports.playbacks,
    commands: sharedPorts.commands,
    files: ports.files,
    footageFiles: ports.footageFiles,
    disk: ports.recordingDisk.mediaFolder,
    cuts: recording.cuts,
    settings,
    defaultDays: () => keepSettings.value.events,
  })
  shutdown.own('footage', footage)
  const recovery = createEventRecovery({
    clock,
    log,
    registry,
    fleet,
    commands: sharedPorts.commands,
    events: createEventStore(database, clock),
    writer: stored.eventWriter,
    footage,
    settings,
    alarmsOf: eventsOfRecording,
  })
  shutdown.own('event recovery', recovery)
  const eventFetch = await createEventFetch({
    clock,
    log,
    database,
    dataFolder: folder.path,
    registry,
    fleet,
    commands: sharedPorts.commands,
    storedEvents: sharedPorts.storedEvents,
    footage,
    media: stored.eventMedia,
    planOf: (deviceKey, code) => stored.eventPlans.settingsFor('download', deviceKey, code),
    settings,
    takesData,
    allowLocal: config.localTargets,
  })
  shutdown.own('event fetch', eventFetch)
  for (const job of eventFetch.jobs) shutdown.own(job.name, platform.scheduler.add(job))
  const eventStorage = settings.open(eventStorageSettings)
  const limited = (
    name: string,
    size: 'footagesize' | 'snapsize' | 'sdsize' | 'autouploadsize',
    forget = (path: string) => forgetMediaFile(stored.eventMedia, path),
  ) => ({
    folder: join(folder.path, name),
    limitBytes: () => readSize(eventStorage.value[size]),
    beforeRemoval: (path: string) => forget(join(name, path)),
  })
  const limitedFolders = [
    limited(EVENT_FOLDERS.footage, 'footagesize'),
    limited(EVENT_FOLDERS.snapshots, 'snapsize'),
    limited(EVENT_FOLDERS.sdBackup, 'sdsize'),
    limited(AUTO_UPLOAD_FOLDER, 'autouploadsize', (path) => stored.autoUploads.forget(path)),
  ]
  shutdown.own('folder sizes', new FolderSizes({ clock, log }, limitedFolders))
  return { trackSums, talkLog, footage, eventFetch, ...recording } as const
}

export type DeviceServices = Awaited<ReturnType<typeof startDeviceServices>>
