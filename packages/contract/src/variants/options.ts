import { z } from 'zod'
import {
  type IdleScreen,
  idleScreen,
  labels,
  languageTag,
  pictureAddress,
  place,
  shortText,
  webAddress,
} from './option-values.ts'

const flag = z.boolean()

/** How each option is read (RIGHT-116). */
export const optionValues = {
  /** Pages and functions that the site does without, whatever the rights say. */
  disableMap: flag,
  disableIdle: flag,
  disableAdvanced: flag,
  disableMultiPlayback: flag,
  disableTree: flag,
  disableRemotePlayback: flag,
  disableEvent: flag,
  disableLive: flag,
  disablePlayback: flag,
  disablePtz: flag,
  disableTalk: flag,
  /** Playback is not taken away as MP4, but by permission 0 (MP4-10, MP4-11). */
  disableDownload: flag,
  disableLivePopup: flag,
  /** The advanced settings and System Setting give way to a hint (RIGHT-118). */
  disableExtraAdmin: flag,
  /** The default style, whatever theme is stored. */
  forceDefaultStyle: flag,
  /** Kilometres, whatever unit is stored or the browser's language is. */
  forceKm: flag,
  /** Users of another system may be given to an account, and a device's own user and password to its update. */
  externalSetting: flag,
  broadcast: flag,
  /** Whether users can change their password. */
  changePassword: flag,
  /** Hides the recording filters of the footer when false. */
  recordingButton: flag,
  /** The plate (or the device id when it is empty) is the label of a device. */
  plateAsLabel: flag,
  /** What the captions of the map show at first; a name stays readable where a number does not. */
  markerCaption: z.enum(['device', 'driver', 'memo']),
  strictPassword: flag,
  /** The peer-to-peer deployment. */
  p2p: flag,
  extraMemo: flag,
  /** The panel with live view and speed gauge beside the map. */
  floatPanel: flag,
  /** The wider set of dashboard columns, where the user has chosen none. */
  widerColumns: flag,
  /** Limits the tiles of the tree view by permission (TREE-38 … 44). */
  advancedTree: flag,
  /** The tiles of the tree view fill the wall, two by two for four, where the requirements fix a share of twelve columns. */
  fillTiles: flag,
  /** System Setting for others than `admin` too (RIGHT-073). */
  allowSystemSetting: flag,
  /** Accounts of permission 0 are listed and changed by everyone who manages users, not by `admin` alone (USR-35). */
  showAdministrators: flag,
  /** The permission matrix has the row of the flag that deletes all recordings of a device (PERM-101). */
  deleteRecordRow: flag,
  /** The user stream log has the plant area of a device, its memo, in place of the channel (VAR-21). */
  plantArea: flag,
  copyright: flag,
  mapZoom: z.number().int().min(0).max(19),
  /** Where the idle countdown starts on the live view. */
  liveIdleSeconds: z.number().int().min(10).max(86_400),
  /** How many channels of a device live views and playback offer (LIVE-47). */
  offeredChannels: z.number().int().min(1).max(64),
  /** `lat,lng` in degrees. */
  mapCenter: place,
  /** Script of a maps provider, and the key that is added to it. */
  mapScriptUrl: webAddress,
  mapKey: shortText,
  /** Template of a tile server, with `{z}`, `{x}` and `{y}`. */
  tileUrl: webAddress,
  /** The language of those who have chosen none. */
  language: languageTag,
  logo: pictureAddress,
  labels,
  /** Clearer English where the requirements fix the wording (`plainEnglish`). */
  plainWords: flag,
  /** Text for a user without the right to a page. */
  noRightHint: shortText,
  /** A page behind the login box. */
  loginFrame: webAddress,
  loginPicture: pictureAddress,
  /** What the hash of the address must be; what can be no hash is kept, and admits nobody. */
  entrance: shortText,
  entranceRedirect: webAddress,
  trial: flag,
  idle: idleScreen,
  /** Forces the mobile (true) or desktop (false) layout. */
  mobile: flag,
} as const

/** The page's setting as it is given, unread: `window.gmsConfig`. */
export type SiteOptions = Readonly<Record<string, unknown>>

/** The name of an option. */
export type OptionName = keyof typeof optionValues

/** Options without a value in the standard build. */
type Absent =
  | 'mapScriptUrl'
  | 'mapKey'
  | 'tileUrl'
  | 'logo'
  | 'noRightHint'
  | 'loginFrame'
  | 'loginPicture'
  | 'entrance'
  | 'entranceRedirect'
  | 'mobile'

type Values = { readonly [Name in OptionName]: z.output<(typeof optionValues)[Name]> }

/** Every option with its value. */
export type ResolvedOptions = Omit<Values, Absent> & Partial<Pick<Values, Absent>>

const nothingIdle: IdleScreen = { analogClock: false, digitalClock: false, items: [] }

/** The standard build. */
export const standardOptions: ResolvedOptions = {
  disableMap: false,
  disableIdle: false,
  disableAdvanced: false,
  disableMultiPlayback: false,
  disableTree: false,
  disableRemotePlayback: false,
  disableEvent: false,
  disableLive: false,
  disablePlayback: false,
  disablePtz: false,
  disableTalk: false,
  disableDownload: false,
  disableLivePopup: false,
  disableExtraAdmin: false,
  forceDefaultStyle: false,
  forceKm: false,
  externalSetting: false,
  broadcast: false,
  changePassword: true,
  recordingButton: true,
  plateAsLabel: false,
  markerCaption: 'device',
  strictPassword: false,
  p2p: false,
  extraMemo: false,
  floatPanel: true,
  widerColumns: false,
  advancedTree: false,
  fillTiles: false,
  allowSystemSetting: false,
  showAdministrators: false,
  deleteRecordRow: false,
  plantArea: false,
  copyright: false,
  mapZoom: 11,
  liveIdleSeconds: 1800,
  offeredChannels: 8,
  mapCenter: '24.0786,120.5285',
  language: 'en',
  labels: {},
  plainWords: false,
  trial: false,
  idle: nothingIdle,
}
