import { type ByteReader, fromHex, toHex } from '@fleetglass/bytes'
import { defineItem, readSignMagnitude } from './item.ts'

// What items of several makers have in common.

/** A cell of a mobile network. */
export interface Cell {
  readonly mcc: number
  readonly mnc: number
  readonly lac: number
  readonly cid: number
  readonly level: number
}

/** A WLAN in range. `mac` is 12 lower-case hex digits. */
export interface Wlan {
  readonly mac: string
  readonly signal: number
}

/** What a sensor inside the device measures; what its mask leaves out is absent. */
export interface Climate {
  readonly kind: number
  readonly mask: number
  readonly light?: number
  readonly temperatureDecidegree?: number
  readonly humidityPermille?: number
  /** Acceleration and thresholds. */
  readonly rest: Uint8Array
}

export const NO_SENSOR = 0xffff

export const LOCK_STATE_BYTES = 13

export function defineWlans<const Name extends string>(id: number, name: Name) {
  return defineItem({
    id,
    name,
    fits: (value) => value.length > 0 && value.length % 7 === 0,
    decode: (reader): readonly Wlan[] => readToEnd(reader, () => ({ mac: toHex(reader.take(6)), signal: reader.u8() })),
    encode(writer, wlans) {
      for (const { mac, signal } of wlans) writer.bytes(fromHex(mac)).u8(signal)
    },
  })
}

/** Bytes behind the mask of item 0xF6. */
export function climateBytes(mask: number): number {
  return (mask & 1 ? 2 : 0) + (mask & 2 ? 2 : 0) + (mask & 4 ? 2 : 0) + (mask & 8 ? 6 : 0) + (mask & 16 ? 10 : 0)
}

export function readToEnd<T>(reader: ByteReader, read: () => T): T[] {
  const values: T[] = []
  while (reader.remaining > 0) values.push(read())
  return values
}

export function readSensor(reader: ByteReader): number | null {
  const { bytes, offset } = reader
  if (bytes[offset] === 0xff && bytes[offset + 1] === 0xff) {
    reader.skip(2)
    return null
  }
  return readSignMagnitude(reader)
}

export function startsWith(value: Uint8Array, text: string): boolean {
  if (value.length < text.length) return false
  for (let at = 0; at < text.length; at++) {
    if (value[at] !== text.charCodeAt(at)) return false
  }
  return true
}
