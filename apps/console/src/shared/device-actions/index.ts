export { type DeviceActionName, deviceActionNames, deviceActions } from './device-actions.ts'
export { useRegisterDevice } from './device-commands.ts'
export { type Asked, DeviceDialogs } from './device-dialogs.tsx'
