import type { ByteReader, ByteWriter } from '@fleetglass/bytes'
import { defineStructure } from '../structure.ts'
import {
  type Evidence,
  type GradedEvidence,
  readCamera,
  readEvidence,
  readGraded,
  type SafetyCamera,
  writeCamera,
  writeEvidence,
  writeGraded,
} from './evidence.ts'

interface Common extends SafetyCamera {
  /** Smoking, and holding a phone, is one alarm within so many seconds. */
  readonly smokingWithinS: number
  readonly phoneWithinS: number
  readonly reserved: Uint8Array
  readonly fatigue: GradedEvidence
  readonly phone: GradedEvidence
  readonly smoking: GradedEvidence
  /** When the driver is identified: 0 never, 1 by time, 2 by distance, 3 when a card is in and the vehicle starts. */
  readonly identifyBy: number
  readonly rest: Uint8Array
}

/** The form of T/JSATL 12 itself. */
interface ShortForm extends Common {
  readonly form: 'short'
  readonly distraction: Omit<GradedEvidence, 'videoS'>
  readonly abnormal: Evidence
}

/** The form of T/GDRTA 002-2019 (Guangdong), with further alarms. */
interface LongForm extends Common {
  readonly form: 'long'
  readonly distraction: GradedEvidence
  readonly abnormal: GradedEvidence
  readonly coveredSecondLevelKmh: number
  readonly seatBelt: GradedEvidence
  /** Sunglasses that keep infrared out. */
  readonly sunglasses: GradedEvidence
  readonly handsOff: GradedEvidence
  readonly playing: GradedEvidence
}

/** What the camera that looks at the driver shall see, and what it records of it. */
export type DsmSettings = ShortForm | LongForm

const LONG_BYTES = 64

/** Parameter 0xF365: state of the driver. T/JSATL 12-2017, settings of its terminals. The forms differ in length. */
export const dsmSettings = defineStructure({
  name: 'dsmSettings',
  decode(reader): DsmSettings {
    const form = reader.remaining < LONG_BYTES ? 'short' : 'long'
    const common = {
      ...readCamera(reader),
      smokingWithinS: reader.u16(),
      phoneWithinS: reader.u16(),
      reserved: reader.take(3),
      fatigue: readGraded(reader),
      phone: readGraded(reader),
      smoking: readGraded(reader),
    }
    return form === 'short' ? { form, ...common, ...readShort(reader) } : { form, ...common, ...readLong(reader) }
  },
  encode(writer, settings) {
    writeCamera(writer, settings)
    writer.u16(settings.smokingWithinS).u16(settings.phoneWithinS).bytes(settings.reserved)
    for (const one of [settings.fatigue, settings.phone, settings.smoking]) writeGraded(writer, one)
    if (settings.form === 'short') writeShort(writer, settings)
    else writeLong(writer, settings)
    writer.bytes(settings.rest)
  },
})

function readShort(reader: ByteReader) {
  return {
    distraction: { secondLevelKmh: reader.u8(), photos: reader.u8(), photoIntervalDs: reader.u8() },
    abnormal: readEvidence(reader),
    identifyBy: reader.u8(),
    rest: reader.rest(),
  }
}

function writeShort(writer: ByteWriter, { distraction, abnormal, identifyBy }: ShortForm): void {
  writer.u8(distraction.secondLevelKmh).u8(distraction.photos).u8(distraction.photoIntervalDs)
  writeEvidence(writer, abnormal)
  writer.u8(identifyBy)
}

function readLong(reader: ByteReader) {
  return {
    distraction: readGraded(reader),
    abnormal: readGraded(reader),
    identifyBy: reader.u8(),
    coveredSecondLevelKmh: reader.u8(),
    seatBelt: readGraded(reader),
    sunglasses: readGraded(reader),
    handsOff: readGraded(reader),
    playing: readGraded(reader),
    rest: reader.rest(),
  }
}

function writeLong(writer: ByteWriter, settings: LongForm): void {
  writeGraded(writer, settings.distraction)
  writeGraded(writer, settings.abnormal)
  writer.u8(settings.identifyBy).u8(settings.coveredSecondLevelKmh)
  for (const one of [settings.seatBelt, settings.sunglasses, settings.handsOff, settings.playing]) {
    writeGraded(writer, one)
  }
}
