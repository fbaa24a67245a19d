export { DeviceChecklist } from './device-checklist.tsx'
export { DeviceFilter, DeviceSidebar, onlineFirst } from './device-sidebar.tsx'
export { createListOrder } from './list-order.ts'
export { NoDevices } from './no-devices.tsx'
