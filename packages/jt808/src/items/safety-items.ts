import type { ByteReader, ByteWriter } from '@fleetglass/bytes'
import { readMany } from '../message.ts'
import { type AlarmSign, readAlarmSign, SIGN_BYTES, type SignForm, writeAlarmSign } from '../shapes/alarm-sign.ts'
import { type TimeDigits, writeTime } from '../wire-time.ts'
import { defineItem } from './item.ts'

// Active safety: T/JSATL 12-2017, tables 15 to 20. The Guangdong variant has the longer alarm sign. Other makers use the
// same ids for other things: only the length distinguishes them.

/** Which alarm it is. */
export interface SafetyAlarmHead {
  readonly alarmId: number
  /** 0 no begin or end, 1 begin, 2 end. */
  readonly flag: number
}

/** Where the vehicle was when the alarm rose. Coordinates are magnitudes; the position gives the hemisphere. */
export interface SafetyAlarmPlace {
  readonly speedKmh: number
  readonly altitudeM: number
  readonly latitudeE6: number
  readonly longitudeE6: number
  readonly time: TimeDigits
  /** Bits 0 ACC, 1 left, 2 right, 3 wiper, 4 brake, 5 card in, 10 located. */
  readonly vehicleBits: number
}

/** Item 0x64: driver assistance. */
export interface AdasAlarm extends SafetyAlarmHead, SafetyAlarmPlace {
  /** See `ADAS_NAMES`. */
  readonly type: number
  readonly level: number
  readonly speedAheadKmh: number
  /** In tenths of a second. */
  readonly distanceDs: number
  /** 1 left, 2 right. */
  readonly deviation: number
  /** 1 speed, 2 height, 3 weight. */
  readonly signKind: number
  readonly signValue: number
  readonly sign: AlarmSign
}

/** Item 0x65: the driver. */
export interface DsmAlarm extends SafetyAlarmHead, SafetyAlarmPlace {
  /** See `DSM_NAMES`. */
  readonly type: number
  readonly level: number
  /** 1 to 10. */
  readonly fatigueDegree: number
  /** 4 bytes. */
  readonly reserved: Uint8Array
  readonly sign: AlarmSign
}

/** Item 0x66: tyres. */
export interface TpmsAlarm extends SafetyAlarmHead, SafetyAlarmPlace {
  readonly sign: AlarmSign
  /** Width of the wheel's number on the wire; 2 on some terminals of Guangdong. */
  readonly wheelBytes: 1 | 2
  readonly tyres: readonly {
    readonly wheel: number
    /** See `TPMS_NAMES`. */
    readonly bits: number
    readonly pressureKpa: number
    readonly temperatureC: number
    readonly batteryPercent: number
  }[]
}

/** Item 0x67: blind spots. */
export interface BsdAlarm extends SafetyAlarmHead, SafetyAlarmPlace {
  /** 1 behind, 2 left behind, 3 right behind. */
  readonly type: number
  readonly sign: AlarmSign
}

/** Item 0x70: harsh driving. */
export interface HarshDrivingAlarm extends SafetyAlarmHead, SafetyAlarmPlace {
  /** See `HARSH_DRIVING_NAMES`. */
  readonly type: number
  readonly durationWord: number
  readonly threshold1: number
  readonly threshold2: number
  readonly sign: AlarmSign
}

const ADAS_BYTES = 31
const DSM_BYTES = 31
const TPMS_BYTES = 24
const BSD_BYTES = 25
const HARSH_BYTES = 31
/** Of one tyre, without the number of its wheel. */
const TYRE_BYTES = 8

