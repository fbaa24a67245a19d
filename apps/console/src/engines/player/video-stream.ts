import { MediaCodec, type MediaMessage } from '@fleetglass/contract/streams'
import { ParameterSets, readSendTime } from '@fleetglass/media'
import type { VideoUnit } from './picture/picture.types.ts'

/** Turns the video messages of one socket into units for a picture: codec string and parameter sets are read here. */
export class VideoStream {
  #sets: ParameterSets | null = null
  #codec = 0

  /** Null for what cannot be shown: another codec, a frame without a picture, one before the first key frame. */
  unit(message: MediaMessage, arrivedMs: number, speed: number): VideoUnit | null {
    const isH264 = message.codec === MediaCodec.h264
    if (!isH264 && message.codec !== MediaCodec.h265) return null
    if (this.#sets === null || this.#codec !== message.codec) {
      this.#sets = new ParameterSets(isH264 ? 'h264' : 'h265')
      this.#codec = message.codec
    }
    const read = this.#sets.accept(message.payload)
    if (read.kind === 'no-picture') return null
    return {
      codec: isH264 ? 'H.264' : 'H.265',
      keyFrame: read.keyFrame,
      config: read.keyFrame ? read.config : null,
      discontinuity: message.discontinuity,
      shown: message.shown ?? 'now',
      timestampMs: message.timestampMs,
      arrivedMs,
      sentMs: readSendTime(isH264 ? 'h264' : 'h265', message.payload),
      speed,
      mainStream: message.mainStream,
      payload: read.payload,
    }
  }
}
