export { gpsPlaybackAddress } from './gps-playback-address.ts'
export type { BuiltPage } from './page.ts'
export {
  closeShellModal,
  openDeviceEditor,
  openLivePopup,
  openPtz,
  openRemoteSettings,
  openTalk,
  type ShellModal,
  shellModal,
} from './shell-modal.ts'
export { guardLeaving, hasUnsaved, leavePage, useModalUnsaved, useUnsavedInModal } from './unsaved.ts'
