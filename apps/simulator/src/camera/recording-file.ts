import { DataType, encodePackets } from '@fleetglass/jt1078'
import { accessUnit, soundPacket } from './access-unit.ts'
import type { Clip, SoundClip } from './clip.ts'
import type { OnTime } from './recordings.ts'

/** A file as it lies on the disk of the device. */
export interface RecordingFile {
  readonly name: string
  /** From its beginning; the same each time. */
  bytes(): Iterable<Uint8Array>
}

/** What a file is made of. */
export interface RecordedVideo {
  readonly channel: number
  readonly clip: Clip
  /** `null` without sound. */
  readonly sound: SoundClip | null
  readonly spans: readonly OnTime[]
  /** SIM bytes of its packets. */
  readonly simRaw: Uint8Array
}

/**
 * A recording as a file: JT/T 1078 packets one behind the other, a frame each time, with the times of the recording. The same
 * bytes whenever it is made: an upload goes on in the middle.
 */
export function* recordedBytes({ channel, clip, sound, spans, simRaw }: RecordedVideo): Generator<Uint8Array> {
  const { framesPerS, keyFrameEvery, frames, payloadType } = clip
  let firstSerial = 0
  const packets = (payloadOf: { payloadType: number; dataType: number; payload: Uint8Array }, timestampMs: number) => {
    const cut = encodePackets({ ...payloadOf, simRaw, channel, timestampMs, firstSerial })
    firstSerial = (firstSerial + cut.length) & 0xffff
    return cut
  }
  for (const { fromS, toS } of spans) {
    const first = Math.ceil((fromS * framesPerS) / keyFrameEvery - 1e-6) * keyFrameEvery
    let sounds = sound ? Math.ceil((first * 1000) / framesPerS / sound.packetMs) : 0
    for (let at = first; at / framesPerS < toS; at++) {
      const frame = frames[at % frames.length]!
      const timeMs = Math.round((at * 1000) / framesPerS)
      const payload = accessUnit(clip, frame, timeMs, frame.keyFrame)
      yield* packets({ payloadType, dataType: frame.keyFrame ? DataType.I : DataType.P, payload }, timeMs)
      for (; sound !== null && sounds * sound.packetMs <= timeMs; sounds++) {
        const spoken = soundPacket(sound, sounds, false)
        yield* packets(
          { payloadType: sound.payloadType, dataType: DataType.audio, payload: spoken },
          sounds * sound.packetMs,
        )
      }
    }
  }
}
