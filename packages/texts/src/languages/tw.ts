import { accountTw } from '../account/account.tw.ts'
import { autoUploadTw } from '../auto-upload/auto-upload.tw.ts'
import { broadcastTw } from '../broadcast/broadcast.tw.ts'
import { commandBarTw } from '../command-bar/command-bar.tw.ts'
import { deviceInfoTw } from '../device-info/device-info.tw.ts'
import { deviceSettingsTw } from '../device-settings/device-settings.tw.ts'
import { deviceUsageTw } from '../device-usage/device-usage.tw.ts'
import { devicesTw } from '../devices/devices.tw.ts'
import { diskInfoTw } from '../disk-info/disk-info.tw.ts'
import { drawingTw } from '../drawing/drawing.tw.ts'
import { driversTw } from '../drivers/drivers.tw.ts'
import { errorsTw } from '../errors/errors.tw.ts'
import { eventExportTw } from '../event-export/event-export.tw.ts'
import { eventListTw } from '../event-list/event-list.tw.ts'
import { eventPlansTw } from '../event-plans/event-plans.tw.ts'
import { eventProfilesTw } from '../event-profiles/event-profiles.tw.ts'
import { eventReportsTw } from '../event-reports/event-reports.tw.ts'
import { eventNamesTw } from '../events/event-names.tw.ts'
import { eventsTw } from '../events/events.tw.ts'
import { evidenceTw } from '../evidence/evidence.tw.ts'
import { exportsTw } from '../exports/exports.tw.ts'
import { faceTw } from '../faces/faces.tw.ts'
import { fencesTw } from '../fences/fences.tw.ts'
import { fieldRulesTw } from '../field-rules/field-rules.tw.ts'
import { firmwareTw } from '../firmware/firmware.tw.ts'
import { fleetMapTw } from '../fleet-map/fleet-map.tw.ts'
import { fleetOverviewTw } from '../fleet-overview/fleet-overview.tw.ts'
import { footageTw } from '../footage/footage.tw.ts'
import { geocodeTw } from '../geocode/geocode.tw.ts'
import { gpsPlaybackTw } from '../gps-playback/gps-playback.tw.ts'
import { groupSummaryTw } from '../group-summary/group-summary.tw.ts'
import { groupsTw } from '../groups/groups.tw.ts'
import { idleTw } from '../idle/idle.tw.ts'
import { kitTw } from '../kit/kit.tw.ts'
import { liveTw } from '../live/live.tw.ts'
import { logTw } from '../logs/logs.tw.ts'
import { memosTw } from '../memos/memos.tw.ts'
import { mileageTw } from '../mileage/mileage.tw.ts'
import { monitorTw } from '../monitors/monitors.tw.ts'
import { netflowTw } from '../netflow/netflow.tw.ts'
import { pagesTw } from '../pages/pages.tw.ts'
import { pdfFilesTw } from '../pdf-files/pdf-files.tw.ts'
import { performanceTw } from '../performance/performance.tw.ts'
import { permissionsTw } from '../permissions/permissions.tw.ts'
import { playbackTw } from '../playback/playback.tw.ts'
import { ptzTw } from '../ptz/ptz.tw.ts'
import { randomLiveTw } from '../random-live/random-live.tw.ts'
import { recordingSettingsTw } from '../recording-settings/recording-settings.tw.ts'
import { remotePlaybackTw } from '../remote-playback/remote-playback.tw.ts'
import { remoteSettingsTw } from '../remote-settings/remote-settings.tw.ts'
import { routesTw } from '../routes/routes.tw.ts'
import { selfTestTw } from '../self-test/self-test.tw.ts'
import { serverSettingsTw } from '../server-settings/server-settings.tw.ts'
import { sessionTw } from '../session/session.tw.ts'
import { shellTw } from '../shell/shell.tw.ts'
import { standAloneTw } from '../stand-alone/stand-alone.tw.ts'
import { streamStatusTw } from '../stream-status/stream-status.tw.ts'
import { talkTw } from '../talk/talk.tw.ts'
import { translationsTw } from '../translations/translations.tw.ts'
import { treeViewTw } from '../tree-view/tree-view.tw.ts'
import { usersTw } from '../users/users.tw.ts'

/** Traditional Chinese. */
export const tw = {
  ...errorsTw,
  ...drawingTw,
  ...evidenceTw,
  ...fleetOverviewTw,
  ...fencesTw,
  ...fieldRulesTw,
  ...geocodeTw,
  ...routesTw,
  ...devicesTw,
  ...eventListTw,
  ...eventPlansTw,
  ...eventProfilesTw,
  ...eventExportTw,
  ...eventReportsTw,
  ...eventsTw,
  ...eventNamesTw,
  ...exportsTw,
  ...faceTw,
  ...firmwareTw,
  ...fleetMapTw,
  ...gpsPlaybackTw,
  ...groupsTw,
  ...groupSummaryTw,
  ...mileageTw,
  ...netflowTw,
  ...pdfFilesTw,
  ...idleTw,
  ...kitTw,
  ...liveTw,
  ...logTw,
  ...memosTw,
  ...pagesTw,
  ...playbackTw,
  ...remotePlaybackTw,
  ...remoteSettingsTw,
  ...selfTestTw,
  ...sessionTw,
  ...serverSettingsTw,
  ...shellTw,
  ...standAloneTw,
  ...monitorTw,
  ...streamStatusTw,
  ...ptzTw,
  ...randomLiveTw,
  ...treeViewTw,
  ...usersTw,
  ...talkTw,
  ...accountTw,
  ...autoUploadTw,
  ...broadcastTw,
  ...footageTw,
  ...commandBarTw,
  ...deviceInfoTw,
  ...deviceUsageTw,
  ...performanceTw,
  ...diskInfoTw,
  ...driversTw,
  ...permissionsTw,
  ...translationsTw,
  ...recordingSettingsTw,
  ...deviceSettingsTw,
}
