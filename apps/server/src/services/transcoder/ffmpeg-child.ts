// Belongs here: one ffmpeg that makes H.264 of H.265 pictures. Does not: whose pictures, how many children.
import { spawn } from 'node:child_process'
import { concat } from '@fleetglass/bytes'
import { parseSps, readUserDataSei, scanNalUnits, userDataSei, withUnitBeforePicture } from '@fleetglass/media'
import { FlvPictures } from './flv-pictures.ts'

/** Bytes that wait for the child; above it pictures are left out up to a key frame. */
const MAX_WAITING_BYTES = 2 * 1024 * 1024
/** Pictures that are in the child; it has some at most, what is older was left out. */
const MAX_IN_PROGRESS = 512
/** What the child says last, for the log. */
const MAX_WORDS = 2_000

/** Marks our message: the number of a picture. */
const NUMBER_UUID = Uint8Array.from([
  ...[0x2c, 0x91, 0x07, 0x5e, 0xd3, 0x48, 0x4f, 0x6a],
  ...[0x9b, 0x1e, 0x74, 0x02, 0xaf, 0x35, 0xc8, 0x60],
])

/** H.265 access unit delimiter (7.3.2.5), any slice types: says that the picture before it is whole. */
const DELIMITER = Uint8Array.of(0, 0, 0, 1, 35 << 1, 1, 0x50)

/** A child takes memory by the pixels: a dozen pictures of this size are some 200 MB. */
export const LARGEST = { longSide: 4096, shortSide: 2304 }

const ARGUMENTS = [
  ...['-hide_banner', '-loglevel', 'error', '-fflags', 'nobuffer', '-flags', 'low_delay'],
  // Of the coded size, whatever is shown of it.
  ...['-max_pixels', String(LARGEST.longSide * LARGEST.shortSide)],
  ...['-probesize', '32', '-analyzeduration', '0', '-threads', '1', '-f', 'hevc', '-i', 'pipe:0'],
  ...['-an', '-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-threads', '1'],
  ...['-pix_fmt', 'yuv420p', '-g', '30', '-bf', '0', '-udu_sei', '1', '-fps_mode', 'passthrough'],
  // Where the camera starts again, a viewer who seeks there can start.
  ...['-force_key_frames', 'source'],
  ...['-f', 'flv', '-flvflags', 'no_duration_filesize', '-flush_packets', '1', 'pipe:1'],
]

export interface FfmpegChild<Picture> {
  /** Takes the next picture; the first one is a key frame. */
  push(accessUnit: Uint8Array, keyFrame: boolean, picture: Picture): void
  /** Bytes that wait for it. */
  readonly waitingBytes: number
  /** Resolves when the child is gone. */
  close(): Promise<void>
}

/** What comes of a child. `picture` is what was given with the access unit. */
export interface FfmpegListener<Picture> {
  picture(accessUnit: Uint8Array, keyFrame: boolean, picture: Picture): void
  /** It could not be started (`absent`) or ended by itself; with what it said last. */
  failed(reason: 'absent' | 'ended', words: string): void
}

/** The first size in an access unit of H.265 that no child is given; `null` when it may be given. */
export function tooLargeSize(accessUnit: Uint8Array): { readonly width: number; readonly height: number } | null {
  let found: { readonly width: number; readonly height: number } | null = null
  scanNalUnits(accessUnit, (start, end) => {
    const format = parseSps('h265', accessUnit.subarray(start, end))
    if (!format.ok) return false
    const { width, height } = format.value
    const isLarge = Math.max(width, height) > LARGEST.longSide || Math.min(width, height) > LARGEST.shortSide
    if (isLarge) found = { width, height }
    return isLarge
  })
  return found
}

/** Starts a child. */
export function startFfmpeg<Picture>(
  program: string,
  listener: FfmpegListener<Picture>,
  maxWaitingBytes = MAX_WAITING_BYTES,
): FfmpegChild<Picture> {
  const child = spawn(program, ARGUMENTS, { stdio: ['pipe', 'pipe', 'pipe'] })
  const inProgress = new Map<number, Picture>()
  const pictures = new FlvPictures()
  let number = 0
  let skipping = false
  let words = ''
  let isOver = false

  const over = (reason: 'absent' | 'ended'): void => {
    if (isOver) return
    isOver = true
    inProgress.clear()
    listener.failed(reason, words)
  }
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => {
      over('ended')
      resolve()
    })
    child.once('error', (error) => {
      words = error.message
      over('absent')
      if (child.pid === undefined) resolve()
    })
  })
  // Its end is reported by `close`.
  child.stdin.on('error', () => {})
  child.stderr.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-MAX_WORDS)
  })
  child.stdout.on('data', (chunk: Buffer) => {
    if (!isOver && !pictures.push(chunk, made)) child.kill('SIGKILL')
  })

  function made(accessUnit: Uint8Array, keyFrame: boolean): void {
    const data = readUserDataSei('h264', accessUnit, NUMBER_UUID)
    const made = data === null || data.length < 4 ? null : new DataView(data.buffer, data.byteOffset).getUint32(0)
    const picture = made === null ? undefined : inProgress.get(made)
    if (made === null || picture === undefined) return
    inProgress.delete(made)
    listener.picture(accessUnit, keyFrame, picture)
  }

  return {
    push(accessUnit, keyFrame, picture) {
      if (isOver) return
      skipping = child.stdin.writableLength > maxWaitingBytes || (skipping && !keyFrame)
      if (skipping) return
      // The probe of the input eats the first picture.
      if (number === 0) child.stdin.write(concat([accessUnit, DELIMITER]))
      const data = new Uint8Array(4)
      new DataView(data.buffer).setUint32(0, number)
      inProgress.set(number, picture)
      if (inProgress.size > MAX_IN_PROGRESS) inProgress.delete(inProgress.keys().next().value ?? 0)
      number = (number + 1) >>> 0
      const numbered = withUnitBeforePicture('h265', accessUnit, userDataSei('h265', NUMBER_UUID, data))
      child.stdin.write(concat([numbered, DELIMITER]))
    },
    get waitingBytes() {
      return child.stdin.writableLength
    },
    close() {
      isOver = true
      inProgress.clear()
      child.kill('SIGKILL')
      return gone
    },
  }
}
