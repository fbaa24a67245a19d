import type { ByteReader, ByteWriter } from '@fleetglass/bytes'
import { defineMessage } from '../message.ts'
import { type TimeDigits, writeTime } from '../wire-time.ts'

/** One reading of an accelerometer, in the device's own unit (mostly thousandths of g). */
export interface AccelerationSample {
  readonly time: TimeDigits
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Readings of an accelerometer. */
export interface Acceleration {
  readonly samples: readonly AccelerationSample[]
}

const SAMPLE_BYTES = 12

/** 0x2070, up: acceleration. Not in the standard. Axes are 15 bits and a sign. */
export const acceleration = defineMessage({
  id: 0x2070,
  name: 'acceleration',
  decode(reader): Acceleration {
    const samples: AccelerationSample[] = []
    while (reader.remaining >= SAMPLE_BYTES) {
      samples.push({ time: reader.bcd(6), x: readAxis(reader), y: readAxis(reader), z: readAxis(reader) })
    }
    return { samples }
  },
  encode(writer, body) {
    for (const { time, x, y, z } of body.samples) {
      writeTime(writer, time)
      for (const axis of [x, y, z]) writeAxis(writer, axis)
    }
  },
})

function readAxis(reader: ByteReader): number {
  const value = reader.u16()
  return value & 0x8000 ? -(value & 0x7fff) : value
}

function writeAxis(writer: ByteWriter, value: number): void {
  // A device writes "minus zero", and what it wrote is kept.
  const isNegative = value < 0 || Object.is(value, -0)
  writer.u16(isNegative ? 0x8000 | -value : value)
}
