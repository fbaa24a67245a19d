import type { ByteReader, ByteWriter } from '@fleetglass/bytes'
import { readMany } from '../message.ts'

/** A list of DWORD ids behind a BYTE count. For areas and routes an empty list means all. */
export interface Ids {
  readonly ids: readonly number[]
}

export function readIds(reader: ByteReader): Ids {
  return { ids: readMany(reader.u8(), () => reader.u32()) }
}

export function writeIds(writer: ByteWriter, body: Ids): void {
  writer.u8(body.ids.length)
  for (const id of body.ids) writer.u32(id)
}
