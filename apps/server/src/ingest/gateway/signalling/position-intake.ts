// What a position on the wire becomes: a point of the track, and what the fleet shows.
import { isPlaceE6, kmhFromDkmh } from '@fleetglass/geo'
import { type CommonItems, commonItems, type DeviceHealth, type Position } from '@fleetglass/jt808'
import type { DeviceReport } from '../../../ports/device-state/index.ts'
import { CLOCK_OFFSET_S, type TrackPoint } from '../../../ports/position-log/index.ts'
import type { RegisteredDevice } from '../../../services/directory/index.ts'
import { NO_CLOCK } from '../../../services/tracks/index.ts'

const ACC_ON = 1 << 0
const LOCATED = 1 << 1

/** Before 2010, and too far ahead, a device's clock is not right: it would hide every later point. */
const EARLIEST_S = 1_262_304_000

export interface Intake {
  /** `null` when there is nothing to draw or to keep: not located, or no place on the globe. */
  readonly point: TrackPoint | null
  readonly report: DeviceReport
  /** Unix seconds: the device's own where its clock is right, else that of the arrival. */
  readonly timeS: number
}

/** `nowS` is the time of arrival, unix seconds. A position that is `isStored` comes from the memory of the device. */
export function takeIn(position: Position, device: RegisteredDevice, nowS: number, isStored = false): Intake {
  const items = commonItems(position)
  const located = (position.statusBits & LOCATED) !== 0 && isPlaceE6(position.latE6, position.lngE6)
  const timeS = deviceTimeS(position.localTimeS, device.utcOffsetMinutes, nowS)
  const report: Mutable<DeviceReport> = { accOn: (position.statusBits & ACC_ON) !== 0 }
  if (items.signal !== undefined) report.signalPercent = signalPercent(items.signal)
  if (items.satellites !== undefined) report.satellites = items.satellites
  if (items.voltageDecivolt !== undefined) report.voltageDecivolt = items.voltageDecivolt
  if (items.batteryPercent !== undefined) report.voltagePercent = items.batteryPercent
  if (items.temperaturesDecidegree !== undefined) {
    report.temperaturesDecidegree = items.temperaturesDecidegree.filter((value) => value !== null)
  }
  // What is stored was so when it was measured, not now.
  if (!isStored) report.hasCameraFault = (position.alarmBits & CAMERA_FAULT) !== 0
  report.health = healthOf(position.alarmBits, items.health)
  const smart = smartOf(items)
  if (smart !== null) report.smart = smart
  if (items.videoLossBits !== undefined) report.videoLoss = { channelBits: items.videoLossBits | 0, atS: nowS }
  if (position.localTimeS !== null && !isStored) {
    report.clockOffsetS = position.localTimeS - device.utcOffsetMinutes * 60 - nowS
  }
  if (!located) return { point: null, report, timeS: timeS ?? nowS }
  if (timeS !== null) {
    report.fix = {
      timeS,
      latE6: position.latE6,
      lngE6: position.lngE6,
      speedKmh: kmhFromDkmh(position.speedDkmh),
      headingDeg: position.headingDeg,
    }
  }
  const point: TrackPoint = {
    deviceKey: device.key,
    timeS: timeS ?? nowS,
    latE6: position.latE6,
    lngE6: position.lngE6,
    speedDkmh: position.speedDkmh,
    headingDeg: position.headingDeg,
    altitudeM: position.altitudeM,
    satellites: items.satellites ?? 0,
    signal: items.signal ?? 0,
    alarmBits: position.alarmBits,
    statusBits: timeS === null ? (position.statusBits | NO_CLOCK) >>> 0 : (position.statusBits & ~NO_CLOCK) >>> 0,
    odometerM: (items.odometerDkm ?? 0) * 100,
    ...(timeS === null && position.localTimeS !== null && { saidS: saidS(position.localTimeS, device) }),
  }
  return { point, report, timeS: point.timeS }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

function deviceTimeS(localTimeS: number | null, utcOffsetMinutes: number, nowS: number): number | null {
  if (localTimeS === null) return null
  const timeS = localTimeS - utcOffsetMinutes * 60
  return timeS < EARLIEST_S || timeS > nowS + CLOCK_OFFSET_S ? null : timeS
}

/** What a clock said that is not believed; before 1970 it said nothing. */
function saidS(localTimeS: number, { utcOffsetMinutes }: RegisteredDevice): number {
  return Math.max(0, localTimeS - utcOffsetMinutes * 60)
}

/** Item 0x30: most send 0–31 as modems do (99 unknown), some percent. */
function signalPercent(signal: number): number | null {
  if (signal === 99 || signal > 100) return null
  return signal <= 31 ? Math.round((signal / 31) * 100) : signal
}

const CAMERA_FAULT = 1 << 11
/** Alarm bits with which a device reports a part of its own as faulty. JT/T 808-2013, table 24. */
const FAULTS: readonly (readonly [bits: number, part: string])[] = [
  [1 << 4, 'GNSS'],
  [(1 << 5) | (1 << 6), 'GNSS antenna'],
  [1 << 9, 'display'],
  [1 << 10, 'TTS'],
  [CAMERA_FAULT, 'camera'],
  [1 << 12, 'card reader'],
  [1 << 24, 'speed sensor'],
]
const ANY_FAULT = FAULTS.reduce((all, [bits]) => all | bits, 0)

/** The percent that the device reports; a fault of a part goes before it. The standards have faults only. */
function healthOf(alarmBits: number, health: DeviceHealth | undefined): string {
  if ((alarmBits & ANY_FAULT) !== 0) {
    const parts = FAULTS.filter(([bits]) => (alarmBits & bits) !== 0).map(([, part]) => part)
    return `Fault: ${parts.join(', ')}`
  }
  return health === undefined || health.percent === null ? 'OK' : `${health.percent}%`
}

/** A card with a fault (item 0x17) has no health left; `null`: this position says nothing about cards. */
function smartOf({ health, storageFaultBits }: CommonItems): readonly [number, number] | null {
  if (health === undefined && storageFaultBits === undefined) return null
  const [first, second] = health?.cards ?? [-2, -2]
  const faults = storageFaultBits ?? 0
  return [(faults & 1) !== 0 ? 0 : first, (faults & 2) !== 0 ? 0 : second]
}
