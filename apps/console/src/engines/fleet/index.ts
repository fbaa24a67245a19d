export type { Device, DeviceChannel } from './device.ts'
export { numberOf, useDeviceLabel, useDeviceNames, useLabelOf } from './device-label.ts'
export {
  type DeviceFilter,
  drivingAboveKmh,
  drivingState,
  type FilterMode,
  filterDevices,
  filterModes,
  matchesText,
  shownDevices,
} from './fleet.filters.ts'
export { FleetProvider, useDevice, useFleet, useFleetList, useFleetState } from './fleet.react.tsx'
export { startFleetSync } from './fleet.sync.ts'
export { createFleet, type Fleet, type FleetState } from './fleet.ts'
export { offeredChannels, useOfferedChannels } from './offered-channels.ts'
