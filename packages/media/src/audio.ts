import { failed, ok, type Result } from '@fleetglass/bytes'
import { adtsFrames } from './adts.ts'
import { decodeALaw, decodeMuLaw } from './g711.ts'
import { type G726Bits, G726Decoder, type G726Packing } from './g726.ts'
import { decodeIma } from './ima-adpcm.ts'

/** How a terminal's G.726 is packed; the wire does not say. */
export interface G726Setting {
  readonly bits: G726Bits
  readonly packing: G726Packing
}

/** The first guess: 32 kbit/s, little endian. */
const USUAL_G726: G726Setting = { bits: 4, packing: 'little' }
const SAMPLES_PER_MS = 8

/** Turns the bodies of one audio stream, in order and without chip header, into 16-bit samples at 8 kHz mono. */
export type AudioDecoder = (body: Uint8Array) => Result<Int16Array>

/**
 * A decoder for a JT/T 1078 payload type: 6 G.711 A-law, 7 G.711 µ-law, 8 G.726, 26 ADPCM. `null` for others, AAC among
 * them, which browsers and ffmpeg decode themselves.
 */
export function audioDecoder(payloadType: number, g726: G726Setting = USUAL_G726): AudioDecoder | null {
  switch (payloadType) {
    case 6:
      return (body) => ok(decodeALaw(body))
    case 7:
      return (body) => ok(decodeMuLaw(body))
    case 8: {
      const decoder = new G726Decoder(g726.bits, g726.packing)
      return (body) => ok(decoder.decode(body))
    }
    case 26:
      return (body) => {
        const block = decodeIma(body)
        return block.ok ? ok(block.value.samples) : failed(block.offset, block.reason)
      }
    default:
      return null
  }
}

/** How long an audio body (without chip header) lasts, ms; 0 when its payload type is not known. */
export function audioDurationMs(payloadType: number, body: Uint8Array, g726: G726Setting = USUAL_G726): number {
  switch (payloadType) {
    case 6:
    case 7:
      return body.length / SAMPLES_PER_MS
    case 8:
      return Math.floor((body.length * 8) / g726.bits) / SAMPLES_PER_MS
    case 26:
      return (Math.max(0, body.length - 4) * 2) / SAMPLES_PER_MS
    case 19: {
      const frames = adtsFrames(body)
      return frames.ok ? frames.value.reduce((sum, frame) => sum + (1024 * 1000) / frame.sampleRate, 0) : 0
    }
    default:
      return 0
  }
}
