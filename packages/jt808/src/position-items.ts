import type { ByteReader, ByteWriter } from '@fleetglass/bytes'

/** One additional item of a position as sent: what its bytes mean is told by `readItem`. `value` is a view. */
export interface PositionItem {
  readonly id: number
  readonly value: Uint8Array
}

/**
 * Reads BYTE id, BYTE length, value until nothing is left. An item that claims more than is left ends the list: its
 * bytes are left in the reader, never read past.
 */
export function readItems(reader: ByteReader): PositionItem[] {
  const items: PositionItem[] = []
  const { bytes } = reader
  while (reader.remaining >= 2) {
    const length = bytes[reader.offset + 1]!
    if (length > reader.remaining - 2) break
    const id = reader.u8()
    reader.skip(1)
    items.push({ id, value: reader.take(length) })
  }
  return items
}

/** The inverse of `readItems`. Throws when an item is longer than its length byte can tell. */
export function writeItems(writer: ByteWriter, items: readonly PositionItem[]): void {
  for (const item of items) {
    if (item.value.length > 0xff) throw new RangeError(`item ${item.id} holds ${item.value.length} bytes`)
    writer.u8(item.id).u8(item.value.length).bytes(item.value)
  }
}
