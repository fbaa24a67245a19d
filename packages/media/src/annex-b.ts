/**
 * Calls `visit` with the range of each NAL unit of an Annex B byte stream (ITU-T H.264 and H.265, Annex B), in order,
 * without start codes and trailing zeros. Nothing is copied. Stops when `visit` returns `true`.
 */
export function scanNalUnits(bytes: Uint8Array, visit: (start: number, end: number) => boolean | undefined): void {
  let start = afterStartCode(bytes, 0)
  while (start >= 0) {
    const next = afterStartCode(bytes, start)
    let end = next < 0 ? bytes.length : next - 3
    while (end > start && bytes[end - 1] === 0) end--
    if (end > start && visit(start, end) === true) return
    start = next
  }
}

/** The NAL units of an access unit as views. */
export function nalUnits(bytes: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = []
  scanNalUnits(bytes, (start, end) => {
    units.push(bytes.subarray(start, end))
    return false
  })
  return units
}

/** The first byte behind the next `00 00 01` that begins at `from` or later; -1 when there is none. */
function afterStartCode(bytes: Uint8Array, from: number): number {
  const last = bytes.length - 3
  let at = from
  while (at <= last) {
    const third = bytes[at + 2]!
    // What stands third decides how far the code can be away: most bytes let three be passed over at once.
    if (third > 1) at += 3
    else if (third === 1) {
      if (bytes[at] === 0 && bytes[at + 1] === 0) return at + 3
      at += 3
    } else at++
  }
  return -1
}

/** NAL units as an Annex B stream, each with `00 00 00 01` before it. A copy. */
export function toAnnexB(units: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const unit of units) length += 4 + unit.length
  const bytes = new Uint8Array(length)
  let at = 0
  for (const unit of units) {
    bytes[at + 3] = 1
    bytes.set(unit, at + 4)
    at += 4 + unit.length
  }
  return bytes
}

/** Takes the emulation prevention bytes out: `00 00 03` becomes `00 00`. */
export function unescapeNal(unit: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(unit.length)
  let length = 0
  let zeros = 0
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    zeros = byte === 0 ? zeros + 1 : 0
    bytes[length++] = byte
  }
  return bytes.subarray(0, length)
}

/** Puts emulation prevention bytes in, so that no start code can occur inside. */
export function escapeNal(unit: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(unit.length * 1.5) + 1)
  let length = 0
  let zeros = 0
  for (const byte of unit) {
    if (zeros >= 2 && byte <= 3) {
      bytes[length++] = 3
      zeros = 0
    }
    zeros = byte === 0 ? zeros + 1 : 0
    bytes[length++] = byte
  }
  // A unit that ends with a zero would lose it to the next start code.
  if (zeros > 0) bytes[length++] = 3
  return bytes.slice(0, length)
}
