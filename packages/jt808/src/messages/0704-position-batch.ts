import { ByteReader, ByteWriter } from '@fleetglass/bytes'
import { defineMessage } from '../message.ts'
import { POSITION_BYTES, type Position, readPosition, writePosition } from './0200-position.ts'

/** One position of a batch, and what stands behind its items where their list breaks off. */
export interface BatchEntry {
  readonly position: Position
  readonly extra?: Uint8Array
}

/** Positions in bulk. */
export interface PositionBatch {
  /** 0 normal batch (also sent live), 1 stored while out of coverage. */
  readonly kind: number
  readonly entries: readonly BatchEntry[]
}

/**
 * 0x0704, up: positions in bulk. JT/T 808-2013, 8.49.
 * A batch that is broken off keeps the positions before the break; the rest is the message's `extra`.
 */
export const positionBatch = defineMessage({
  id: 0x0704,
  name: 'positionBatch',
  decode(reader): PositionBatch {
    const count = reader.u16()
    const kind = reader.u8()
    const entries: BatchEntry[] = []
    while (entries.length < count && nextLength(reader) >= POSITION_BYTES) {
      entries.push(readBatchEntry(new ByteReader(reader.take(reader.u16()))))
    }
    return { kind, entries }
  },
  encode(writer, body) {
    writer.u16(body.entries.length).u8(body.kind)
    for (const entry of body.entries) {
      const bytes = batchEntryBytes(entry)
      writer.u16(bytes.length).bytes(bytes)
    }
  },
})

/** Reads one position to the end of its reader. */
export function readBatchEntry(reader: ByteReader): BatchEntry {
  const position = readPosition(reader)
  return reader.remaining > 0 ? { position, extra: reader.rest() } : { position }
}

/** The inverse of `readBatchEntry`. */
export function batchEntryBytes(entry: BatchEntry): Uint8Array {
  const writer = new ByteWriter()
  writePosition(writer, entry.position)
  if (entry.extra) writer.bytes(entry.extra)
  return writer.finish()
}

/** Length of the next entry, 0 when it is not there as a whole. */
function nextLength(reader: ByteReader): number {
  const { bytes, offset, remaining } = reader
  if (remaining < 2) return 0
  const length = (bytes[offset]! << 8) | bytes[offset + 1]!
  return length <= remaining - 2 ? length : 0
}
