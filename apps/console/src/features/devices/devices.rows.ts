import { type Device, drivingAboveKmh } from '../../engines/fleet/index.ts'

export type RowColor = 'red' | 'green' | 'blue' | 'light'

/** DASH-91 … 95: the colour of a row on a phone; offline is tested first, and exactly 100 km/h is green. */
export function mobileRowColor(device: Device): RowColor {
  if (!device.online) return 'light'
  const speedKmh = device.position?.speedKmh ?? 0
  if (speedKmh > 100) return 'red'
  return speedKmh > drivingAboveKmh ? 'green' : 'blue'
}
