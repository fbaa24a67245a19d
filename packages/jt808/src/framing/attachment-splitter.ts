import { ByteReader, ByteWriter, concat } from '@fleetglass/bytes'
import { readFixedText, writeFixedText } from '../text.ts'
import { DELIMITER } from './escape.ts'
import { type BadFrameReason, FrameSplitter } from './frame-splitter.ts'

/** A part of a file of an alarm. T/JSATL 12-2017, 4.6: not escaped, without checksum, never answered. */
export interface FileBlock {
  readonly fileName: string
  readonly offset: number
  readonly data: Uint8Array
}

/** What came over an attachment connection. */
export type AttachmentEvent =
  | { readonly kind: 'frame'; readonly bytes: Uint8Array }
  | { readonly kind: 'block'; readonly block: FileBlock }
  | { readonly kind: 'bad'; readonly reason: BadFrameReason | 'block-too-long' | 'noise'; readonly skipped: number }

const MAGIC = Uint8Array.of(0x30, 0x31, 0x63, 0x64)
const NAME_BYTES = 50
const HEAD_BYTES = MAGIC.length + NAME_BYTES + 8
const LONGEST_BLOCK = 64 * 1024
const LONGEST_FRAME = 8192

/** One block as it goes over the line. Throws when the name is too long. */
export function encodeFileBlock(block: FileBlock): Uint8Array {
  const writer = new ByteWriter(HEAD_BYTES + block.data.length).bytes(MAGIC)
  writeFixedText(writer, block.fileName, NAME_BYTES)
  return writer.u32(block.offset).u32(block.data.length).bytes(block.data).finish()
}

/**
 * Cuts the stream of an attachment connection into frames and file blocks: what begins with `30 31 63 64` is a block,
 * what begins with `7e` a frame, anything else is noise up to the next of the two. Holds at most one block (64 KiB) or
 * one frame between chunks; a block with a greater length is rejected before any of it is stored.
 */
export class AttachmentSplitter {
  #buffered: Uint8Array = new Uint8Array(0)

  push(chunk: Uint8Array, sink: (event: AttachmentEvent) => void): void {
    const bytes = this.#buffered.length > 0 ? concat([this.#buffered, chunk]) : chunk
    let at = 0
    while (at < bytes.length) {
      const next = step(bytes.subarray(at), sink)
      if (next === 0) break
      at += next
    }
    this.#buffered = bytes.slice(at)
  }
}

/** Takes one item from the front and returns its length; 0 when more bytes are needed. */
function step(bytes: Uint8Array, sink: (event: AttachmentEvent) => void): number {
  if (bytes[0] === DELIMITER) return stepFrame(bytes, sink)
  if (beginsWithMagic(bytes)) return stepBlock(bytes, sink)
  let skipped = 1
  while (skipped < bytes.length && bytes[skipped] !== DELIMITER && !beginsWithMagic(bytes.subarray(skipped))) skipped++
  sink({ kind: 'bad', reason: 'noise', skipped })
  return skipped
}

function stepFrame(bytes: Uint8Array, sink: (event: AttachmentEvent) => void): number {
  const end = bytes.indexOf(DELIMITER, 1)
  if (end < 0) {
    if (bytes.length <= LONGEST_FRAME) return 0
    sink({ kind: 'bad', reason: 'too-long', skipped: bytes.length })
    return bytes.length
  }
  // Two delimiters next to each other: the first ended something.
  if (end === 1) return 1
  new FrameSplitter(LONGEST_FRAME).push(bytes.subarray(0, end + 1), sink)
  return end + 1
}

function stepBlock(bytes: Uint8Array, sink: (event: AttachmentEvent) => void): number {
  if (bytes.length < HEAD_BYTES) return 0
  const reader = new ByteReader(bytes)
  reader.skip(MAGIC.length)
  const fileName = readFixedText(reader, NAME_BYTES)
  const offset = reader.u32()
  const length = reader.u32()
  if (length > LONGEST_BLOCK) {
    sink({ kind: 'bad', reason: 'block-too-long', skipped: HEAD_BYTES })
    return HEAD_BYTES
  }
  if (reader.remaining < length) return 0
  sink({ kind: 'block', block: { fileName, offset, data: reader.take(length) } })
  return HEAD_BYTES + length
}

/** Also when only the beginning of the magic has come so far. */
function beginsWithMagic(bytes: Uint8Array): boolean {
  for (let at = 0; at < Math.min(bytes.length, MAGIC.length); at++) {
    if (bytes[at] !== MAGIC[at]) return false
  }
  return bytes.length > 0
}