export const SAFETY_ITEMS = [
  defineItem({
    id: 0x64,
    name: 'adasAlarm',
    fits: (value) => formOf(value, ADAS_BYTES) !== null,
    decode: (reader): AdasAlarm => ({
      ...readHead(reader),
      type: reader.u8(),
      level: reader.u8(),
      speedAheadKmh: reader.u8(),
      distanceDs: reader.u8(),
      deviation: reader.u8(),
      signKind: reader.u8(),
      signValue: reader.u8(),
      ...readPlace(reader),
      sign: readSign(reader),
    }),
    encode(writer, alarm) {
      writeHead(writer, alarm)
      writer.u8(alarm.type).u8(alarm.level).u8(alarm.speedAheadKmh).u8(alarm.distanceDs)
      writer.u8(alarm.deviation).u8(alarm.signKind).u8(alarm.signValue)
      writePlace(writer, alarm)
      writeAlarmSign(writer, alarm.sign)
    },
  }),
  defineItem({
    id: 0x65,
    name: 'dsmAlarm',
    fits: (value) => formOf(value, DSM_BYTES) !== null,
    decode: (reader): DsmAlarm => ({
      ...readHead(reader),
      type: reader.u8(),
      level: reader.u8(),
      fatigueDegree: reader.u8(),
      reserved: reader.take(4),
      ...readPlace(reader),
      sign: readSign(reader),
    }),
    encode(writer, alarm) {
      writeHead(writer, alarm)
      writer.u8(alarm.type).u8(alarm.level).u8(alarm.fatigueDegree).bytes(alarm.reserved)
      writePlace(writer, alarm)
      writeAlarmSign(writer, alarm.sign)
    },
  }),
  defineItem({
    id: 0x66,
    name: 'tpmsAlarm',
    fits: (value) => tpmsForm(value) !== null,
    decode(reader): TpmsAlarm {
      const { form, wheelBytes } = tpmsForm(reader.bytes) ?? { form: 'short', wheelBytes: 1 }
      const head = { ...readHead(reader), ...readPlace(reader) }
      const sign = readAlarmSign(reader, form)
      const tyres = readMany(reader.u8(), () => ({
        wheel: wheelBytes === 1 ? reader.u8() : reader.u16(),
        bits: reader.u16(),
        pressureKpa: reader.u16(),
        temperatureC: reader.i16(),
        batteryPercent: reader.u16(),
      }))
      return { ...head, sign, wheelBytes, tyres }
    },
    encode(writer, alarm) {
      writeHead(writer, alarm)
      writePlace(writer, alarm)
      writeAlarmSign(writer, alarm.sign)
      writer.u8(alarm.tyres.length)
      for (const tyre of alarm.tyres) {
        if (alarm.wheelBytes === 1) writer.u8(tyre.wheel)
        else writer.u16(tyre.wheel)
        writer.u16(tyre.bits).u16(tyre.pressureKpa).u16(tyre.temperatureC).u16(tyre.batteryPercent)
      }
    },
  }),
  defineItem({
    id: 0x67,
    name: 'bsdAlarm',
    fits: (value) => formOf(value, BSD_BYTES) !== null,
    decode: (reader): BsdAlarm => ({
      ...readHead(reader),
      type: reader.u8(),
      ...readPlace(reader),
      sign: readSign(reader),
    }),
    encode(writer, alarm) {
      writeHead(writer, alarm)
      writePlace(writer.u8(alarm.type), alarm)
      writeAlarmSign(writer, alarm.sign)
    },
  }),
  defineItem({
    id: 0x70,
    name: 'harshDrivingAlarm',
    fits: (value) => formOf(value, HARSH_BYTES) !== null,
    decode: (reader): HarshDrivingAlarm => ({
      ...readHead(reader),
      type: reader.u8(),
      durationWord: reader.u16(),
      threshold1: reader.u16(),
      threshold2: reader.u16(),
      ...readPlace(reader),
      sign: readSign(reader),
    }),
    encode(writer, alarm) {
      writeHead(writer, alarm)
      writer.u8(alarm.type).u16(alarm.durationWord).u16(alarm.threshold1).u16(alarm.threshold2)
      writePlace(writer, alarm)
      writeAlarmSign(writer, alarm.sign)
    },
  }),
] as const

