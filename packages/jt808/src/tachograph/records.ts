import type { ByteReader } from '@fleetglass/bytes'
import { readMany } from '../message.ts'
import { type AnyStructure, defineStructure, type StructureReading } from '../structure.ts'
import { readFixedText, writeFixedText } from '../text.ts'
import { writeTime } from '../wire-time.ts'
import {
  defineList,
  readDistance,
  readPlace,
  readSamples,
  readTime,
  writeDistance,
  writePlace,
  writeSamples,
} from './parts.ts'

// The data of the commands of GB/T 19056-2012, annex A. What a tachograph answers is in UP; what is asked of it, or
// written to it, in DOWN. A command that is in neither keeps its bytes.

/** A driver's licence is 18 characters. */
const LICENCE = 18
/** The eight switches have names of 10 bytes. */
const SWITCHES = 8
const SWITCH_NAME = 10
const SECONDS = 60
const MINUTES = 60
/** Every 0.2 s of the 20 s before the vehicle stopped. */
const ACCIDENT_SAMPLES = 100

const version = defineStructure({
  name: 'version',
  /** Last two digits of the year of the standard, and its amendment. */
  decode: (reader) => ({ year: reader.bcd(1), amendment: reader.u8() }),
  encode: (writer, value) => void writer.bcd(value.year, 1).u8(value.amendment),
})
const driver = defineStructure({
  name: 'driver',
  decode: (reader) => readFixedText(reader, LICENCE),
  encode: (writer, licence) => writeFixedText(writer, licence, LICENCE),
})
const time = defineStructure({ name: 'time', decode: readTime, encode: writeTime })
const distance = defineStructure({
  name: 'distance',
  decode: (reader) => ({
    time: readTime(reader),
    installed: readTime(reader),
    atInstallationDkm: readDistance(reader),
    sinceDkm: readDistance(reader),
  }),
  encode(writer, value) {
    writeTime(writer, value.time)
    writeTime(writer, value.installed)
    writeDistance(writer, value.atInstallationDkm)
    writeDistance(writer, value.sinceDkm)
  },
})
const pulses = defineStructure({
  name: 'pulses',
  decode: (reader) => ({ time: readTime(reader), pulsesPerKm: reader.u16() }),
  encode(writer, value) {
    writeTime(writer, value.time)
    writer.u16(value.pulsesPerKm)
  },
})
const vehicle = defineStructure({
  name: 'vehicle',
  /** `spare` has four bytes by the standard; platforms leave some out. */
  decode: (reader) => ({
    vin: readFixedText(reader, 17),
    plate: readFixedText(reader, 12),
    plateClass: readFixedText(reader, 8),
    spare: reader.rest(),
  }),
  encode(writer, value) {
    writeFixedText(writer, value.vin, 17)
    writeFixedText(writer, value.plate, 12)
    writeFixedText(writer, value.plateClass, 8)
    writer.bytes(value.spare)
  },
})
const switches = defineStructure({
  name: 'switches',
  /** Names of switches 0 to 7; the upper five are by the standard: dipped beam, main beam, right, left, brake. */
  decode: (reader) => ({
    time: readTime(reader),
    switchBits: reader.u8(),
    names: readMany(SWITCHES, () => readFixedText(reader, SWITCH_NAME)),
  }),
  encode(writer, value) {
    writeTime(writer, value.time)
    writer.u8(value.switchBits)
    for (const name of value.names) writeFixedText(writer, name, SWITCH_NAME)
  },
})
const identity = defineStructure({
  name: 'identity',
  /** `made` is YYMMDD. */
  decode: (reader) => ({
    certificate: readFixedText(reader, 7),
    model: readFixedText(reader, 16),
    made: reader.bcd(3),
    number: reader.u32(),
    reserved: reader.take(5),
  }),
  encode(writer, value) {
    writeFixedText(writer, value.certificate, 7)
    writeFixedText(writer, value.model, 16)
    writer.bcd(value.made, 3).u32(value.number).bytes(value.reserved)
  },
})
const speeds = defineList(
  'speeds',
  (reader) => ({ begin: readTime(reader), seconds: readSamples(reader, SECONDS) }),
  (writer, minute) => {
    writeTime(writer, minute.begin)
    writeSamples(writer, minute.seconds)
  },
)
const places = defineList(
  'places',
  (reader) => ({
    begin: readTime(reader),
    minutes: readMany(MINUTES, () => ({ ...readPlace(reader), speedKmh: reader.u8() })),
  }),
  (writer, hour) => {
    writeTime(writer, hour.begin)
    for (const minute of hour.minutes) {
      writePlace(writer, minute)
      writer.u8(minute.speedKmh)
    }
  },
)
const accidents = defineList(
  'accidents',
  (reader) => ({
    end: readTime(reader),
    licence: readFixedText(reader, LICENCE),
    /** The newest first. */
    samples: readSamples(reader, ACCIDENT_SAMPLES),
    place: readPlace(reader),
  }),
  (writer, accident) => {
    writeTime(writer, accident.end)
    writeFixedText(writer, accident.licence, LICENCE)
    writeSamples(writer, accident.samples)
    writePlace(writer, accident.place)
  },
)
const overtimes = defineList(
  'overtimes',
  (reader) => ({
    licence: readFixedText(reader, LICENCE),
    begin: readTime(reader),
    end: readTime(reader),
    beginPlace: readPlace(reader),
    endPlace: readPlace(reader),
  }),
  (writer, overtime) => {
    writeFixedText(writer, overtime.licence, LICENCE)
    writeTime(writer, overtime.begin)
    writeTime(writer, overtime.end)
    writePlace(writer, overtime.beginPlace)
    writePlace(writer, overtime.endPlace)
  },
)
const logins = defineList(
  'logins',
  /** `kind` 1 in, 2 out. */
  (reader) => ({ time: readTime(reader), licence: readFixedText(reader, LICENCE), kind: reader.u8() }),
  (writer, login) => {
    writeTime(writer, login.time)
    writeFixedText(writer, login.licence, LICENCE)
    writer.u8(login.kind)
  },
)
const speedChecks = defineList(
  'speedChecks',
  /** `state` 1 the recorded speeds are right, 2 they are not. */
  (reader) => ({
    state: reader.u8(),
    begin: readTime(reader),
    end: readTime(reader),
    seconds: readMany(SECONDS, () => ({ recordedKmh: reader.u8(), referenceKmh: reader.u8() })),
  }),
  (writer, check) => {
    writeTime(writer.u8(check.state), check.begin)
    writeTime(writer, check.end)
    for (const { recordedKmh, referenceKmh } of check.seconds) writer.u8(recordedKmh).u8(referenceKmh)
  },
)
const span = defineStructure({
  name: 'span',
  /** At most so many of the entries from then to then. */
  decode: (reader) => ({ from: readTime(reader), to: readTime(reader), most: reader.u16() }),
  encode(writer, value) {
    writeTime(writer, value.from)
    writeTime(writer, value.to)
    writer.u16(value.most)
  },
})

