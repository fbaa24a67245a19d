import { failed, ok, type Result } from '@fleetglass/bytes'

/** One AAC frame of an ADTS stream. */
export interface AdtsFrame {
  /** The raw AAC frame, without the ADTS header: a view. */
  readonly payload: Uint8Array
  readonly sampleRate: number
  readonly channels: number
  /** MPEG-4 audio object type, 2 is AAC-LC. */
  readonly objectType: number
}

/** ISO/IEC 14496-3, table 1.18. */
const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]

/** Whether an audio body begins like an ADTS frame. */
export function isAdts(body: Uint8Array): boolean {
  return body.length >= 7 && body[0] === 0xff && (body[1]! & 0xf6) === 0xf0
}

/** The frames of an audio body (ISO/IEC 14496-3, 1.A.2): one or several, whole. */
export function adtsFrames(body: Uint8Array): Result<AdtsFrame[]> {
  const frames: AdtsFrame[] = []
  for (let at = 0; at < body.length; ) {
    const rest = body.subarray(at)
    if (!isAdts(rest)) return failed(at, 'no ADTS header')
    const headLength = rest[1]! & 1 ? 7 : 9
    const frameLength = ((rest[3]! & 3) << 11) | (rest[4]! << 3) | (rest[5]! >> 5)
    const sampleRate = SAMPLE_RATES[(rest[2]! >> 2) & 0x0f]
    if (sampleRate === undefined) return failed(at + 2, 'reserved sample rate')
    if (frameLength <= headLength || frameLength > rest.length) {
      return failed(at + 3, `frame of ${frameLength} bytes, ${rest.length} left`)
    }
    frames.push({
      payload: rest.subarray(headLength, frameLength),
      sampleRate,
      channels: ((rest[2]! & 1) << 2) | (rest[3]! >> 6),
      objectType: (rest[2]! >> 6) + 1,
    })
    at += frameLength
  }
  return ok(frames)
}

/** The AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1) that MP4 and WebCodecs want beside raw frames. */
export function audioSpecificConfig(format: Pick<AdtsFrame, 'sampleRate' | 'channels' | 'objectType'>): Uint8Array {
  const rate = SAMPLE_RATES.indexOf(format.sampleRate)
  if (rate < 0) throw new RangeError(`AAC has no sample rate ${format.sampleRate}`)
  return Uint8Array.of((format.objectType << 3) | (rate >> 1), ((rate & 1) << 7) | (format.channels << 3))
}
