import { failed, type Result, xor } from '@fleetglass/bytes'
import { DELIMITER, unescapeFrame } from './escape.ts'

const SHORTEST_FRAME = 12 + 1

/**
 * Header and body of one frame as somebody wrote it down: with or without the delimiters, escaped as on the wire or not
 * any more. For tools; a connection goes through `FrameSplitter`. The offset of a bad result counts the bytes given.
 */
export function unwrapFrame(bytes: Uint8Array): Result<Uint8Array> {
  const start = bytes[0] === DELIMITER ? 1 : 0
  const end = bytes.length > start && bytes[bytes.length - 1] === DELIMITER ? bytes.length - 1 : bytes.length
  const written = bytes.subarray(start, end)
  if (written.length < SHORTEST_FRAME) return failed(bytes.length, `${written.length} bytes are too few for a frame`)
  const plain = unescapeFrame(written)
  if (plain.ok && !written.includes(DELIMITER) && xor(plain.value) === 0) return whole(plain.value)
  // A delimiter inside, or escapes that make the checksum wrong: the escapes were taken out before.
  if (xor(written) === 0) return whole(written)
  if (!plain.ok) return failed(start + plain.offset, plain.reason)
  const reported = plain.value.at(-1)!
  return failed(end - 1, `the checksum is ${hex(reported)} and should be ${hex(xor(plain.value) ^ reported)}`)
}

function whole(content: Uint8Array): Result<Uint8Array> {
  if (content.length < SHORTEST_FRAME) return failed(content.length, `${content.length} bytes are too few for a frame`)
  return { ok: true, value: content.subarray(0, content.length - 1) }
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
