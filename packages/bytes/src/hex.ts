import { Malformed } from './result.ts'

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Bytes as lower-case hex without separators. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += PAIRS[byte]
  return text
}

/** Hex of either case, without separators, as bytes. Throws `Malformed` whose offset counts characters. */
export function fromHex(text: string): Uint8Array {
  if (text.length % 2 !== 0) throw new Malformed(text.length, 'odd number of hex digits')
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = (nibble(text, at * 2) << 4) | nibble(text, at * 2 + 1)
  }
  return bytes
}

function nibble(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  if (lower >= 0x61 && lower <= 0x66) return lower - 0x57
  throw new Malformed(at, 'not a hex digit')
}
