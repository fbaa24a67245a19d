import { accountTexts } from '../account/account.en.ts'
import { autoUploadTexts } from '../auto-upload/auto-upload.en.ts'
import { broadcastTexts } from '../broadcast/broadcast.en.ts'
import { commandBarTexts } from '../command-bar/command-bar.en.ts'
import { deviceInfoTexts } from '../device-info/device-info.en.ts'
import { deviceSettingsTexts } from '../device-settings/device-settings.en.ts'
import { deviceUsageTexts } from '../device-usage/device-usage.en.ts'
import { devicesTexts } from '../devices/devices.en.ts'
import { diskInfoTexts } from '../disk-info/disk-info.en.ts'
import { drawingTexts } from '../drawing/drawing.en.ts'
import { driversTexts } from '../drivers/drivers.en.ts'
import { eventExportTexts } from '../event-export/event-export.en.ts'
import { eventListTexts } from '../event-list/event-list.en.ts'
import { eventPlansTexts } from '../event-plans/event-plans.en.ts'
import { eventProfilesTexts } from '../event-profiles/event-profiles.en.ts'
import { eventReportsTexts } from '../event-reports/event-reports.en.ts'
import { eventNameTexts } from '../events/event-names.en.ts'
import { eventsTexts } from '../events/events.en.ts'
import { evidenceTexts } from '../evidence/evidence.en.ts'
import { exportsTexts } from '../exports/exports.en.ts'
import { faceTexts } from '../faces/faces.en.ts'
import { fencesTexts } from '../fences/fences.en.ts'
import { fieldRuleTexts } from '../field-rules/field-rules.en.ts'
import { firmwareTexts } from '../firmware/firmware.en.ts'
import { fleetMapTexts } from '../fleet-map/fleet-map.en.ts'
import { fleetOverviewTexts } from '../fleet-overview/fleet-overview.en.ts'
import { footageTexts } from '../footage/footage.en.ts'
import { geocodeTexts } from '../geocode/geocode.en.ts'
import { gpsPlaybackTexts } from '../gps-playback/gps-playback.en.ts'
import { groupSummaryTexts } from '../group-summary/group-summary.en.ts'
import { groupsTexts } from '../groups/groups.en.ts'
import { idleTexts } from '../idle/idle.en.ts'
import { kitTexts } from '../kit/kit.en.ts'
import { liveTexts } from '../live/live.en.ts'
import { logTexts } from '../logs/logs.en.ts'
import { memosTexts } from '../memos/memos.en.ts'
import { mileageTexts } from '../mileage/mileage.en.ts'
import { monitorTexts } from '../monitors/monitors.en.ts'
import { netflowTexts } from '../netflow/netflow.en.ts'
import { pagesTexts } from '../pages/pages.en.ts'
import { pdfFilesTexts } from '../pdf-files/pdf-files.en.ts'
import { performanceTexts } from '../performance/performance.en.ts'
import { permissionsTexts } from '../permissions/permissions.en.ts'
import { playbackTexts } from '../playback/playback.en.ts'
import { ptzTexts } from '../ptz/ptz.en.ts'
import { randomLiveTexts } from '../random-live/random-live.en.ts'
import { recordingSettingsTexts } from '../recording-settings/recording-settings.en.ts'
import { remotePlaybackTexts } from '../remote-playback/remote-playback.en.ts'
import { remoteSettingsTexts } from '../remote-settings/remote-settings.en.ts'
import { routesTexts } from '../routes/routes.en.ts'
import { selfTestTexts } from '../self-test/self-test.en.ts'
import { serverSettingsTexts } from '../server-settings/server-settings.en.ts'
import { standAloneTexts } from '../stand-alone/stand-alone.en.ts'
import { streamStatusTexts } from '../stream-status/stream-status.en.ts'
import { talkTexts } from '../talk/talk.en.ts'
import { translationsTexts } from '../translations/translations.en.ts'
import { treeViewTexts } from '../tree-view/tree-view.en.ts'
import { usersTexts } from '../users/users.en.ts'

/** English for the pages, and for what they share. The console fetches these texts with the shell and with the stand-alone pages. */
export const pageTexts = {
  ...kitTexts,
  ...pagesTexts,
  ...serverSettingsTexts,
  ...devicesTexts,
  ...faceTexts,
  ...firmwareTexts,
  ...fleetMapTexts,
  ...liveTexts,
  ...playbackTexts,
  ...eventListTexts,
  ...eventPlansTexts,
  ...eventProfilesTexts,
  ...eventExportTexts,
  ...eventReportsTexts,
  ...eventsTexts,
  ...eventNameTexts,
  ...exportsTexts,
  ...gpsPlaybackTexts,
  ...groupsTexts,
  ...groupSummaryTexts,
  ...mileageTexts,
  ...netflowTexts,
  ...pdfFilesTexts,
  ...idleTexts,
  ...remotePlaybackTexts,
  ...remoteSettingsTexts,
  ...selfTestTexts,
  ...standAloneTexts,
  ...monitorTexts,
  ...streamStatusTexts,
  ...logTexts,
  ...memosTexts,
  ...treeViewTexts,
  ...randomLiveTexts,
  ...ptzTexts,
  ...talkTexts,
  ...accountTexts,
  ...autoUploadTexts,
  ...broadcastTexts,
  ...footageTexts,
  ...commandBarTexts,
  ...deviceInfoTexts,
  ...deviceUsageTexts,
  ...performanceTexts,
  ...diskInfoTexts,
  ...driversTexts,
  ...permissionsTexts,
  ...translationsTexts,
  ...recordingSettingsTexts,
  ...deviceSettingsTexts,
  ...drawingTexts,
  ...evidenceTexts,
  ...fleetOverviewTexts,
  ...fencesTexts,
  ...fieldRuleTexts,
  ...geocodeTexts,
  ...routesTexts,
  ...usersTexts,
} as const

export { plainEnglish } from '../plain-english.ts'
