import { broadcastTexts } from '../features/broadcast/broadcast.texts.ts'
import { deviceInfoTexts } from '../features/device-info/device-info.texts.ts'
import { deviceSettingsTexts } from '../features/device-settings/device-settings.texts.ts'
import { driversTexts } from '../features/drivers/drivers.texts.ts'
import { eventsTexts } from '../features/events/events.texts.ts'
import { exportsTexts } from '../features/exports/exports.texts.ts'
import { fencesTexts } from '../features/fences/fences.texts.ts'
import { footageTexts } from '../features/footage/footage.texts.ts'
import { geocodeTexts } from '../features/geocode/geocode.texts.ts'
import { gpsPlaybackTexts } from '../features/gps-playback/gps-playback.texts.ts'
import { groupsTexts } from '../features/groups/groups.texts.ts'
import { idleTexts } from '../features/idle/idle.texts.ts'
import { liveTexts } from '../features/live/live.texts.ts'
import { memosTexts } from '../features/memos/memos.texts.ts'
import { monitorTexts } from '../features/monitors/monitors.texts.ts'
import { playbackTexts } from '../features/playback/playback.texts.ts'
import { ptzTexts } from '../features/ptz/ptz.texts.ts'
import { randomLiveTexts } from '../features/random-live/random-live.texts.ts'
import { recordingSettingsTexts } from '../features/recording-settings/recording-settings.texts.ts'
import { remotePlaybackTexts } from '../features/remote-playback/remote-playback.texts.ts'
import { remoteSettingsTexts } from '../features/remote-settings/remote-settings.texts.ts'
import { routesTexts } from '../features/routes/routes.texts.ts'
import { selfTestTexts } from '../features/self-test/self-test.texts.ts'
import { standAloneTexts } from '../features/stand-alone/stand-alone.texts.ts'
import { streamStatusTexts } from '../features/stream-status/stream-status.texts.ts'
import { talkTexts } from '../features/talk/talk.texts.ts'
import { treeViewTexts } from '../features/tree-view/tree-view.texts.ts'
import { pagesTexts } from '../pages/pages.texts.ts'
import { devicesTexts } from './devices.texts.ts'
import { drawingTexts } from './drawing.texts.ts'
import { fleetMapTexts } from './fleet-map.texts.ts'
import { sessionTexts } from './session.texts.ts'
import { shellTexts } from './shell.texts.ts'

/**
 * The English texts of the console, which the others fall back to (SHELL-023). The texts of errors are not among them: the
 * server sends those with its answer.
 */
export const en = {
  ...shellTexts,
  ...pagesTexts,
  ...sessionTexts,
  ...devicesTexts,
  ...fleetMapTexts,
  ...liveTexts,
  ...playbackTexts,
  ...eventsTexts,
  ...exportsTexts,
  ...gpsPlaybackTexts,
  ...groupsTexts,
  ...idleTexts,
  ...remotePlaybackTexts,
  ...remoteSettingsTexts,
  ...selfTestTexts,
  ...standAloneTexts,
  ...monitorTexts,
  ...streamStatusTexts,
  ...memosTexts,
  ...treeViewTexts,
  ...randomLiveTexts,
  ...ptzTexts,
  ...talkTexts,
  ...broadcastTexts,
  ...footageTexts,
  ...deviceInfoTexts,
  ...driversTexts,
  ...recordingSettingsTexts,
  ...deviceSettingsTexts,
  ...drawingTexts,
  ...fencesTexts,
  ...geocodeTexts,
  ...routesTexts,
} as const

export { plainEnglish } from './plain-english.ts'

/** The name of a text. A feature adds its own in `<feature>.texts.ts` and spreads them above. */
export type TextKey = keyof typeof en
