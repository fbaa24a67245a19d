export { createDeviceTraffic } from './device-traffic.ts'
export type { DeviceTraffic, TrafficMeter } from './device-traffic.types.ts'
