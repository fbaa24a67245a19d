const FLAG = 0x7e
const ESCAPE = 0x7d

/** The frame with another check byte. It stays one frame with valid escapes, so that only its checksum is wrong. */
export function withWrongCheckByte(frame: Uint8Array): Uint8Array {
  const bytes = frame.slice()
  const at = bytes.length - 2
  const last = bytes[at]!
  // An escaped check byte: `7d 01` and `7d 02` are the two that there are.
  if (bytes[at - 1] === ESCAPE) bytes[at] = last === 0x01 ? 0x02 : 0x01
  else bytes[at] = [FLAG, ESCAPE].includes(last ^ 0x01) ? last ^ 0x10 : last ^ 0x01
  return bytes
}
