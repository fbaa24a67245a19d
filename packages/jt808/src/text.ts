import { type ByteReader, type ByteWriter, gbkDecode, gbkEncode, sameBytes } from '@fleetglass/bytes'

// Texts come back as they were sent, to the byte: devices pad with anything and send other encodings. A byte that is
// not GBK becomes one lone surrogate U+DC00 + byte, which no text of a device can hold otherwise and which prints as
// U+FFFD after `toWellFormed()`. So decode and encode stay inverse, and nothing is ever refused for its letters.
const ESCAPED = 0xdc00

/** GBK text of the wire. Never throws; see above for bytes that are not GBK. */
export function decodeText(bytes: Uint8Array): string {
  const text = gbkDecode(bytes)
  return sameBytes(gbkEncode(text), bytes) ? text : decodeByUnits(bytes)
}

/** The inverse of `decodeText`. Characters that GBK lacks become `?`. */
export function encodeText(text: string): Uint8Array {
  if (text.isWellFormed()) return gbkEncode(text)
  const bytes: number[] = []
  for (const character of text) {
    const code = character.charCodeAt(0)
    // A pair begins with D800 to DBFF.
    if (code >= ESCAPED && code <= ESCAPED + 0xff) bytes.push(code - ESCAPED)
    else bytes.push(...gbkEncode(character))
  }
  return Uint8Array.from(bytes)
}

/** `STR[width]`: text in a field of fixed width. Only `00` at the end is padding; spaces are left to the caller. */
export function readFixedText(reader: ByteReader, width: number): string {
  const bytes = reader.take(width)
  let end = width
  while (end > 0 && bytes[end - 1] === 0) end--
  return decodeText(bytes.subarray(0, end))
}

/** The inverse of `readFixedText`. Throws when the text is too long. */
export function writeFixedText(writer: ByteWriter, text: string, width: number): void {
  const bytes = encodeText(text)
  if (bytes.length > width) throw new RangeError(`"${text}" does not fit into ${width} bytes`)
  writer.bytes(bytes).fill(0, width - bytes.length)
}

/** BYTE length, then as many bytes of text. */
export function readShortText(reader: ByteReader): string {
  return decodeText(reader.take(reader.u8()))
}

/** The inverse of `readShortText`. Throws when the text is too long. */
export function writeShortText(writer: ByteWriter, text: string): void {
  const bytes = encodeText(text)
  if (bytes.length > 0xff) throw new RangeError(`a text of ${bytes.length} bytes does not fit behind a length byte`)
  writer.u8(bytes.length).bytes(bytes)
}

/** All that is left as text. */
export function readRestText(reader: ByteReader): string {
  return decodeText(reader.rest())
}

function decodeByUnits(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at++) {
    const wide = bytes.subarray(at, at + (bytes[at]! > 0x80 ? 2 : 1))
    const unit = gbkDecode(wide)
    if (sameBytes(gbkEncode(unit), wide)) {
      text += unit
      at += wide.length - 1
    } else {
      text += String.fromCharCode(ESCAPED + bytes[at]!)
    }
  }
  return text
}
