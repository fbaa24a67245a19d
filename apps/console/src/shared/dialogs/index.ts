export { accountAccess, changePassword, deviceEditor, livePopup, ptz, remoteSettings, talk } from './dialog-names.ts'
