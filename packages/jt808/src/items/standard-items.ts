import { decodeText, encodeText } from '../text.ts'
import { defineItem, defineNumber, readSignMagnitude, writeSignMagnitude } from './item.ts'

// Additional items of the standard: JT/T 808-2013, table 27; 0x05 and 0x06 are of -2019; 0x14 to 0x18 of JT/T 1078-2016, table 13.

/** Where a speed limit or area holds: 0 none, 1 circle, 2 rectangle, 3 polygon, 4 segment or route. */
export interface Place {
  readonly kind: number
  readonly areaId?: number
}

const TYRES = 30

export const STANDARD_ITEMS = [
  defineNumber(0x01, 4, 'odometerDkm'),
  defineNumber(0x02, 2, 'fuelDl'),
  defineNumber(0x03, 2, 'tachographDkmh'),
  defineNumber(0x04, 2, 'confirmationId'),
  defineItem({
    id: 0x05,
    name: 'tyrePressuresPa',
    fits: (value) => value.length === TYRES,
    /** One byte a wheel, front to rear and left to right, 0xFF none. */
    decode: (reader): readonly number[] => [...reader.take(TYRES)],
    encode: (writer, pressures) => void writer.bytes(Uint8Array.from(pressures)),
  }),
  defineItem({
    id: 0x06,
    name: 'cabinTemperatureC',
    fits: (value) => value.length === 2,
    decode: readSignMagnitude,
    encode: writeSignMagnitude,
  }),
  defineItem({
    id: 0x11,
    name: 'overspeedPlace',
    fits: (value) => value.length === 5 || value.length === 1,
    decode(reader): Place {
      const kind = reader.u8()
      return reader.remaining > 0 ? { kind, areaId: reader.u32() } : { kind }
    },
    encode(writer, { kind, areaId }) {
      writer.u8(kind)
      if (areaId !== undefined) writer.u32(areaId)
    },
  }),
  defineItem({
    id: 0x12,
    name: 'areaCrossing',
    fits: (value) => value.length === 6,
    /** `direction` 0 in, 1 out. */
    decode: (reader) => ({ kind: reader.u8(), areaId: reader.u32(), direction: reader.u8() }),
    encode: (writer, value) => void writer.u8(value.kind).u32(value.areaId).u8(value.direction),
  }),
  defineItem({
    id: 0x13,
    name: 'segmentTime',
    fits: (value) => value.length === 7,
    /** `result` 0 too short, 1 too long. */
    decode: (reader) => ({ segmentId: reader.u32(), durationS: reader.u16(), result: reader.u8() }),
    encode: (writer, value) => void writer.u32(value.segmentId).u16(value.durationS).u8(value.result),
  }),
  defineNumber(0x14, 4, 'videoAlarmBits'),
  defineNumber(0x15, 4, 'videoLossBits'),
  defineNumber(0x16, 4, 'occlusionBits'),
  defineNumber(0x17, 2, 'storageFaultBits'),
  defineItem({
    id: 0x18,
    name: 'abnormalDriving',
    fits: (value) => value.length === 3 || value.length === 2,
    /** Bits 0 fatigue, 1 phone, 2 smoking; some devices leave the degree out. */
    decode(reader): { readonly bits: number; readonly fatiguePercent?: number } {
      const bits = reader.u16()
      return reader.remaining > 0 ? { bits, fatiguePercent: reader.u8() } : { bits }
    },
    encode(writer, { bits, fatiguePercent }) {
      writer.u16(bits)
      if (fatiguePercent !== undefined) writer.u8(fatiguePercent)
    },
  }),
  defineNumber(0x25, 4, 'signalBits'),
  defineNumber(0x2a, 2, 'sleepBits'),
  defineItem({
    id: 0x2b,
    name: 'analog',
    fits: (value) => value.length === 4,
    /** The second input stands first. */
    decode(reader) {
      const input1 = reader.u16()
      return { input0: reader.u16(), input1 }
    },
    encode: (writer, value) => void writer.u16(value.input1).u16(value.input0),
  }),
  defineNumber(0x30, 1, 'signal'),
  defineNumber(0x31, 1, 'satellites'),
] as const

/** Text of whatever length the item has. */
export function defineTextItem<const Name extends string>(
  id: number,
  name: Name,
  fits: (value: Uint8Array) => boolean,
) {
  return defineItem({
    id,
    name,
    fits,
    decode: (reader) => decodeText(reader.rest()),
    encode: (writer, text: string) => void writer.bytes(encodeText(text)),
  })
}

/** Names of the bits of item 0x14. */
export const VIDEO_ALARM_NAMES = [
  'videoLoss',
  'occlusion',
  'storageFault',
  'otherVideoFault',
  'overcrowding',
  'abnormalDriving',
  'alarmStorageThreshold',
]

/** Names of the bits of item 0x25. */
export const SIGNAL_NAMES = [
  'lowBeam',
  'highBeam',
  'rightTurn',
  'leftTurn',
  'brake',
  'reverse',
  'fogLamp',
  'positionLamp',
  'horn',
  'airConditioner',
  'neutral',
  'retarder',
  'abs',
  'heater',
  'clutch',
]

/** Names of the bits of item 0x2A. */
export const SLEEP_NAMES = ['deepSleep', 'sleep']

/** Names of the bits of item 0x18. */
export const ABNORMAL_DRIVING_NAMES = ['fatigue', 'phone', 'smoking']
