/** XOR of the bytes from `start` (inclusive) to `end` (exclusive). */
export function xor(bytes: Uint8Array, start = 0, end: number = bytes.length): number {
  let sum = 0
  for (let at = start; at < end; at++) sum ^= bytes[at]!
  return sum
}
