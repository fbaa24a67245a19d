import type { G726Setting } from './audio.ts'
import { addChipHeader } from './chip-header.ts'
import { encodeALaw, encodeMuLaw } from './g711.ts'
import { G726Encoder } from './g726.ts'
import { encodeIma, type ImaState } from './ima-adpcm.ts'

/** Turns 16-bit samples at 8 kHz mono, a frame at a time and in order, into bodies of one audio stream. */
export type AudioEncoder = (samples: Int16Array) => Uint8Array

/** Samples of a frame must be a multiple of this, so that each codec fills whole bytes. */
export const ENCODED_SAMPLES_STEP = 8

/**
 * An encoder for a JT/T 1078 payload type: 6 G.711 A-law, 7 G.711 µ-law, 8 G.726, 26 ADPCM; with the chip's header where the
 * device's own audio has it. `null` for others, AAC among them.
 */
export function audioEncoder(payloadType: number, g726: G726Setting, chipHeader = false): AudioEncoder | null {
  const encoder = plainEncoder(payloadType, g726)
  if (encoder === null || !chipHeader) return encoder
  return (samples) => addChipHeader(encoder(samples))
}

function plainEncoder(payloadType: number, g726: G726Setting): AudioEncoder | null {
  switch (payloadType) {
    case 6:
      return encodeALaw
    case 7:
      return encodeMuLaw
    case 8: {
      const encoder = new G726Encoder(g726.bits, g726.packing)
      return (samples) => encoder.encode(samples)
    }
    case 26: {
      let state: ImaState = { predictor: 0, stepIndex: 0 }
      return (samples) => {
        const { block, after } = encodeIma(samples, state)
        state = after
        return block
      }
    }
    default:
      return null
  }
}
