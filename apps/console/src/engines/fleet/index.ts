export type { Device, DeviceChannel, DevicePosition } from './device.ts'
export {
  type DeviceFilter,
  type DrivingState,
  drivingAboveKmh,
  drivingState,
  type FilterMode,
  filterDevices,
  filterModes,
} from './fleet.filters.ts'
export { FleetProvider, useDevice, useFleet, useFleetList, useFleetState } from './fleet.react.tsx'
export { startFleetSync } from './fleet.sync.ts'
export { createFleet, type Fleet, type FleetState } from './fleet.ts'
