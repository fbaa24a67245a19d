// Belongs here: from joined frames of one channel to what readers get: one copy, parameter sets, time.
// Does not: packets (media-connection.ts), who reads (ingest/streams).
import { concat } from '@fleetglass/bytes'
import { type DroppedFrame, type JoinedFrame, PayloadType, type Stamp } from '@fleetglass/jt1078'
import {
  isKeyFrame,
  type NoPicture,
  ParameterSets,
  stripChipHeader,
  type VideoConfig,
  videoCodecOf,
} from '@fleetglass/media'
import type { StreamPublication } from './live-media.types.ts'

export interface MediaSourceDeps {
  readonly counters: { add(name: 'mediaDropped' | 'mediaFrames', detail: string): void }
  readonly publication: StreamPublication
  /** Where a frame of the device's time stands. */
  readonly stamp: (kind: 'video' | 'audio', deviceMs: number, durationMs: number) => Stamp
}

export interface MediaSource {
  readonly take: (event: JoinedFrame | DroppedFrame) => void
  readonly isKeyFrame: (frame: JoinedFrame) => boolean
}

/** Why a picture cannot be shown, for the person who waits for one. Waiting for a key frame is reported elsewhere. */
const damages: Readonly<Record<NoPicture, string | null>> = {
  'no NAL units': 'What came as a picture is none: it has no start code.',
  'parameter sets only': null,
  'no parameter sets yet': 'A key frame came without parameter sets (SPS, PPS), and none came before it.',
  'unreadable parameter sets': 'The parameter sets of the video cannot be read: no size, or an impossible one.',
  'waiting for a key frame': null,
}

/** Bytes of G.711 in a millisecond; the duration of other codecs is known only from the next packet's time. */
const G711_BYTES_PER_MS = 8

/** Turns frames as the device cut and stamped them into frames that any reader can begin with. */
export function createMediaSource({ counters, publication, stamp: stampOf }: MediaSourceDeps): MediaSource {
  let sets: ParameterSets | null = null
  /** Frames of this kind were lost since the last one that went out. */
  const lost = { video: false, audio: false }
  /** Already joined while the joiner asked whether it is a key frame: it is not copied twice. */
  let joined: { readonly frame: JoinedFrame; readonly bytes: Uint8Array } | null = null

  /** The one copy: from views of what was read into the buffer that all readers share. */
  function bytesOf(frame: JoinedFrame): Uint8Array {
    if (joined?.frame === frame) return joined.bytes
    const bytes = concat(frame.pieces)
    joined = { frame, bytes }
    return bytes
  }

  function video(frame: JoinedFrame): void {
    const codec = videoCodecOf(frame.codec)
    if (codec === null) {
      counters.add('mediaDropped', 'unknown-codec')
      publication.diagnostic?.(
        'unknown-codec',
        `Video came in coding ${frame.codec}. Set the camera to H.264 or H.265.`,
      )
      return
    }
    if (sets?.codec !== codec) sets = new ParameterSets(codec)
    const unit = sets.accept(bytesOf(frame))
    if (unit.kind === 'no-picture') {
      counters.add('mediaDropped', unit.reason)
      if (unit.reason === 'waiting for a key frame') publication.needsKeyFrame?.()
      const damage = damages[unit.reason]
      if (damage !== null) publication.diagnostic?.('damaged', damage)
      lost.video = true
      return
    }
    publish(frame, 'video', unit.payload, unit.keyFrame, unit.keyFrame ? unit.config : null)
  }

  function audio(frame: JoinedFrame): void {
    const payload = stripChipHeader(bytesOf(frame))
    if (payload.length > 0) publish(frame, 'audio', payload, true)
    else counters.add('mediaDropped', 'no-sound')
  }

  function publish(
    frame: JoinedFrame,
    kind: 'video' | 'audio',
    payload: Uint8Array,
    keyFrame: boolean,
    config: VideoConfig | null = null,
  ): void {
    const durationMs = isG711(frame.codec) ? payload.length / G711_BYTES_PER_MS : 0
    const stamp = stampOf(kind, frame.timestampMs, durationMs)
    const discontinuity = stamp.newLine || frame.afterGap || lost[kind]
    lost[kind] = false
    counters.add('mediaFrames', kind)
    publication.frame({
      kind,
      codec: frame.codec,
      keyFrame,
      mainStream: publication.mainStream,
      timestampMs: stamp.timestampMs,
      discontinuity,
      payload,
      config,
    })
  }

  return {
    isKeyFrame(frame) {
      const codec = videoCodecOf(frame.codec)
      return codec !== null && isKeyFrame(codec, bytesOf(frame))
    },
    take(event) {
      if (event.kind === 'dropped') {
        counters.add('mediaDropped', event.reason)
        if (event.reason === 'waiting for a key frame') publication.needsKeyFrame?.()
      } else if (event.kind === 'video') video(event)
      else if (event.kind === 'audio') audio(event)
      joined = null
    },
  }
}

function isG711(codec: number): boolean {
  return codec === PayloadType.g711a || codec === PayloadType.g711u
}
