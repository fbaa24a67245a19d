import { fromHex, toHex } from './hex.ts'

/** BCD bytes as text, two characters a byte. Half bytes above 9 are not BCD and stay visible as `a` to `f`. */
export function bcdToDigits(bytes: Uint8Array): string {
  return toHex(bytes)
}

/**
 * Digits as BCD of exactly `length` bytes, right-aligned with zeros before them; without `length` as short as possible.
 * Accepts what `bcdToDigits` gives (also `a` to `f`). Throws `RangeError` for too many digits, `Malformed` for other
 * characters.
 */
export function digitsToBcd(digits: string, length: number = Math.ceil(digits.length / 2)): Uint8Array {
  if (digits.length > length * 2) throw new RangeError(`"${digits}" does not fit into ${length} bytes of BCD`)
  return fromHex(digits.padStart(length * 2, '0'))
}

/** Whether every half byte is a decimal digit. */
export function isBcd(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if ((byte & 0x0f) > 9 || byte > 0x9f) return false
  }
  return true
}
