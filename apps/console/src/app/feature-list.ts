import { accessLogFeature } from '../features/access-log/access-log.module.ts'
import { accountFeature } from '../features/account/account.module.ts'
import { autoUploadFeature } from '../features/auto-upload/auto-upload.module.ts'
import { broadcastFeature } from '../features/broadcast/broadcast.module.ts'
import type { ConsoleFeature } from '../features/define-console-feature.ts'
import { deviceInfoFeature } from '../features/device-info/device-info.module.ts'
import { deviceSettingsFeature } from '../features/device-settings/device-settings.module.ts'
import { deviceUsageFeature } from '../features/device-usage/device-usage.module.ts'
import { devicesFeature } from '../features/devices/devices.module.ts'
import { diskInfoFeature } from '../features/disk-info/disk-info.module.ts'
import { driversFeature } from '../features/drivers/drivers.module.ts'
import { embeddedPagesFeature } from '../features/embedded-pages/embedded-pages.module.ts'
import { eventPlansFeature } from '../features/event-plans/event-plans.module.ts'
import { eventProfilesFeature } from '../features/event-profiles/event-profiles.module.ts'
import { eventReportsFeature } from '../features/event-reports/event-reports.module.ts'
import { eventsFeature } from '../features/events/events.module.ts'
import { evidenceFeature } from '../features/evidence/evidence.module.ts'
import { facesFeature } from '../features/faces/faces.module.ts'
import { fencesFeature } from '../features/fences/fences.module.ts'
import { firmwareFeature } from '../features/firmware/firmware.module.ts'
import { fleetMapFeature } from '../features/fleet-map/fleet-map.module.ts'
import { fleetOverviewFeature } from '../features/fleet-overview/fleet-overview.module.ts'
import { footageFeature } from '../features/footage/footage.module.ts'
import { gpsPlaybackFeature } from '../features/gps-playback/gps-playback.module.ts'
import { groupSummaryFeature } from '../features/group-summary/group-summary.module.ts'
import { groupsFeature } from '../features/groups/groups.module.ts'
import { idleFeature } from '../features/idle/idle.module.ts'
import { liveFeature } from '../features/live/live.module.ts'
import { mileageFeature } from '../features/mileage/mileage.module.ts'
import { netflowFeature } from '../features/netflow/netflow.module.ts'
import { pdfFilesFeature } from '../features/pdf-files/pdf-files.module.ts'
import { performanceFeature } from '../features/performance/performance.module.ts'
import { permissionsFeature } from '../features/permissions/permissions.module.ts'
import { playbackFeature } from '../features/playback/playback.module.ts'
import { ptzFeature } from '../features/ptz/ptz.module.ts'
import { randomLiveFeature } from '../features/random-live/random-live.module.ts'
import { recordingSettingsFeature } from '../features/recording-settings/recording-settings.module.ts'
import { remotePlaybackFeature } from '../features/remote-playback/remote-playback.module.ts'
import { remoteSettingsFeature } from '../features/remote-settings/remote-settings.module.ts'
import { routesFeature } from '../features/routes/routes.module.ts'
import { selfTestFeature } from '../features/self-test/self-test.module.ts'
import { serverSettingsFeature } from '../features/server-settings/server-settings.module.ts'
import { sessionFeature } from '../features/session/session.module.ts'
import { streamLogFeature } from '../features/stream-log/stream-log.module.ts'
import { streamStatusFeature } from '../features/stream-status/stream-status.module.ts'
import { talkFeature } from '../features/talk/talk.module.ts'
import { translationsFeature } from '../features/translations/translations.module.ts'
import { treeViewFeature } from '../features/tree-view/tree-view.module.ts'
import { usersFeature } from '../features/users/users.module.ts'

/**
 * Every feature of the console. A new one is a line here; nothing else of it is wired by hand. What several of them add to the
 * same bar or menu stands there in this order.
 */
export const featureList: readonly ConsoleFeature[] = [
  groupsFeature,
  groupSummaryFeature,
  idleFeature,
  randomLiveFeature,
  broadcastFeature,
  footageFeature,
  streamStatusFeature,
  eventPlansFeature,
  eventProfilesFeature,
  eventReportsFeature,
  eventsFeature,
  accessLogFeature,
  accountFeature,
  autoUploadFeature,
  sessionFeature,
  deviceInfoFeature,
  deviceSettingsFeature,
  deviceUsageFeature,
  devicesFeature,
  driversFeature,
  embeddedPagesFeature,
  evidenceFeature,
  fleetOverviewFeature,
  facesFeature,
  fencesFeature,
  firmwareFeature,
  liveFeature,
  playbackFeature,
  fleetMapFeature,
  gpsPlaybackFeature,
  mileageFeature,
  netflowFeature,
  pdfFilesFeature,
  performanceFeature,
  diskInfoFeature,
  permissionsFeature,
  translationsFeature,
  ptzFeature,
  recordingSettingsFeature,
  remotePlaybackFeature,
  remoteSettingsFeature,
  routesFeature,
  selfTestFeature,
  serverSettingsFeature,
  streamLogFeature,
  talkFeature,
  treeViewFeature,
  usersFeature,
]
