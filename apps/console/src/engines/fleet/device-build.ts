import { channelName, type DeviceRow, type ExtraInfo, orderedChannels } from '@fleetglass/contract/devices'
import type { Device, DevicePosition } from './device.ts'

/**
 * A device from its row and, where it has come, its extra information (VCP-096). `channels`: those of the row before, where
 * they are the same; they change with hardly any row.
 */
export function buildDevice(
  row: DeviceRow,
  extra: ExtraInfo | undefined,
  channels: Device['channels'] = channelsOf(row, extra),
): Device {
  return {
    deviceId: row.deviceId,
    driverName: row.driver,
    memo: row.memo,
    plate: extra?.plate ?? '',
    extId: extra?.extid ?? '',
    driverLicence: row.driverLicence,
    online: row.online,
    registered: row.registered,
    recording: row.recording,
    statusTimeS: row.statusTimeS || null,
    channelCount: row.enabledChannels.length,
    channels,
    timezoneH: row.timeZoneHours,
    position: positionOf(row),
    mapLocation: row.mapLocation && { lat: row.mapLocation.latDeg, lng: row.mapLocation.lngDeg },
    voltageV: row.voltageDecivolt === null ? null : row.voltageDecivolt / 10,
    voltagePercent: row.voltagePercent,
    signalPercent: row.signalPercent,
    satellites: row.satellites,
    health: row.health,
    smart: row.smart,
    icon: row.icon,
    temperaturesC: row.temperaturesDecidegree.map((decidegree) => decidegree / 10),
    accOn: row.accOn,
  }
}

function channelsOf(row: DeviceRow, extra: ExtraInfo | undefined): Device['channels'] {
  return orderedChannels(row.enabledChannels, extra?.chsort ?? []).map((number) => ({
    number,
    name: channelName(extra, number),
  }))
}

/** A position of 0,0 counts as no fix (MAP-06). */
function positionOf({ gps }: DeviceRow): DevicePosition | null {
  if (gps === null || (gps.latDeg === 0 && gps.lngDeg === 0)) return null
  return { timeS: gps.timeS, lat: gps.latDeg, lng: gps.lngDeg, speedKmh: gps.speedKmh, headingDeg: gps.headingDeg }
}
