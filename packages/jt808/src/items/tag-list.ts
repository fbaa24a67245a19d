import type { ByteReader, ByteWriter } from '@fleetglass/bytes'

// Makers nest lists inside an item, each with lengths of its own kind. The outer item bounds them all.

/** One entry of a list inside an item. */
export interface Tag {
  readonly id: number
  readonly value: Uint8Array
}

/** BYTE id, BYTE length. */
export function readShortTags(reader: ByteReader): readonly Tag[] {
  return readTags(reader, () => ({ id: reader.u8(), value: reader.take(reader.u8()) }))
}

export function writeShortTags(writer: ByteWriter, tags: readonly Tag[]): void {
  for (const { id, value } of tags) writer.u8(id).u8(value.length).bytes(value)
}

/** WORD id, BYTE length. */
export function readWordTags(reader: ByteReader): readonly Tag[] {
  return readTags(reader, () => ({ id: reader.u16(), value: reader.take(reader.u8()) }))
}

export function writeWordTags(writer: ByteWriter, tags: readonly Tag[]): void {
  for (const { id, value } of tags) writer.u16(id).u8(value.length).bytes(value)
}

/** WORD length, WORD id; the length counts the id. */
export function readLongTags(reader: ByteReader): readonly Tag[] {
  return readTags(reader, () => {
    const length = reader.u16()
    // Shorter than its own id: `take` refuses the negative length.
    return { id: reader.u16(), value: reader.take(length - 2) }
  })
}

export function writeLongTags(writer: ByteWriter, tags: readonly Tag[]): void {
  for (const { id, value } of tags)
    writer
      .u16(value.length + 2)
      .u16(id)
      .bytes(value)
}

function readTags(reader: ByteReader, read: () => Tag): readonly Tag[] {
  const tags: Tag[] = []
  while (reader.remaining > 0) tags.push(read())
  return tags
}