/** A list of something that happened at a time; the standard defines `kind` for each list. */
function defineEvents<const Name extends string>(name: Name) {
  return defineList(
    name,
    (reader: ByteReader) => ({ time: readTime(reader), kind: reader.u8() }),
    (writer, event) => {
      writeTime(writer, event.time)
      writer.u8(event.kind)
    },
  )
}
/** Kinds 1 on, 2 off. */
const supplies = defineEvents('supplies')
/** The kind is the command that changed something. */
const changes = defineEvents('changes')

const UP = {
  0: version,
  1: driver,
  2: time,
  3: distance,
  4: pulses,
  5: vehicle,
  6: switches,
  7: identity,
  8: speeds,
  9: places,
  16: accidents,
  17: overtimes,
  18: logins,
  19: supplies,
  20: changes,
  21: speedChecks,
} as const

const DOWN = {
  8: span,
  9: span,
  16: span,
  17: span,
  18: span,
  19: span,
  20: span,
  21: span,
  130: vehicle,
  131: time,
  132: switches,
  194: time,
  195: pulses,
  196: distance,
} as const

/** The data of a command whose form is known, distinguished by `name`. */
export type TachographRecord = StructureReading<(typeof UP)[keyof typeof UP] | (typeof DOWN)[keyof typeof DOWN]>

/** The form of a command's data, by the way it goes. */
export const RECORDS: Readonly<Record<'up' | 'down', Readonly<Record<number, AnyStructure>>>> = { up: UP, down: DOWN }
