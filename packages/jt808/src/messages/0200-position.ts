import { attempt, ByteReader, type ByteWriter, OutOfBytes, type Result } from '@fleetglass/bytes'
import { defineMessage } from '../message.ts'
import { type PositionItem, readItems, writeItems } from '../position-items.ts'
import { localTimeS } from '../wire-time.ts'

/**
 * Where a vehicle was, and how it was. JT/T 808-2013, 8.18; 2019 adds bits and items, not fields.
 * The names of the bits are in `alarmNames` and `statusNames`, the meaning of the items in `readItem`.
 */
export interface Position {
  readonly alarmBits: number
  readonly statusBits: number
  /** Degrees × 10^6, south negative. */
  readonly latE6: number
  /** Degrees × 10^6, west negative. */
  readonly lngE6: number
  readonly altitudeM: number
  /** Tenths of km/h. */
  readonly speedDkmh: number
  /** Clockwise from north. */
  readonly headingDeg: number
  /** Seconds since 1970 of the time as written, read as if it were UTC: subtract the zone of the device. `null`: no clock yet. */
  readonly localTimeS: number | null
  /** The six BCD bytes of the time as sent. */
  readonly timeBytes: Uint8Array
  readonly items: readonly PositionItem[]
  /** Set when the device wrote signed coordinates, which the standard does not know; the signs are right all the same. */
  readonly signedOnWire?: true
}

/** Status bit: located. Without it the coordinates are the last known ones, or zero. */
export const STATUS_LOCATED = 1 << 1
const STATUS_SOUTH = 1 << 2
const STATUS_WEST = 1 << 3

/** Bytes before the items. */
export const POSITION_BYTES = 28

/** Decodes a body of 0x0200. A list of items that is broken off costs its rest, not the position. */
export function decodePosition(body: Uint8Array): Result<Position> {
  return attempt(() => readPosition(new ByteReader(body)))
}

/** Reads a position with its items up to the end of the reader, or up to where the list of items breaks off. */
export function readPosition(reader: ByteReader): Position {
  return read(reader, true)
}

/** Reads the 28 bytes without items, as multimedia messages carry them. */
export function readBarePosition(reader: ByteReader): Position {
  return read(reader, false)
}

function read(reader: ByteReader, withItems: boolean): Position {
  if (reader.remaining < POSITION_BYTES) throw new OutOfBytes(reader.offset, POSITION_BYTES, reader.remaining)
  const alarmBits = reader.u32()
  const statusBits = reader.u32()
  const latitude = reader.i32()
  const longitude = reader.i32()
  const altitudeM = reader.i16()
  const speedDkmh = reader.u16()
  const headingDeg = reader.u16()
  const timeBytes = reader.take(6)
  const position: Position = {
    alarmBits,
    statusBits,
    latE6: statusBits & STATUS_SOUTH && latitude > 0 ? -latitude : latitude,
    lngE6: statusBits & STATUS_WEST && longitude > 0 ? -longitude : longitude,
    altitudeM,
    speedDkmh,
    headingDeg,
    localTimeS: localTimeS(timeBytes),
    timeBytes,
    items: withItems ? readItems(reader) : NO_ITEMS,
  }
  return latitude < 0 || longitude < 0 ? { ...position, signedOnWire: true } : position
}

const NO_ITEMS: readonly PositionItem[] = []

/** Writes a position; the status bits give the hemisphere, so they must agree with the signs (`withHemisphere`). */
export function writePosition(writer: ByteWriter, position: Position): void {
  const { latE6, lngE6, signedOnWire } = position
  writer
    .u32(position.alarmBits)
    .u32(position.statusBits)
    .u32(signedOnWire ? latE6 : Math.abs(latE6))
    .u32(signedOnWire ? lngE6 : Math.abs(lngE6))
    .u16(position.altitudeM)
    .u16(position.speedDkmh)
    .u16(position.headingDeg)
    .bytes(position.timeBytes)
  writeItems(writer, position.items)
}

/** The status bits with the two hemisphere bits set from the signs of a place. */
export function withHemisphere(statusBits: number, latE6: number, lngE6: number): number {
  const plain = statusBits & ~(STATUS_SOUTH | STATUS_WEST)
  return (plain | (latE6 < 0 ? STATUS_SOUTH : 0) | (lngE6 < 0 ? STATUS_WEST : 0)) >>> 0
}

/** 0x0200, up: position. */
export const position = defineMessage({
  id: 0x0200,
  name: 'position',
  decode: readPosition,
  encode: writePosition,
})
