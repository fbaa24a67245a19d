import { attempt, ByteReader, type ByteWriter } from '@fleetglass/bytes'

/**
 * One meaning of an item id. Makers use the same ids for different things, so a meaning holds only where `fits` says
 * so: by length, and where that is not enough by the first bytes.
 */
export interface ItemDefinition<Name extends string, Value> {
  readonly id: number
  readonly name: Name
  fits(value: Uint8Array): boolean
  decode(reader: ByteReader): Value
  encode(writer: ByteWriter, value: Value): void
}

/** Keeps the name a literal and the value inferred. */
export function defineItem<const Name extends string, Value>(
  definition: ItemDefinition<Name, Value>,
): ItemDefinition<Name, Value> {
  return definition
}

/** A whole number of one, two or four bytes. */
export function defineNumber<const Name extends string>(
  id: number,
  width: 1 | 2 | 4,
  name: Name,
): ItemDefinition<Name, number> {
  return {
    id,
    name,
    fits: (value) => value.length === width,
    decode: (reader) => (width === 1 ? reader.u8() : width === 2 ? reader.u16() : reader.u32()),
    encode: (writer, value) =>
      void (width === 1 ? writer.u8(value) : width === 2 ? writer.u16(value) : writer.u32(value)),
  }
}

/** Some bytes of printable ASCII: distinguishes texts from numbers of the same id. */
export function isPrintable(value: Uint8Array): boolean {
  return value.length > 0 && value.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0)
}

/** Whether `parse` reads all bytes, neither more nor fewer. */
export function readsWhole(value: Uint8Array, parse: (reader: ByteReader) => unknown): boolean {
  const reader = new ByteReader(value)
  return attempt(() => parse(reader)).ok && reader.remaining === 0
}

/** Sign and magnitude: bit 15 negative. */
export function readSignMagnitude(reader: ByteReader): number {
  const value = reader.u16()
  return value & 0x8000 ? -(value & 0x7fff) : value
}

/** The inverse of `readSignMagnitude`. */
export function writeSignMagnitude(writer: ByteWriter, value: number): void {
  writer.u16(value < 0 || Object.is(value, -0) ? 0x8000 | -value : value)
}
