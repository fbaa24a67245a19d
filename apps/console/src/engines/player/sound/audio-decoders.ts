import { MediaCodec } from '@fleetglass/contract/streams'
import { decodeALaw, decodeMuLaw } from '@fleetglass/media'

/** Turns device audio frames into 16-bit samples. May remember what it decoded before. */
export interface FrameDecoder {
  /** For people. */
  readonly name: string
  decode(frame: Uint8Array): Int16Array
}

/** A fresh decoder for a payload type of JT/T 1078; null for one we do not know. */
export function createAudioDecoder(codec: number): FrameDecoder | null {
  switch (codec) {
    case MediaCodec.g711a:
      return { name: 'G.711A', decode: decodeALaw }
    case MediaCodec.g711u:
      return { name: 'G.711µ', decode: decodeMuLaw }
    default:
      return null
  }
}
