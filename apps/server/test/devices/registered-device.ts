// Devices of the registry for tests that need no database.
import { audioOfChannel, type DeviceChannel, parseFlags } from '@fleetglass/contract/devices'
import type { RegisteredDevice } from '../../src/services/directory/index.ts'

/** Channels by two strings with a character each: whether it is enabled, and whether it is in the recording plan. */
export function deviceChannels(enabled: string, record = '1'.repeat(enabled.length)): DeviceChannel[] {
  const planned = parseFlags(record)
  return parseFlags(enabled).map((isEnabled, index) => ({
    number: index + 1,
    name: null,
    enabled: isEnabled,
    record: planned[index] ?? true,
    stream: 'sub',
    audio: audioOfChannel('multi-recorded', 1, index + 1),
  }))
}

/** One with four channels that records nothing, but for what is given. */
export function registeredDevice(given: Partial<RegisteredDevice> = {}): RegisteredDevice {
  return {
    key: 1,
    deviceId: 'van',
    groups: [1],
    channels: deviceChannels('1111'),
    channelOrder: [],
    talkChannel: 1,
    video: 'live-only',
    audio: 'multi-recorded',
    retentionDays: 0,
    eventRetentionDays: 0,
    trafficLimit: { enforced: false, kbPerMonth: 0 },
    videoLossIntervalS: 0,
    utcOffsetMinutes: 480,
    timeZoneFollowsPosition: false,
    driver: '',
    driverLicence: '',
    memo: '',
    plate: '',
    externalId: '',
    icon: 0,
    mapLocation: '',
    ...given,
  }
}
