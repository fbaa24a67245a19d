import { accessLogFeature } from '../features/access-log/index.ts'
import { accountFeature } from '../features/account/index.ts'
import { autoUploadFeature } from '../features/auto-upload/index.ts'
import { basemapFeature } from '../features/basemap/index.ts'
import { broadcastFeature } from '../features/broadcast/index.ts'
import type { FeatureModule } from '../features/define-feature.ts'
import { deviceInfoFeature } from '../features/device-info/index.ts'
import { deviceLogFeature } from '../features/device-log/index.ts'
import { deviceSettingsFeature } from '../features/device-settings/index.ts'
import { devicesFeature } from '../features/devices/index.ts'
import { directionsFeature } from '../features/directions/index.ts'
import { diskInfoFeature } from '../features/disk-info/index.ts'
import { driversFeature } from '../features/drivers/index.ts'
import { embeddedPagesFeature } from '../features/embedded-pages/index.ts'
import { eventPlansFeature } from '../features/event-plans/index.ts'
import { eventProfilesFeature } from '../features/event-profiles/index.ts'
import { eventReportsFeature } from '../features/event-reports/index.ts'
import { eventsFeature } from '../features/events/index.ts'
import { evidenceFeature } from '../features/evidence/index.ts'
import { exportsFeature } from '../features/exports/index.ts'
import { facesFeature } from '../features/faces/index.ts'
import { fencesFeature } from '../features/fences/index.ts'
import { firmwareFeature } from '../features/firmware/index.ts'
import { fleetOverviewFeature } from '../features/fleet-overview/index.ts'
import { footageFeature } from '../features/footage/index.ts'
import { geocodeFeature } from '../features/geocode/index.ts'
import { groupsFeature } from '../features/groups/index.ts'
import { liveFeature } from '../features/live/index.ts'
import { memosFeature } from '../features/memos/index.ts'
import { monitorsFeature } from '../features/monitors/index.ts'
import { netflowFeature } from '../features/netflow/index.ts'
import { pdfFilesFeature } from '../features/pdf-files/index.ts'
import { performanceFeature } from '../features/performance/index.ts'
import { permissionsFeature } from '../features/permissions/index.ts'
import { playbackFeature } from '../features/playback/index.ts'
import { ptzFeature } from '../features/ptz/index.ts'
import { recordingSettingsFeature } from '../features/recording-settings/index.ts'
import { remotePlaybackFeature } from '../features/remote-playback/index.ts'
import { remoteSettingsFeature } from '../features/remote-settings/index.ts'
import { routesFeature } from '../features/routes/index.ts'
import { serverSettingsFeature } from '../features/server-settings/index.ts'
import { sessionFeature } from '../features/session/index.ts'
import { streamLogFeature } from '../features/stream-log/index.ts'
import { talkFeature } from '../features/talk/index.ts'
import { tracksFeature } from '../features/tracks/index.ts'
import { translationsFeature } from '../features/translations/index.ts'
import { usersFeature } from '../features/users/index.ts'

/** Every feature of the server. A new one is a line here; nothing else of it is wired by hand. */
export const featureList: readonly FeatureModule[] = [
  accessLogFeature,
  accountFeature,
  autoUploadFeature,
  basemapFeature,
  broadcastFeature,
  deviceInfoFeature,
  deviceLogFeature,
  deviceSettingsFeature,
  devicesFeature,
  directionsFeature,
  diskInfoFeature,
  driversFeature,
  embeddedPagesFeature,
  eventPlansFeature,
  eventProfilesFeature,
  eventReportsFeature,
  eventsFeature,
  evidenceFeature,
  exportsFeature,
  facesFeature,
  fencesFeature,
  firmwareFeature,
  fleetOverviewFeature,
  footageFeature,
  geocodeFeature,
  groupsFeature,
  liveFeature,
  memosFeature,
  monitorsFeature,
  netflowFeature,
  pdfFilesFeature,
  performanceFeature,
  permissionsFeature,
  playbackFeature,
  ptzFeature,
  recordingSettingsFeature,
  remotePlaybackFeature,
  remoteSettingsFeature,
  routesFeature,
  serverSettingsFeature,
  sessionFeature,
  streamLogFeature,
  talkFeature,
  tracksFeature,
  translationsFeature,
  usersFeature,
]
