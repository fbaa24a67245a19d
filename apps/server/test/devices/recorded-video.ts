// Recordings as a recorder would have left them in its folder, without the time that filming takes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { concat } from '@fleetglass/bytes'
import { FragmentWriter, isKeyFrame, ParameterSets, scanNalUnits } from '@fleetglass/media'
import { segmentPath } from '../../src/ports/recordings/segment-path.ts'

const clips = join(import.meta.dirname, '../../../simulator/clips')
const PICTURES_PER_S = 15
const SOUND_MS = 40
const SOUND_BYTES = 320
const SLICES = new Set([1, 5])
const START_CODE = Uint8Array.of(0, 0, 0, 1)

export interface RecordedVideo {
  readonly deviceId: string
  readonly channel: number
  /** Unix ms. */
  readonly startMs: number
  /** Default 60. */
  readonly seconds?: number
  readonly clip?: 'road-sub' | 'driver-sub' | 'road'
  /** Default H.264; H.265 there is of `road` only. */
  readonly codec?: 'h264' | 'h265'
  readonly sound?: boolean
}

/** Writes one file, pictures with a jitter of some ms, and returns its path. */
export function recordVideo(media: string, scene: RecordedVideo): string {
  const { deviceId, channel, startMs, seconds = 60, clip = 'road-sub', codec = 'h264', sound = true } = scene
  const pictures = picturesOf(clip, codec)
  const sets = new ParameterSets(codec)
  sets.accept(pictures[0] as Uint8Array)
  if (sets.config === null) throw new Error(`the clip ${clip} tells no format`)
  const audio = sound ? ({ codec: 'alaw', sampleRate: 8000, channels: 1 } as const) : undefined
  const writer = new FragmentWriter({ video: sets.config, audio }, startMs)
  const pieces = [writer.initSegment()]
  for (let second = 0; second < seconds; second++) {
    const atMs = startMs + second * 1000
    const video = Array.from({ length: PICTURES_PER_S }, (_, n) => {
      const payload = pictures[(second * PICTURES_PER_S + n) % pictures.length] as Uint8Array
      const jitterMs = n === 0 ? 0 : (n * 7) % 11
      const timestampMs = atMs + Math.round((n * 1000) / PICTURES_PER_S) + jitterMs
      return { timestampMs, keyFrame: isKeyFrame(codec, payload), payload }
    })
    const received = soundOf(second).map((payload, n) => ({ timestampMs: atMs + n * SOUND_MS, payload }))
    pieces.push(...writer.fragment({ video, ...(sound && { audio: received }), nextVideoMs: atMs + 1000 }))
  }
  const path = join(media, segmentPath(deviceId, channel, startMs, 1))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, concat(pieces))
  return path
}

const known = new Map<string, readonly Uint8Array[]>()

/** Access units: a picture is one slice, and what stands before it belongs to it. */
function picturesOf(clip: string, codec: 'h264' | 'h265'): readonly Uint8Array[] {
  const name = `${clip}.${codec}`
  const found = known.get(name)
  if (found !== undefined) return found
  const bytes = readFileSync(join(clips, name))
  const pictures: Uint8Array[] = []
  let pieces: Uint8Array[] = []
  scanNalUnits(bytes, (start, end) => {
    pieces.push(START_CODE, bytes.subarray(start, end))
    if (isSlice(codec, bytes[start] ?? 0)) {
      pictures.push(concat(pieces))
      pieces = []
    }
    return false
  })
  known.set(name, pictures)
  return pictures
}

function isSlice(codec: 'h264' | 'h265', header: number): boolean {
  return codec === 'h264' ? SLICES.has(header & 0x1f) : header >> 1 < 32
}

function soundOf(second: number): Uint8Array[] {
  const cabin = readFileSync(join(clips, 'cabin.g711a'))
  return Array.from({ length: 1000 / SOUND_MS }, (_, n) => {
    const from = ((second * 25 + n) * SOUND_BYTES) % (cabin.length - SOUND_BYTES)
    return cabin.subarray(from, from + SOUND_BYTES)
  })
}
