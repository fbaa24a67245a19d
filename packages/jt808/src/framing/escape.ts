import { failed, type Result } from '@fleetglass/bytes'

/** The byte that begins and ends every frame. */
export const DELIMITER = 0x7e
const ESCAPE = 0x7d

/** `7e` becomes `7d 02`, `7d` becomes `7d 01`, between two delimiters. JT/T 808-2013, 4.4.2. */
export function wrapFrame(content: Uint8Array): Uint8Array {
  let escapes = 0
  for (const byte of content) if (byte === DELIMITER || byte === ESCAPE) escapes++
  const wrapped = new Uint8Array(content.length + escapes + 2)
  let at = 0
  wrapped[at++] = DELIMITER
  for (const byte of content) {
    if (byte === DELIMITER || byte === ESCAPE) {
      wrapped[at++] = ESCAPE
      wrapped[at++] = byte === DELIMITER ? 2 : 1
    } else {
      wrapped[at++] = byte
    }
  }
  wrapped[at] = DELIMITER
  return wrapped
}

/** The bytes between two delimiters without their escapes: the same array where there was none, else a copy. */
export function unescapeFrame(escaped: Uint8Array): Result<Uint8Array> {
  const first = escaped.indexOf(ESCAPE)
  if (first < 0) return { ok: true, value: escaped }
  const plain = new Uint8Array(escaped.length)
  plain.set(escaped.subarray(0, first))
  let length = first
  for (let at = first; at < escaped.length; at++) {
    const byte = escaped[at]!
    if (byte !== ESCAPE) {
      plain[length++] = byte
      continue
    }
    const mark = escaped[++at]
    // A checksum of 7d that was not escaped: some devices forget it, and nothing else can end here.
    if (mark === undefined) {
      plain[length++] = ESCAPE
      break
    }
    if (mark !== 1 && mark !== 2) return failed(at - 1, 'byte 7d is not followed by 01 or 02')
    plain[length++] = mark === 1 ? ESCAPE : DELIMITER
  }
  return { ok: true, value: plain.subarray(0, length) }
}
