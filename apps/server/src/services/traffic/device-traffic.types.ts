import type { RegisteredDevice } from '../directory/index.ts'

/** Where bytes are counted: for every read and every write on a line of a device. */
export interface TrafficMeter {
  count(deviceKey: number, bytesIn: number, bytesOut: number): void
}

/** What the lines of registered devices move, and whose month is used up. */
export interface DeviceTraffic extends TrafficMeter {
  /** Bytes of this month, both ways. */
  monthBytes(deviceKey: number): number
  /** The device has a limit (`trafficLimit`), and this month has passed it. */
  isUsedUp(device: RegisteredDevice): boolean
  /** What some devices moved on some days, by device and day; the last half minute may be missing. */
  days(deviceKeys: readonly number[], days: DayRange): Promise<DayTraffic[]>
  /** Called when a device's month is used up, and when it is not any more. */
  onChange(listener: (device: RegisteredDevice) => void): { close(): void }
  /** Writes what is not on disk yet; idempotent. */
  close(): Promise<void>
}

/** Bytes of one device and day. */
export interface DayTraffic {
  readonly deviceKey: number
  readonly day: number
  readonly bytesIn: number
  readonly bytesOut: number
}

/** Days since 1970-01-01 in the zone of the server, both included. */
export interface DayRange {
  readonly first: number
  readonly last: number
}
