export { createDevices, type DeviceList, type Devices, type ListMark } from './device-list.ts'
export { createRowWriter, type RowWriter, rowFormFor } from './device-rows.ts'
