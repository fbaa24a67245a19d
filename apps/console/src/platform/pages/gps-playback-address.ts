import { type Moment, momentQuery } from './moment.ts'

/** The address of GPS playback for a device, and for a moment where one is meant. */
export function gpsPlaybackAddress(deviceId: string, at?: Moment | null): string {
  const device = new URLSearchParams({ device: deviceId })
  return `/gpsplayback?${device}${at ? `&${momentQuery(at)}` : ''}`
}
