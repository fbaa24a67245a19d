import { type Device, drivingState } from '../../engines/fleet/index.ts'
import type { MapPlace, MapVehicle } from '../../engines/map/index.ts'

/** MAP-07: what stands below a marker and names a list entry. */
export const captionKinds = ['device', 'driver', 'memo'] as const

export type CaptionKind = (typeof captionKinds)[number]

/** MAP-08: an empty driver or memo falls back to the device id. RIGHT-117: with `plateAsLabel` the plate is the label. */
export function captionOf(device: Device, kind: CaptionKind, plateAsLabel: boolean): string {
  const label = (plateAsLabel && device.plate) || device.deviceId
  if (kind === 'driver') return device.driverName || label
  return (kind === 'memo' && device.memo) || label
}

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The list in the order of what names its entries, naturally and without case. */
export function byCaption(devices: readonly Device[], kind: CaptionKind, plateAsLabel: boolean): Device[] {
  return devices
    .map((device) => ({ device, caption: captionOf(device, kind, plateAsLabel) }))
    .sort((a, b) => natural.compare(a.caption, b.caption) || natural.compare(a.device.deviceId, b.device.deviceId))
    .map(({ device }) => device)
}

/** MAP-03 … 06: the fix places the marker, else the place set by hand, else there is none. */
export function placeOf(device: Device): MapPlace | null {
  return device.position ?? device.mapLocation
}

/** The device as the map draws it; null when it has no place. */
export function toVehicle(device: Device, caption: string): MapVehicle | null {
  const place = placeOf(device)
  if (!place) return null
  return {
    id: device.deviceId,
    lat: place.lat,
    lng: place.lng,
    headingDeg: device.position?.headingDeg ?? 0,
    timeS: device.position?.timeS ?? 0,
    state: drivingState(device),
    recording: device.recording,
    icon: device.icon,
    caption,
  }
}
