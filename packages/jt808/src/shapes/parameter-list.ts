import type { ByteReader, ByteWriter } from '@fleetglass/bytes'
import { readMany } from '../message.ts'

/** One terminal parameter as sent: what its bytes mean is told by `readParameter`. `value` is a view. */
export interface Parameter {
  readonly id: number
  readonly value: Uint8Array
}

/** BYTE count, then DWORD id, BYTE length, value each. */
export function readParameters(reader: ByteReader): Parameter[] {
  return readMany(reader.u8(), () => ({ id: reader.u32(), value: reader.take(reader.u8()) }))
}

export function writeParameters(writer: ByteWriter, parameters: readonly Parameter[]): void {
  writer.u8(parameters.length)
  for (const { id, value } of parameters) {
    if (value.length > 0xff) throw new RangeError(`parameter ${id} holds ${value.length} bytes`)
    writer.u32(id).u8(value.length).bytes(value)
  }
}