/** Types of item 0x64; 0x10 and 0x11 are events, 0x12 and 0x13 of Guangdong. */
export const ADAS_NAMES: Readonly<Record<number, string>> = {
  1: 'forwardCollision',
  2: 'laneDeparture',
  3: 'tooClose',
  4: 'pedestrian',
  5: 'frequentLaneChange',
  6: 'overSignLimit',
  7: 'obstacle',
  16: 'signRecognised',
  17: 'pictureTaken',
  18: 'solidLineCrossed',
  19: 'personInAisle',
}

/** Types of item 0x65; 0x10 and 0x11 are events. From 6 to 0x0F the standard leaves free; Guangdong's names. */
export const DSM_NAMES: Readonly<Record<number, string>> = {
  1: 'fatigue',
  2: 'phone',
  3: 'smoking',
  4: 'distracted',
  5: 'driverAbnormal',
  6: 'cameraCovered',
  8: 'drivingTooLong',
  10: 'noSeatBelt',
  11: 'infraredBlockedByGlasses',
  12: 'handsOffWheel',
  13: 'playingWithPhone',
  16: 'pictureTaken',
  17: 'driverChanged',
}

/** Bits of a tyre in item 0x66. */
export const TPMS_NAMES = [
  'periodicReport',
  'pressureHigh',
  'pressureLow',
  'hot',
  'sensorFault',
  'unbalanced',
  'slowLeak',
  'batteryLow',
]

/** Types of item 0x67. */
export const BSD_NAMES: Readonly<Record<number, string>> = { 1: 'behind', 2: 'leftBehind', 3: 'rightBehind' }

/** Types of item 0x70. */
export const HARSH_DRIVING_NAMES: Readonly<Record<number, string>> = {
  1: 'acceleration',
  2: 'braking',
  3: 'cornering',
  4: 'idling',
  5: 'engineStalled',
  6: 'coastingInNeutral',
  7: 'overRevving',
}

/** The form of the sign that makes up the length, `null` when neither does. */
function formOf(value: Uint8Array, bytesBefore: number): SignForm | null {
  if (value.length === bytesBefore + SIGN_BYTES.short) return 'short'
  return value.length === bytesBefore + SIGN_BYTES.long ? 'long' : null
}

/** The same for tyres: the count behind the sign must make up the length too. */
function tpmsForm(value: Uint8Array): { readonly form: SignForm; readonly wheelBytes: 1 | 2 } | null {
  for (const form of ['short', 'long'] as const) {
    const countAt = TPMS_BYTES + SIGN_BYTES[form]
    const count = value[countAt]
    if (count === undefined) continue
    for (const wheelBytes of [1, 2] as const) {
      if (value.length === countAt + 1 + count * (wheelBytes + TYRE_BYTES)) return { form, wheelBytes }
    }
  }
  return null
}

function readSign(reader: ByteReader): AlarmSign {
  return readAlarmSign(reader, reader.remaining >= SIGN_BYTES.long ? 'long' : 'short')
}

function readHead(reader: ByteReader): SafetyAlarmHead {
  return { alarmId: reader.u32(), flag: reader.u8() }
}

function writeHead(writer: ByteWriter, head: SafetyAlarmHead): void {
  writer.u32(head.alarmId).u8(head.flag)
}

function readPlace(reader: ByteReader): SafetyAlarmPlace {
  return {
    speedKmh: reader.u8(),
    altitudeM: reader.i16(),
    latitudeE6: reader.u32(),
    longitudeE6: reader.u32(),
    time: reader.bcd(6),
    vehicleBits: reader.u16(),
  }
}

function writePlace(writer: ByteWriter, place: SafetyAlarmPlace): void {
  writer.u8(place.speedKmh).u16(place.altitudeM).u32(place.latitudeE6).u32(place.longitudeE6)
  writeTime(writer, place.time)
  writer.u16(place.vehicleBits)
}
