import { join } from 'node:path'
import { createMediaSlots } from '../platform/media-store/index.ts'
import type { Shutdown } from '../platform/shutdown/index.ts'
import { createRuleBook } from '../services/areas/index.ts'
import { createAutoUploads } from '../services/auto-uploads/index.ts'
import { createDeviceIdentities, createDeviceModels } from '../services/device-identity/index.ts'
import { createDeviceLog } from '../services/device-log/index.ts'
import { createDeviceCodes, createDirectory } from '../services/directory/index.ts'
import { createEventDeliveries } from '../services/event-deliveries/index.ts'
import { createEventMedia } from '../services/event-media/index.ts'
import { createEventPlans } from '../services/event-plans/index.ts'
import { createEventProfiles } from '../services/event-profiles/index.ts'
import { createEventPush } from '../services/event-push/index.ts'
import { openReportFolder } from '../services/event-reports/index.ts'
import { createEventWriter, createFootageEvents, isShown, type NumberedEvent } from '../services/events/index.ts'
import { createFleet, feedFleet } from '../services/live-state/index.ts'
import { createRecordingIndex } from '../services/recordings/index.ts'
import { createLastPoints } from '../services/tracks/index.ts'
import { createDeviceTraffic } from '../services/traffic/index.ts'
import { openMedia } from './media.ts'
import { type Platform, serverZoneHours } from './platform.ts'
import type { SharedPorts } from './shared-ports.ts'

/** Services that need no device to be connected: what is in the database and what devices report. Ingest reads them too. */
export async function startStoredState(platform: Platform, sharedPorts: SharedPorts, shutdown: Shutdown) {
  const { config, clock, log, metrics, folder, database, storage, bus } = platform
  const { commands, deviceState, storedEvents } = sharedPorts
  const directory = await createDirectory({ database, clock, log, bus, maxDevices: config.maxLicence })
  shutdown.own('directory', directory)
  const { registry, visibility } = directory
  const lastPoints = await createLastPoints(database).load()
  const fleet = shutdown.own('fleet', createFleet({ clock, log, registry, lastPoints }))
  const feed = feedFleet(fleet, deviceState)
  shutdown.add('live state', async () => feed.close())
  const utcOffsetS = () => serverZoneHours(config, clock) * 3600
  const traffic = await createDeviceTraffic({ clock, log, database, registry, utcOffsetS })
  shutdown.own('device traffic', traffic)
  const identities = await createDeviceIdentities({ clock, log, database, registry, fleet, commands, deviceState })
  shutdown.own('device identities', identities)
  const models = createDeviceModels({ identities, configured: config.deviceModels })
  const logs = join(folder.path, 'device-log')
  const deviceLog = shutdown.own('device log', createDeviceLog({ clock, log, metrics, folder: logs }))
  const mode = config.deviceAuthentication
  const deviceCodes = await createDeviceCodes({ clock, log, database, registry, mode })
  const megabyte = 1024 * 1024
  const autoUploads = await createAutoUploads({
    clock,
    log,
    database,
    dataFolder: folder.path,
    registry,
    deviceLog,
    fileBytes: config.autoUploadMegabytes * megabyte,
    quotaBytes: config.autoUploadQuotaMegabytes * megabyte,
  })
  const failed = (error: Error) => storage.failed(error, 'events could not be stored; they are tried again')
  const allowLocal = config.localTargets
  const eventProfiles = shutdown.own('event profiles', await createEventProfiles({ log, database, bus }))
  const eventPlans = shutdown.own('event plans', await createEventPlans({ log, database, bus, directory }))
  const push = shutdown.own(
    'event push',
    createEventPush({
      clock,
      log,
      metrics,
      settings: platform.settings,
      registry,
      plans: eventPlans,
      profiles: eventProfiles,
      allowLocal,
    }),
  )
  const stored = (events: readonly NumberedEvent[]): void => {
    storedEvents.publish(events)
    push.take(events.filter(isShown))
    eventDeliveries.wake()
  }
  const isHidden = (deviceKey: number, code: number) =>
    eventPlans.settingsFor('download', deviceKey, code)?.action === 'hide'
  const eventWriter = shutdown.own('events', createEventWriter({ clock, metrics, database, isHidden, stored, failed }))
  const reportFolder = await openReportFolder(join(folder.path, 'reports'))
  const eventDeliveries = await createEventDeliveries({
    clock,
    log,
    metrics,
    database,
    registry,
    plans: eventPlans,
    profiles: eventProfiles,
    writer: eventWriter,
    mail: platform.mail,
    reportFiles: reportFolder,
    scriptFolder: join(folder.path, 'push-scripts'),
    allowLocal,
  })
  shutdown.own('event deliveries', eventDeliveries)
  const footageEvents = createFootageEvents({ clock, fleet, writer: eventWriter })
  const rules = shutdown.own('rules', await createRuleBook({ clock, log, database, bus }))
  const { settings, hostDisks: disks } = platform
  const mediaSlots = shutdown.own('media slots', await createMediaSlots({ clock, log, settings, disks }))
  const { media, mediaUploads } = await openMedia(platform, mediaSlots)
  if (mediaUploads !== null) shutdown.own('media uploads', mediaUploads)
  // Files that close are entered into the index, so that it ends after the recorder.
  const recordingIndex = createRecordingIndex({
    clock,
    log,
    metrics,
    database,
    registry,
    folder: media,
    slots: mediaSlots,
    bucket: mediaUploads ?? undefined,
  })
  shutdown.own('recording index', recordingIndex)
  return {
    directory,
    registry,
    visibility,
    accounts: directory.accounts,
    permissions: directory.permissions,
    fleet,
    traffic,
    identities,
    models,
    deviceLog,
    autoUploads,
    deviceCodes,
    eventWriter,
    footageEvents,
    eventMedia: createEventMedia(database, clock),
    eventDeliveries,
    reportFolder,
    eventPlans,
    eventProfiles,
    rules,
    media,
    mediaSlots,
    mediaUploads,
    recordingIndex,
    utcOffsetS,
  } as const
}

export type StoredState = Awaited<ReturnType<typeof startStoredState>>
