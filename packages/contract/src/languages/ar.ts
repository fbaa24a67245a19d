import { broadcastAr } from './broadcast.ar.ts'
import { deviceInfoAr } from './device-info.ar.ts'
import { deviceSettingsAr } from './device-settings.ar.ts'
import { devicesAr } from './devices.ar.ts'
import { drawingAr } from './drawing.ar.ts'
import { driversAr } from './drivers.ar.ts'
import { errorsAr } from './errors.ar.ts'
import { eventsAr } from './events.ar.ts'
import { exportsAr } from './exports.ar.ts'
import { fencesAr } from './fences.ar.ts'
import { fleetMapAr } from './fleet-map.ar.ts'
import { footageAr } from './footage.ar.ts'
import { geocodeAr } from './geocode.ar.ts'
import { gpsPlaybackAr } from './gps-playback.ar.ts'
import { groupsAr } from './groups.ar.ts'
import { idleAr } from './idle.ar.ts'
import { liveAr } from './live.ar.ts'
import { memosAr } from './memos.ar.ts'
import { monitorAr } from './monitors.ar.ts'
import { pagesAr } from './pages.ar.ts'
import { playbackAr } from './playback.ar.ts'
import { ptzAr } from './ptz.ar.ts'
import { randomLiveAr } from './random-live.ar.ts'
import { recordingSettingsAr } from './recording-settings.ar.ts'
import { remotePlaybackAr } from './remote-playback.ar.ts'
import { remoteSettingsAr } from './remote-settings.ar.ts'
import { routesAr } from './routes.ar.ts'
import { selfTestAr } from './self-test.ar.ts'
import { sessionAr } from './session.ar.ts'
import { shellAr } from './shell.ar.ts'
import { standAloneAr } from './stand-alone.ar.ts'
import { streamStatusAr } from './stream-status.ar.ts'
import { talkAr } from './talk.ar.ts'
import { treeViewAr } from './tree-view.ar.ts'

/** Arabic, read from right to left. */
export const ar = {
  ...errorsAr,
  ...drawingAr,
  ...fencesAr,
  ...geocodeAr,
  ...routesAr,
  ...devicesAr,
  ...eventsAr,
  ...exportsAr,
  ...fleetMapAr,
  ...gpsPlaybackAr,
  ...groupsAr,
  ...idleAr,
  ...liveAr,
  ...memosAr,
  ...pagesAr,
  ...playbackAr,
  ...remotePlaybackAr,
  ...remoteSettingsAr,
  ...selfTestAr,
  ...sessionAr,
  ...shellAr,
  ...standAloneAr,
  ...monitorAr,
  ...streamStatusAr,
  ...ptzAr,
  ...randomLiveAr,
  ...treeViewAr,
  ...talkAr,
  ...broadcastAr,
  ...footageAr,
  ...deviceInfoAr,
  ...driversAr,
  ...recordingSettingsAr,
  ...deviceSettingsAr,
}
