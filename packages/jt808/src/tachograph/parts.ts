import { type ByteReader, type ByteWriter, bcdToDigits, isBcd, Malformed } from '@fleetglass/bytes'
import { readMany } from '../message.ts'
import type { Structure } from '../structure.ts'
import type { TimeDigits } from '../wire-time.ts'

/** Data that is one entry after the other, all of the same form, up to its end. */
export function defineList<const Name extends string, Entry>(
  name: Name,
  decode: (reader: ByteReader) => Entry,
  encode: (writer: ByteWriter, entry: Entry) => void,
): Structure<Name, readonly Entry[]> {
  return {
    name,
    decode(reader) {
      const entries: Entry[] = []
      while (reader.remaining > 0) entries.push(decode(reader))
      return entries
    },
    encode(writer, entries) {
      for (const entry of entries) encode(writer, entry)
    },
  }
}

/** YYMMDDhhmmss in the zone of the tachograph, which GB/T 19056 sets to that of Beijing. */
export function readTime(reader: ByteReader): TimeDigits {
  return reader.bcd(6)
}

/** Eight digits of tenths of a kilometre. */
export function readDistance(reader: ByteReader): number {
  const at = reader.offset
  const digits = reader.take(4)
  if (!isBcd(digits)) throw new Malformed(at, 'a distance is not made of digits')
  return Number(bcdToDigits(digits))
}

/** The inverse of `readDistance`. */
export function writeDistance(writer: ByteWriter, distanceDkm: number): void {
  writer.bcd(String(distanceDkm), 4)
}

/** Where the vehicle was. Unlike in 0x0200, angles are ten-thousandths of a minute. */
export interface TachographPlace {
  readonly longitudeMinuteE4: number
  readonly latitudeMinuteE4: number
  readonly altitudeM: number
}

export function readPlace(reader: ByteReader): TachographPlace {
  return { longitudeMinuteE4: reader.i32(), latitudeMinuteE4: reader.i32(), altitudeM: reader.i16() }
}

export function writePlace(writer: ByteWriter, place: TachographPlace): void {
  writer.i32(place.longitudeMinuteE4).i32(place.latitudeMinuteE4).i16(place.altitudeM)
}

/** A speed and the state of the switches (brake, lamps and so on) at one moment; 255 both where nothing was kept. */
export interface SpeedSample {
  readonly speedKmh: number
  readonly switchBits: number
}

export function readSamples(reader: ByteReader, count: number): readonly SpeedSample[] {
  return readMany(count, () => ({ speedKmh: reader.u8(), switchBits: reader.u8() }))
}

export function writeSamples(writer: ByteWriter, samples: readonly SpeedSample[]): void {
  for (const { speedKmh, switchBits } of samples) writer.u8(speedKmh).u8(switchBits)
}
