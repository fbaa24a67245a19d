import type { DialogName } from '../../platform/pages/index.ts'

interface AboutDevice {
  readonly deviceId: string
}

// The dialogs of one feature that others open. A dialog that only its own feature opens is named there.

/** The live view of one device before whatever page is shown (SHELL-097). Whether it may be offered: `useMayLivePopup`. */
export const livePopup: DialogName<AboutDevice> = { name: 'livePopup' }

/** The steering of a device's cameras. Whether it may be offered: `useMaySteer`. */
export const ptz: DialogName<AboutDevice> = { name: 'ptz' }

/** A talk with a device. Whether it may be offered: `useMayTalk`. */
export const talk: DialogName<AboutDevice> = { name: 'talk' }

/** The settings that a device stores itself (RDEV-001). Whether it may be offered: `useMayRemoteSettings`. */
export const remoteSettings: DialogName<AboutDevice> = { name: 'remoteSettings' }

/**
 * What the server stores about a device. Whether it may be offered: `useMayEditDevice`. `onSaved`: what the screen that opened it does
 * when something was saved (SDEV-06).
 */
export const deviceEditor: DialogName<AboutDevice & { readonly onSaved: () => void }> = { name: 'deviceEditor' }

/** Open sessions and API tokens; `user` is whose, left out: of the user who is logged in. */
export const accountAccess: DialogName<{ readonly user?: string }> = { name: 'accountAccess' }

/** The password of the user who is logged in (LOGIN-59 … 77). */
export const changePassword: DialogName = { name: 'changePassword' }
