export { DeviceSidebar } from './device-sidebar.tsx'
export { NoDevices } from './no-devices.tsx'
