export { changePassword, deviceEditor, livePopup, ptz, remoteSettings, talk } from './dialog-names.ts'
