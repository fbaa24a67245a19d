import { accountAr } from '../account/account.ar.ts'
import { autoUploadAr } from '../auto-upload/auto-upload.ar.ts'
import { broadcastAr } from '../broadcast/broadcast.ar.ts'
import { commandBarAr } from '../command-bar/command-bar.ar.ts'
import { deviceInfoAr } from '../device-info/device-info.ar.ts'
import { deviceSettingsAr } from '../device-settings/device-settings.ar.ts'
import { deviceUsageAr } from '../device-usage/device-usage.ar.ts'
import { devicesAr } from '../devices/devices.ar.ts'
import { diskInfoAr } from '../disk-info/disk-info.ar.ts'
import { drawingAr } from '../drawing/drawing.ar.ts'
import { driversAr } from '../drivers/drivers.ar.ts'
import { errorsAr } from '../errors/errors.ar.ts'
import { eventExportAr } from '../event-export/event-export.ar.ts'
import { eventListAr } from '../event-list/event-list.ar.ts'
import { eventPlansAr } from '../event-plans/event-plans.ar.ts'
import { eventProfilesAr } from '../event-profiles/event-profiles.ar.ts'
import { eventReportsAr } from '../event-reports/event-reports.ar.ts'
import { eventNamesAr } from '../events/event-names.ar.ts'
import { eventsAr } from '../events/events.ar.ts'
import { evidenceAr } from '../evidence/evidence.ar.ts'
import { exportsAr } from '../exports/exports.ar.ts'
import { faceAr } from '../faces/faces.ar.ts'
import { fencesAr } from '../fences/fences.ar.ts'
import { fieldRulesAr } from '../field-rules/field-rules.ar.ts'
import { firmwareAr } from '../firmware/firmware.ar.ts'
import { fleetMapAr } from '../fleet-map/fleet-map.ar.ts'
import { fleetOverviewAr } from '../fleet-overview/fleet-overview.ar.ts'
import { footageAr } from '../footage/footage.ar.ts'
import { geocodeAr } from '../geocode/geocode.ar.ts'
import { gpsPlaybackAr } from '../gps-playback/gps-playback.ar.ts'
import { groupSummaryAr } from '../group-summary/group-summary.ar.ts'
import { groupsAr } from '../groups/groups.ar.ts'
import { idleAr } from '../idle/idle.ar.ts'
import { kitAr } from '../kit/kit.ar.ts'
import { liveAr } from '../live/live.ar.ts'
import { logAr } from '../logs/logs.ar.ts'
import { memosAr } from '../memos/memos.ar.ts'
import { mileageAr } from '../mileage/mileage.ar.ts'
import { monitorAr } from '../monitors/monitors.ar.ts'
import { netflowAr } from '../netflow/netflow.ar.ts'
import { pagesAr } from '../pages/pages.ar.ts'
import { pdfFilesAr } from '../pdf-files/pdf-files.ar.ts'
import { performanceAr } from '../performance/performance.ar.ts'
import { permissionsAr } from '../permissions/permissions.ar.ts'
import { playbackAr } from '../playback/playback.ar.ts'
import { ptzAr } from '../ptz/ptz.ar.ts'
import { randomLiveAr } from '../random-live/random-live.ar.ts'
import { recordingSettingsAr } from '../recording-settings/recording-settings.ar.ts'
import { remotePlaybackAr } from '../remote-playback/remote-playback.ar.ts'
import { remoteSettingsAr } from '../remote-settings/remote-settings.ar.ts'
import { routesAr } from '../routes/routes.ar.ts'
import { selfTestAr } from '../self-test/self-test.ar.ts'
import { serverSettingsAr } from '../server-settings/server-settings.ar.ts'
import { sessionAr } from '../session/session.ar.ts'
import { shellAr } from '../shell/shell.ar.ts'
import { standAloneAr } from '../stand-alone/stand-alone.ar.ts'
import { streamStatusAr } from '../stream-status/stream-status.ar.ts'
import { talkAr } from '../talk/talk.ar.ts'
import { translationsAr } from '../translations/translations.ar.ts'
import { treeViewAr } from '../tree-view/tree-view.ar.ts'
import { usersAr } from '../users/users.ar.ts'

/** Arabic, read from right to left. */
export const ar = {
  ...errorsAr,
  ...drawingAr,
  ...evidenceAr,
  ...fleetOverviewAr,
  ...fencesAr,
  ...fieldRulesAr,
  ...geocodeAr,
  ...routesAr,
  ...devicesAr,
  ...eventListAr,
  ...eventPlansAr,
  ...eventProfilesAr,
  ...eventExportAr,
  ...eventReportsAr,
  ...eventsAr,
  ...eventNamesAr,
  ...exportsAr,
  ...faceAr,
  ...firmwareAr,
  ...fleetMapAr,
  ...gpsPlaybackAr,
  ...groupsAr,
  ...groupSummaryAr,
  ...mileageAr,
  ...netflowAr,
  ...pdfFilesAr,
  ...idleAr,
  ...kitAr,
  ...liveAr,
  ...logAr,
  ...memosAr,
  ...pagesAr,
  ...playbackAr,
  ...remotePlaybackAr,
  ...remoteSettingsAr,
  ...selfTestAr,
  ...sessionAr,
  ...serverSettingsAr,
  ...shellAr,
  ...standAloneAr,
  ...monitorAr,
  ...streamStatusAr,
  ...ptzAr,
  ...randomLiveAr,
  ...treeViewAr,
  ...usersAr,
  ...talkAr,
  ...accountAr,
  ...autoUploadAr,
  ...broadcastAr,
  ...footageAr,
  ...commandBarAr,
  ...deviceInfoAr,
  ...deviceUsageAr,
  ...performanceAr,
  ...diskInfoAr,
  ...driversAr,
  ...permissionsAr,
  ...translationsAr,
  ...recordingSettingsAr,
  ...deviceSettingsAr,
}
