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
export { isModalUnsaved, useUnsavedInModal } from './unsaved.ts'
