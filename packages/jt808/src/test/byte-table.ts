import { fromHex } from '@fleetglass/bytes'
import type { Message } from '../catalogue.ts'
import type { Version } from '../framing/header.ts'

/** One message as bytes and as a value. It drives decode, encode and the seeds of the fuzz. */
export interface ByteTable {
  readonly version: Version
  /** One field a line: its hex, then what it is. */
  readonly bytes: string
  readonly message: Message
}

/** The bytes of a table. */
export function bytesOf(table: { readonly bytes: string }): Uint8Array {
  const fields = table.bytes.split('\n').map((line) => line.trim().split(/\s/)[0] ?? '')
  return fromHex(fields.join(''))
}
