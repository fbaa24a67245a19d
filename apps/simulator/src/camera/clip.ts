import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PayloadType } from '@fleetglass/jt1078'
import { nalUnits, toAnnexB, type VideoCodec } from '@fleetglass/media'

/** One access unit of a clip, in two parts so that a time can be written between them. */
export interface ClipFrame {
  readonly keyFrame: boolean
  /** Parameter sets, each with its start code; empty in frames that need none. */
  readonly sets: Uint8Array
  /** The picture's slices, each with its start code. */
  readonly picture: Uint8Array
}

/** Encoded video that is played over and over. Frame 0 is a key frame. */
export interface Clip {
  readonly payloadType: number
  readonly codec: VideoCodec
  readonly framesPerS: number
  readonly frames: readonly ClipFrame[]
  /** Frames from one key frame to the next. */
  readonly keyFrameEvery: number
  readonly bytes: number
}

/** Encoded sound that is played over and over. */
export interface SoundClip {
  readonly payloadType: number
  readonly bytes: Uint8Array
  /** A packet: this many bytes every so many milliseconds. */
  readonly packetBytes: number
  readonly packetMs: number
}

export type AudioKind = 'g711a' | 'g726'

const FOLDER = join(import.meta.dirname, '..', '..', 'clips')
/** In the order of a vehicle's channels; the fifth shows the first view again. */
const VIEWS = ['road', 'driver', 'door', 'rear'] as const
const FRAMES_PER_S = 15
const PICTURES_PER_VIEW = 4

/** The clips of the repository, read when they are first wanted and shared by all devices of a fleet. */
export class ClipLibrary {
  readonly #clips = new Map<string, Clip>()
  readonly #sounds = new Map<AudioKind, SoundClip>()
  readonly #pictures = new Map<string, Uint8Array>()

  /** The clip of a channel (from 1). There is one H.265 clip, which then all channels show. */
  video(channel: number, stream: 'main' | 'sub', codec: 'h264' | 'h265'): Clip {
    const view = viewOf(channel)
    if (stream === 'main' && codec === 'h265') return this.#clip('road.h265', 'h265')
    return this.#clip(stream === 'main' ? `${view}.h264` : `${view}-sub.h264`, 'h264')
  }

  sound(kind: AudioKind): SoundClip {
    let clip = this.#sounds.get(kind)
    if (!clip) {
      const bytes = new Uint8Array(readFileSync(join(FOLDER, `cabin.${kind}`)))
      const payloadType = kind === 'g711a' ? PayloadType.g711a : PayloadType.g726
      clip = { payloadType, bytes, packetBytes: kind === 'g711a' ? 320 : 160, packetMs: 40 }
      this.#sounds.set(kind, clip)
    }
    return clip
  }

  /** A JPEG of what a channel sees at that time. */
  picture(channel: number, timeS: number): Uint8Array {
    const name = `${viewOf(channel)}-${(Math.floor(timeS / 5) % PICTURES_PER_VIEW) + 1}.jpg`
    let bytes = this.#pictures.get(name)
    if (!bytes) {
      bytes = new Uint8Array(readFileSync(join(FOLDER, name)))
      this.#pictures.set(name, bytes)
    }
    return bytes
  }

  #clip(name: string, codec: VideoCodec): Clip {
    let clip = this.#clips.get(name)
    if (!clip) {
      clip = readClip(new Uint8Array(readFileSync(join(FOLDER, name))), codec)
      this.#clips.set(name, clip)
    }
    return clip
  }
}

function viewOf(channel: number): string {
  return VIEWS[(channel - 1) % VIEWS.length]!
}

const FIRST_MB_OR_SLICE = 0x80

/** Cuts an Annex B file into access units: one slice that begins a picture begins the next. */
function readClip(file: Uint8Array, codec: VideoCodec): Clip {
  const frames: ClipFrame[] = []
  let sets: Uint8Array[] = []
  let slices: Uint8Array[] = []
  let keyFrame = false
  const finish = (): void => {
    if (slices.length > 0) frames.push({ keyFrame, sets: toAnnexB(sets), picture: toAnnexB(slices) })
    sets = []
    slices = []
    keyFrame = false
  }
  for (const unit of nalUnits(file)) {
    const kind = kindOf(unit[0]!, codec)
    if (kind === 'other') continue
    const beginsPicture = kind !== 'sets' && (unit[codec === 'h264' ? 1 : 2]! & FIRST_MB_OR_SLICE) !== 0
    if (slices.length > 0 && (kind === 'sets' || beginsPicture)) finish()
    if (kind === 'sets') sets.push(unit)
    else slices.push(unit)
    if (kind === 'key') keyFrame = true
  }
  finish()
  const keyFrameEvery = frames.findIndex((frame, at) => at > 0 && frame.keyFrame)
  const payloadType = codec === 'h264' ? PayloadType.h264 : PayloadType.h265
  return { payloadType, codec, framesPerS: FRAMES_PER_S, frames, keyFrameEvery, bytes: file.length }
}

/** What a NAL unit is by its first byte (H.264 table 7-1, H.265 table 7-1). */
function kindOf(firstByte: number, codec: VideoCodec): 'sets' | 'key' | 'picture' | 'other' {
  if (codec === 'h264') {
    const type = firstByte & 0x1f
    if (type === 7 || type === 8) return 'sets'
    if (type === 5) return 'key'
    return type === 1 ? 'picture' : 'other'
  }
  const type = (firstByte >> 1) & 0x3f
  if (type >= 32 && type <= 34) return 'sets'
  if (type >= 16 && type <= 21) return 'key'
  return type <= 9 ? 'picture' : 'other'
}
