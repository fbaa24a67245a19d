import { broadcastTw } from './broadcast.tw.ts'
import { deviceInfoTw } from './device-info.tw.ts'
import { deviceSettingsTw } from './device-settings.tw.ts'
import { devicesTw } from './devices.tw.ts'
import { drawingTw } from './drawing.tw.ts'
import { driversTw } from './drivers.tw.ts'
import { errorsTw } from './errors.tw.ts'
import { eventsTw } from './events.tw.ts'
import { exportsTw } from './exports.tw.ts'
import { fencesTw } from './fences.tw.ts'
import { fleetMapTw } from './fleet-map.tw.ts'
import { footageTw } from './footage.tw.ts'
import { geocodeTw } from './geocode.tw.ts'
import { gpsPlaybackTw } from './gps-playback.tw.ts'
import { groupsTw } from './groups.tw.ts'
import { idleTw } from './idle.tw.ts'
import { liveTw } from './live.tw.ts'
import { memosTw } from './memos.tw.ts'
import { monitorTw } from './monitors.tw.ts'
import { pagesTw } from './pages.tw.ts'
import { playbackTw } from './playback.tw.ts'
import { ptzTw } from './ptz.tw.ts'
import { randomLiveTw } from './random-live.tw.ts'
import { recordingSettingsTw } from './recording-settings.tw.ts'
import { remotePlaybackTw } from './remote-playback.tw.ts'
import { remoteSettingsTw } from './remote-settings.tw.ts'
import { routesTw } from './routes.tw.ts'
import { selfTestTw } from './self-test.tw.ts'
import { sessionTw } from './session.tw.ts'
import { shellTw } from './shell.tw.ts'
import { standAloneTw } from './stand-alone.tw.ts'
import { streamStatusTw } from './stream-status.tw.ts'
import { talkTw } from './talk.tw.ts'
import { treeViewTw } from './tree-view.tw.ts'

/** Traditional Chinese. */
export const tw = {
  ...errorsTw,
  ...drawingTw,
  ...fencesTw,
  ...geocodeTw,
  ...routesTw,
  ...devicesTw,
  ...eventsTw,
  ...exportsTw,
  ...fleetMapTw,
  ...gpsPlaybackTw,
  ...groupsTw,
  ...idleTw,
  ...liveTw,
  ...memosTw,
  ...pagesTw,
  ...playbackTw,
  ...remotePlaybackTw,
  ...remoteSettingsTw,
  ...selfTestTw,
  ...sessionTw,
  ...shellTw,
  ...standAloneTw,
  ...monitorTw,
  ...streamStatusTw,
  ...ptzTw,
  ...randomLiveTw,
  ...treeViewTw,
  ...talkTw,
  ...broadcastTw,
  ...footageTw,
  ...deviceInfoTw,
  ...driversTw,
  ...recordingSettingsTw,
  ...deviceSettingsTw,
}
