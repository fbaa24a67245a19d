import { type Device, drivingState, numberOf } from '../../engines/fleet/index.ts'
import type { MapPlace, MapVehicle } from '../../engines/map/index.ts'

/** MAP-07: what stands below a marker and names a list entry. */
export const captionKinds = ['device', 'driver', 'memo'] as const

export type CaptionKind = (typeof captionKinds)[number]

/** MAP-08: an empty driver or memo falls back to the device id. RIGHT-117: with `plateAsLabel` the plate is the label. */
export function captionOf(device: Device, kind: CaptionKind, plateAsLabel: boolean): string {
  const label = numberOf(device, plateAsLabel)
  if (kind === 'driver') return device.driverName || label
  return (kind === 'memo' && device.memo) || label
}

/** MAP-03 … 06: the fix places the marker, else the place set by hand, else there is none. */
export function placeOf(device: Device): MapPlace | null {
  return device.position ?? device.mapLocation
}

/** MAP-12, MAP-13: the calendar day of a moment in the browser's time zone, first and last second. */
export function dayRange(nowMs: number): { readonly firstS: number; readonly lastS: number } {
  const midnight = new Date(nowMs)
  midnight.setHours(0, 0, 0, 0)
  const next = new Date(midnight)
  next.setDate(next.getDate() + 1)
  return { firstS: midnight.getTime() / 1000, lastS: next.getTime() / 1000 - 1 }
}

/** The device as the map draws it; null when it has no place. */
function toVehicle(device: Device, caption: string): MapVehicle | null {
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

/** Makes the vehicles to draw. One of a device that did not change is the same object as before, and costs the map nothing. */
export function createVehicles(
  kind: CaptionKind,
  plateAsLabel: boolean,
): (devices: readonly Device[]) => readonly MapVehicle[] {
  const made = new WeakMap<Device, MapVehicle>()
  return (devices) => {
    const vehicles: MapVehicle[] = []
    for (const device of devices) {
      let vehicle: MapVehicle | null = made.get(device) ?? null
      if (!vehicle) {
        vehicle = toVehicle(device, captionOf(device, kind, plateAsLabel))
        if (!vehicle) continue
        made.set(device, vehicle)
      }
      vehicles.push(vehicle)
    }
    return vehicles
  }
}
