import type { ByteReader, ByteWriter } from '@fleetglass/bytes'
import { readMany } from '../message.ts'

/** One terminal parameter as sent: `readParameter` decodes its bytes. `value` is a view. */
export interface Parameter {
  readonly id: number
  readonly value: Uint8Array
}

/**
 * BYTE count, then DWORD id, BYTE length, value each. Devices with QuecPython write a WORD id: meant is what ends where the body
 * ends, and of two that do, the one whose ids are possible.
 */
export function readParameters(reader: ByteReader): Parameter[] {
  const count = reader.u8()
  const idBytes = !fits(reader, count, 4) && fits(reader, count, 2) ? 2 : 4
  return readMany(count, () => ({
    id: idBytes === 2 ? reader.u16() : reader.u32(),
    value: reader.take(reader.u8()),
  }))
}

/** The standard and all makers stay within two bytes of the four. */
const HIGHEST_ID = 0xffff

/** Whether so many parameters with ids of this width, none of them higher, end where the body ends. */
function fits({ bytes, offset, remaining }: ByteReader, count: number, idBytes: 2 | 4): boolean {
  const end = offset + remaining
  let at = offset
  for (let left = count; left > 0; left--) {
    if (at + idBytes >= end) return false
    const id = bytes.subarray(at, at + idBytes).reduce((value, byte) => value * 256 + byte, 0)
    if (id > HIGHEST_ID) return false
    at += idBytes + 1 + bytes[at + idBytes]!
  }
  return at === end
}

export function writeParameters(writer: ByteWriter, parameters: readonly Parameter[]): void {
  writer.u8(parameters.length)
  for (const { id, value } of parameters) {
    if (value.length > 0xff) throw new RangeError(`parameter ${id} holds ${value.length} bytes`)
    writer.u32(id).u8(value.length).bytes(value)
  }
}
