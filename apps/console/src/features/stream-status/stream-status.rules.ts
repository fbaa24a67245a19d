import type { ServerStatus, StreamUser } from '@fleetglass/contract/devices'

/** One open stream of any user. */
export interface WatchRow extends StreamUser {
  readonly deviceid: string
}

/** The streams of all devices, the newest first. */
export function watchRows({ devices }: ServerStatus): readonly WatchRow[] {
  return devices
    .flatMap(({ deviceid, users }) => users.map((user) => ({ ...user, deviceid })))
    .sort((a, b) => b.arrivedTime - a.arrivedTime)
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Bytes for people: `0 B`, `950 B`, `1.2 MB`. */
export function bytesText(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** step
  return `${step > 0 && value < 100 ? value.toFixed(1) : Math.round(value)} ${units[step]}`
}
