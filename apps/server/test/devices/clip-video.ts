// Videos of the clips that simulated cameras play: part of the repository, so that tests need no captures.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { concat, digitsToBcd } from '@fleetglass/bytes'
import { DataType, encodePackets, PayloadType } from '@fleetglass/jt1078'
import { addChipHeader, decodeALaw, encodeIma, type ImaState, isKeyFrame, scanNalUnits } from '@fleetglass/media'
import type { TestVideo } from './camera-device.ts'

const clips = join(import.meta.dirname, '../../../simulator/clips')
const PICTURES_PER_S = 15
/** Sound of a packet. */
const SOUND_MS = 40
const SAMPLES_PER_MS = 8

type Clip = 'road-sub' | 'driver-sub' | 'door-sub' | 'rear-sub' | 'road'

export interface ClipVideoOptions {
  /** Default `road-sub`, 320 x 180 at 110 kbit/s. */
  readonly clip?: Clip
  /** Default H.264; H.265 there is of `road` only. */
  readonly codec?: 'h264' | 'h265'
  readonly sound?: 'g711a' | 'adpcm'
  /** Default 40; a clip begins again when it is over. */
  readonly lengthS?: number
}

/** Video with a key frame each second, cut into packets as a device would. */
export function clipVideo(terminal: string, channel: number, options: ClipVideoOptions = {}): TestVideo {
  const { clip = 'road-sub', codec = 'h264', sound, lengthS = 40 } = options
  const pictures = clipPictures(clip, codec)
  const frames = Array.from({ length: lengthS * PICTURES_PER_S }, (_, at) => {
    const payload = pictures[at % pictures.length] as Uint8Array
    const dataType: number = isKeyFrame(codec, payload) ? DataType.I : DataType.P
    return {
      atMs: Math.round((at * 1000) / PICTURES_PER_S),
      payloadType: PayloadType[codec] as number,
      dataType,
      payload,
    }
  })
  if (sound !== undefined) frames.push(...soundFrames(sound, lengthS))
  frames.sort((a, b) => a.atMs - b.atMs)
  let firstSerial = 0
  const simRaw = digitsToBcd(terminal.padStart(12, '0'))
  const packets = frames.flatMap(({ atMs, ...frame }) => {
    const cut = encodePackets({ ...frame, simRaw, channel, timestampMs: atMs, firstSerial })
    firstSerial = (firstSerial + cut.length) & 0xffff
    return cut.map((bytes) => ({ bytes, atMs }))
  })
  return { packets, lengthMs: frames.at(-1)?.atMs ?? 0 }
}

/** The pictures of a clip, each an access unit. */
export function clipPictures(clip: Clip, codec: 'h264' | 'h265' = 'h264'): Uint8Array[] {
  return picturesOf(codec, readFileSync(join(clips, `${clip}.${codec}`)))
}

const START_CODE = Uint8Array.of(0, 0, 0, 1)

/** Access units: a picture is one slice, and what stands before it belongs to it. */
function picturesOf(codec: 'h264' | 'h265', bytes: Uint8Array): Uint8Array[] {
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
  return pictures
}

function isSlice(codec: 'h264' | 'h265', first: number): boolean {
  return codec === 'h264' ? [1, 5].includes(first & 0x1f) : ((first >> 1) & 0x3f) < 32
}

function soundFrames(kind: 'g711a' | 'adpcm', lengthS: number) {
  const cabin = readFileSync(join(clips, 'cabin.g711a'))
  const bytes = SOUND_MS * SAMPLES_PER_MS
  let state: ImaState = { predictor: 0, stepIndex: 0 }
  return Array.from({ length: (lengthS * 1000) / SOUND_MS }, (_, at) => {
    const from = (at * bytes) % (cabin.length - bytes)
    let payload: Uint8Array = cabin.subarray(from, from + bytes)
    if (kind === 'adpcm') {
      const { block, after } = encodeIma(decodeALaw(payload), state)
      state = after
      payload = addChipHeader(block)
    }
    const payloadType: number = kind === 'adpcm' ? PayloadType.adpcm : PayloadType.g711a
    return { atMs: at * SOUND_MS, payloadType, dataType: DataType.audio as number, payload }
  })
}
