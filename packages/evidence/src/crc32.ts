const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** CRC-32 as a ZIP has it (APPNOTE 4.4.7), of bytes that follow what `before` was computed of. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let value = ~before
  for (const byte of bytes) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] as number)
  return ~value >>> 0
}
