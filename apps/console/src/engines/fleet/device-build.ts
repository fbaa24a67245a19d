import type { Device, DeviceChannel } from './device.ts'
import type { DeviceExtra, DeviceRow } from './device-wire.ts'

/** A device from its row and, where it has come, its extra information (VCP-096). */
export function buildDevice(row: DeviceRow, extra: DeviceExtra | undefined): Device {
  return {
    deviceId: row.deviceId,
    driverName: row.driverName,
    memo: row.memo,
    plate: extra?.plate ?? '',
    extId: extra?.extId ?? '',
    driverLicence: row.driverLicence,
    online: row.status !== 0,
    registered: row.registered,
    recording: row.recording,
    statusTimeS: row.statusTimeS,
    channels: orderChannels(row.channelMask, extra?.channelOrder ?? [], extra?.channelNames ?? []),
    timezoneH: row.timezoneH,
    position: row.position,
    mapLocation: row.mapLocation,
    voltageV: row.voltageV,
    voltagePercent: row.voltagePercent,
    signalPercent: row.signalPercent,
    satellites: row.satellites,
    health: row.health,
    smart: row.smart,
    icon: row.icon,
    temperaturesC: row.temperaturesC,
    accOn: row.accOn,
  }
}

/** ENT-042 … 045: the order of `chsort` first, what is missing in it behind by number; nameless channels are `ch3`. */
export function orderChannels(mask: string, order: readonly number[], names: readonly string[]): DeviceChannel[] {
  const numbers = [...mask].map((_, index) => index + 1)
  const sorted = [...new Set([...order.filter((number) => numbers.includes(number)), ...numbers])]
  return sorted.map((number) => ({
    number,
    name: names[number - 1] || `ch${number}`,
    available: mask[number - 1] === '1',
  }))
}
