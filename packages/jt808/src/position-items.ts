import { ByteReader, type ByteWriter } from '@fleetglass/bytes'

/** One additional item of a position as sent: `readItem` decodes its bytes. `value` is a view. */
export interface PositionItem {
  readonly id: number
  readonly value: Uint8Array
}

/**
 * Reads BYTE id, BYTE length, value until nothing is left. An item that claims more than is left ends the list: its
 * bytes are left in the reader, never read past. Twenty bytes that are no whole list are all left: `readFixedBlock`.
 */
export function readItems(reader: ByteReader): PositionItem[] {
  const items: PositionItem[] = []
  const { bytes, offset, remaining } = reader
  const end = offset + remaining
  if (remaining === FIXED_BLOCK_BYTES && !isWholeList(bytes, offset, end)) return items
  while (reader.remaining >= 2) {
    const length = bytes[reader.offset + 1]!
    if (length > reader.remaining - 2) break
    const id = reader.u8()
    reader.skip(1)
    items.push({ id, value: reader.take(length) })
  }
  return items
}

/** What some trackers send instead of items. */
export interface FixedBlock {
  /** Battery and distance left, as sent. */
  readonly left: number
  readonly odometerKm: number
  readonly batteryDecivolt: number
  readonly areaId: number
  readonly signal: number
}

const FIXED_BLOCK_BYTES = 20

/** Reads the block from what stands behind a position (`extra`); `null` when that has another length. */
export function readFixedBlock(extra: Uint8Array): FixedBlock | null {
  if (extra.length !== FIXED_BLOCK_BYTES) return null
  const reader = new ByteReader(extra)
  const left = reader.u32()
  const odometerKm = reader.u32()
  const batteryDecivolt = reader.u16()
  const areaId = reader.u32()
  return { left, odometerKm, batteryDecivolt, areaId, signal: reader.u8() }
}

function isWholeList(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start
  while (at + 2 <= end) at += 2 + bytes[at + 1]!
  return at === end
}

/** The inverse of `readItems`. Throws when an item is longer than its length byte can hold. */
export function writeItems(writer: ByteWriter, items: readonly PositionItem[]): void {
  for (const item of items) {
    if (item.value.length > 0xff) throw new RangeError(`item ${item.id} holds ${item.value.length} bytes`)
    writer.u8(item.id).u8(item.value.length).bytes(item.value)
  }
}
