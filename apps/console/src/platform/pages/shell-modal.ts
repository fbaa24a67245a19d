import { createStore, type StoreApi } from 'zustand/vanilla'

/** What stands before the page, one at a time. */
export type ShellModal =
  | { readonly kind: 'livePopup'; readonly deviceId: string }
  | { readonly kind: 'ptz'; readonly deviceId: string }
  | { readonly kind: 'talk'; readonly deviceId: string }
  | { readonly kind: 'remoteSettings'; readonly deviceId: string }
  /** `onSaved`: what the screen that opened it does when something was saved (SDEV-06). */
  | { readonly kind: 'deviceEditor'; readonly deviceId: string; readonly onSaved: () => void }
  | { readonly kind: 'broadcast' }
  | { readonly kind: 'footage' }
  | { readonly kind: 'streamStatus' }
  | { readonly kind: 'changePassword' }
  | { readonly kind: 'display' }
  | { readonly kind: 'copyright' }
  | { readonly kind: 'keyboard' }

/** The modal that the shell shows; null for none. The shell clears it when it goes. */
export const shellModal: StoreApi<ShellModal | null> = createStore<ShellModal | null>(() => null)

/** Opens the live view of one device before whatever page is shown (SHELL-097). Whether it may be offered: `useMayLivePopup`. */
export function openLivePopup(deviceId: string): void {
  shellModal.setState({ kind: 'livePopup', deviceId }, true)
}

/** Opens the steering of a device's cameras. Whether it may be offered: `useMaySteer`. */
export function openPtz(deviceId: string): void {
  shellModal.setState({ kind: 'ptz', deviceId }, true)
}

/** Opens a talk with a device. Whether it may be offered: `useMayTalk`. */
export function openTalk(deviceId: string): void {
  shellModal.setState({ kind: 'talk', deviceId }, true)
}

/** Opens what the server keeps of a device. Whether it may be offered: `useMayEditDevice`. */
export function openDeviceEditor(deviceId: string, onSaved: () => void): void {
  shellModal.setState({ kind: 'deviceEditor', deviceId, onSaved }, true)
}

/** Opens the settings that a device keeps itself (RDEV-001). Whether it may be offered: `useMayRemoteSettings`. */
export function openRemoteSettings(deviceId: string): void {
  shellModal.setState({ kind: 'remoteSettings', deviceId }, true)
}

/** Closes whatever modal of the shell is open. */
export function closeShellModal(): void {
  shellModal.setState(null, true)
}
