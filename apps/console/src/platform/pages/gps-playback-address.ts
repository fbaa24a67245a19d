import type { Moment } from './moment.ts'

/** The address of GPS playback for a device, and for a moment where one is meant. */
export function gpsPlaybackAddress(deviceId: string, at?: Moment | null): string {
  const query = new URLSearchParams({ device: deviceId })
  if (at) query.set('day', at.day)
  if (at && at.atS !== null) query.set('at', String(at.atS))
  return `/gpsplayback?${query}`
}
