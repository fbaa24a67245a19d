import { type DeviceHealth, HEALTH_ITEM, readHealth } from './families/fleetglass-health.ts'
import type { Position } from './messages/0200-position.ts'

/** The items that many devices send and a fleet wants to see, in whole units. Absent: not sent. */
export interface CommonItems {
  /** Tenths of a kilometre. */
  readonly odometerDkm?: number
  /** Tenths of a litre. */
  readonly fuelDl?: number
  /** Speed by the vehicle's own sensor, tenths of km/h. */
  readonly tachographDkmh?: number
  /** Radio signal as sent, mostly 0 to 31. */
  readonly signal?: number
  readonly satellites?: number
  /** Supply, tenths of a volt. */
  readonly voltageDecivolt?: number
  readonly batteryPercent?: number
  /** Tenths of a degree Celsius, one a sensor, `null` where no sensor answers. */
  readonly temperaturesDecidegree?: readonly (number | null)[]
  /** Video alarms of JT/T 1078: bit 0 video loss, 1 occlusion, 2 storage fault and so on. */
  readonly videoAlarmBits?: number
  /** Bit n: channel n+1 has lost its picture. */
  readonly videoLossBits?: number
  /** Bit n: channel n+1 is covered. */
  readonly occlusionBits?: number
  /** Bits 0 to 11 main storage 1 to 12, 12 to 15 backup 1 to 4. */
  readonly storageFaultBits?: number
  /** Reported by our own recorders. */
  readonly health?: DeviceHealth
}

type Mutable = { -readonly [Key in keyof CommonItems]: CommonItems[Key] }

/**
 * The common items of a position, by id and length; where a device repeats an item the last one counts.
 * Makers' ids are taken only where the length leaves no doubt.
 */
export function commonItems(position: Position): CommonItems {
  const found: Mutable = {}
  for (const { id, value } of position.items) READERS[id]?.(value, found)
  return found
}

const READERS: Readonly<Record<number, (value: Uint8Array, into: Mutable) => void>> = {
  1: (v, into) => {
    if (v.length === 4) into.odometerDkm = u32(v)
  },
  2: (v, into) => {
    if (v.length === 2) into.fuelDl = u16(v)
  },
  3: (v, into) => {
    if (v.length === 2) into.tachographDkmh = u16(v)
  },
  6: (v, into) => {
    if (v.length === 1) into.batteryPercent = v[0]!
    if (v.length === 2) into.temperaturesDecidegree = [signedByBit15(u16(v)) * 10]
  },
  20: (v, into) => {
    if (v.length === 4) into.videoAlarmBits = u32(v)
  },
  21: (v, into) => {
    if (v.length === 4) into.videoLossBits = u32(v)
  },
  22: (v, into) => {
    if (v.length === 4) into.occlusionBits = u32(v)
  },
  23: (v, into) => {
    if (v.length === 2) into.storageFaultBits = u16(v)
  },
  48: (v, into) => {
    if (v.length === 1) into.signal = v[0]!
  },
  49: (v, into) => {
    if (v.length === 1) into.satellites = v[0]!
  },
  81: (v, into) => {
    if (v.length >= 2 && v.length % 2 === 0) {
      into.temperaturesDecidegree = Array.from({ length: v.length / 2 }, (_, at) => sensor(u16(v, at * 2)))
    }
  },
  97: (v, into) => {
    if (v.length === 2) into.voltageDecivolt = Math.round(u16(v) / 10)
  },
  104: (v, into) => {
    if (v.length === 2) into.batteryPercent = Math.round(u16(v) / 100)
  },
  130: (v, into) => {
    if (v.length === 2) into.voltageDecivolt = u16(v)
  },
  206: (v, into) => {
    if (v.length === 2) into.voltageDecivolt = Math.round(u16(v) / 10)
  },
  211: (v, into) => {
    if (v.length === 2) into.voltageDecivolt = u16(v)
  },
  212: (v, into) => {
    if (v.length === 1 && v[0]! <= 100) into.batteryPercent = v[0]!
  },
  [HEALTH_ITEM]: (v, into) => {
    const health = readHealth(v)
    if (health !== null) into.health = health
  },
}

function u16(value: Uint8Array, at = 0): number {
  return (value[at]! << 8) | value[at + 1]!
}

function u32(value: Uint8Array): number {
  return ((value[0]! << 24) | (value[1]! << 16) | (value[2]! << 8) | value[3]!) >>> 0
}

function signedByBit15(value: number): number {
  return value & 0x8000 ? -(value & 0x7fff) : value
}

function sensor(value: number): number | null {
  return value === 0xffff ? null : signedByBit15(value)
}
