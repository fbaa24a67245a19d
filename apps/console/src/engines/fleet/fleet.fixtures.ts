import type { Device, DevicePosition } from './device.ts'

/** For tests: a registered device that is online and stands still at the default map centre. */
export function device(change: Partial<Device> = {}): Device {
  return {
    deviceId: 'dev1',
    driverName: '',
    memo: '',
    plate: '',
    extId: '',
    driverLicence: '',
    online: true,
    registered: true,
    recording: false,
    statusTimeS: 1_760_000_000,
    channelCount: 4,
    channels: [],
    timezoneH: 8,
    position: fix(),
    mapLocation: null,
    voltageV: null,
    voltagePercent: null,
    signalPercent: null,
    satellites: null,
    health: '',
    smart: [-2, -2],
    icon: 0,
    temperaturesC: [],
    accOn: null,
    ...change,
  }
}

export function fix(change: Partial<DevicePosition> = {}): DevicePosition {
  return { timeS: 1_760_000_000, lat: 24.0786, lng: 120.5285, speedKmh: 0, headingDeg: 0, ...change }
}
