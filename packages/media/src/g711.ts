/** Added before the segments of µ-law are cut, so that each is twice the one before. */
const BIAS = 0x84
const A_LAW_TABLE = Int16Array.from({ length: 256 }, (_, code) => fromALaw(code))
const MU_LAW_TABLE = Int16Array.from({ length: 256 }, (_, code) => fromMuLaw(code))

/** G.711 A-law (ITU-T G.711, table 1) as 16-bit samples. */
export function decodeALaw(bytes: Uint8Array): Int16Array {
  return lookUp(bytes, A_LAW_TABLE)
}

/** G.711 µ-law (ITU-T G.711, table 2) as 16-bit samples. */
export function decodeMuLaw(bytes: Uint8Array): Int16Array {
  return lookUp(bytes, MU_LAW_TABLE)
}

/** 16-bit samples as G.711 A-law. */
export function encodeALaw(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length)
  for (let at = 0; at < samples.length; at++) bytes[at] = toALaw(samples[at]!)
  return bytes
}

/** 16-bit samples as G.711 µ-law. */
export function encodeMuLaw(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length)
  for (let at = 0; at < samples.length; at++) bytes[at] = toMuLaw(samples[at]!)
  return bytes
}

function lookUp(bytes: Uint8Array, table: Int16Array): Int16Array {
  const samples = new Int16Array(bytes.length)
  for (let at = 0; at < bytes.length; at++) samples[at] = table[bytes[at]!]!
  return samples
}

function fromALaw(code: number): number {
  const bits = code ^ 0x55
  const segment = (bits >> 4) & 7
  const step = ((bits & 0x0f) << 4) + 8
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1)
  return bits & 0x80 ? magnitude : -magnitude
}

function toALaw(sample: number): number {
  const isNegative = sample < 0
  // The negative side is shifted by one so that 0 and -1 are the two innermost steps.
  const magnitude = (isNegative ? ~sample : sample) >> 4
  const segment = Math.max(0, 32 - Math.clz32(magnitude) - 4)
  const mantissa = segment < 2 ? magnitude & 0x0f : (magnitude >> (segment - 1)) & 0x0f
  const code = (segment << 4) | mantissa
  return (isNegative ? code : code | 0x80) ^ 0x55
}

function fromMuLaw(code: number): number {
  const bits = ~code & 0xff
  const magnitude = ((((bits & 0x0f) << 3) + BIAS) << ((bits >> 4) & 7)) - BIAS
  return bits & 0x80 ? -magnitude : magnitude
}

function toMuLaw(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), 32_635) + BIAS
  const segment = 24 - Math.clz32(magnitude)
  const code = (segment << 4) | ((magnitude >> (segment + 3)) & 0x0f)
  return ~(sample < 0 ? code | 0x80 : code) & 0xff
}
