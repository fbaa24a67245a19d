/**
 * Puts the ADTS header back in front of an AAC frame (ISO/IEC 14496-3, 1.A.2), as devices send it: the file keeps it once,
 * in its beginning. `config` is the AudioSpecificConfig.
 */
export function withAdts(config: Uint8Array, frame: Uint8Array): Uint8Array {
  const [first = 0, second = 0] = config
  const profile = (first >> 3) - 1
  const rate = ((first & 7) << 1) | (second >> 7)
  const channels = (second >> 3) & 15
  const length = frame.length + 7
  const bytes = new Uint8Array(length)
  bytes[0] = 0xff
  bytes[1] = 0xf1
  bytes[2] = (profile << 6) | (rate << 2) | (channels >> 2)
  bytes[3] = ((channels & 3) << 6) | (length >> 11)
  bytes[4] = length >> 3
  bytes[5] = ((length & 7) << 5) | 0x1f
  bytes[6] = 0xfc
  bytes.set(frame, 7)
  return bytes
}
