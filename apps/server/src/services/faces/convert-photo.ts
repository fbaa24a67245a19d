// Belongs here: a clean JPEG of an uploaded picture. Does not: where it is stored (photo-folder.ts).
import { spawn } from 'node:child_process'
import { AppError } from '@fleetglass/contract/errors'
import type { Clock } from '../../platform/clock/index.ts'
import { type PictureHeader, readPictureHeader } from './picture-header.ts'

/** Pixels of a side, read before anything is decoded: a few kilobytes can announce a picture of gigabytes. */
const SIDE_MAX = 6_000
/** What is stored: enough for a device to recognise a face, and small enough for its mobile connection. */
const STORED_SIDE_MAX = 1_280
const CONVERT_MS = 20_000
const OUTPUT_BYTES_MAX = 4 * 1024 * 1024

/** Exif orientation as filters of ffmpeg: the mark itself is removed with the other metadata. */
const TURNS: Readonly<Record<number, string>> = {
  2: 'hflip,',
  3: 'hflip,vflip,',
  4: 'vflip,',
  5: 'transpose=0,',
  6: 'transpose=1,',
  7: 'transpose=3,',
  8: 'transpose=2,',
}

/** Decodes and encodes a photo anew: what comes out has pixels and nothing else of what came in. Throws why it is refused. */
export async function convertPhoto(
  { clock, program }: { readonly clock: Clock; readonly program: string },
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const header = readPictureHeader(bytes)
  if (header === null) throw new AppError('face-photo-type')
  if (header.isAnimated) throw new AppError('face-photo-animated')
  const { width, height } = header
  if (width > SIDE_MAX || height > SIDE_MAX) throw new AppError('face-photo-pixels', { width, height, most: SIDE_MAX })
  if (width === 0 || height === 0) throw new AppError('face-photo-broken')
  return await runFfmpeg(clock, program, argumentsFor(header), bytes)
}

function argumentsFor({ kind, orientation }: PictureHeader): readonly string[] {
  const side = STORED_SIDE_MAX
  const fitted = `scale='min(${side},iw)':'min(${side},ih)':force_original_aspect_ratio=decrease`
  return [
    ...['-hide_banner', '-loglevel', 'error', '-xerror', '-err_detect', 'explode', '-threads', '1'],
    ...['-max_pixels', String(SIDE_MAX * SIDE_MAX), '-noautorotate', '-f', `${kind}_pipe`, '-i', 'pipe:0'],
    ...['-map_metadata', '-1', '-frames:v', '1', '-vf', `${TURNS[orientation] ?? ''}${fitted},format=yuvj420p`],
    // Bit exact: without a comment of the program.
    ...['-c:v', 'mjpeg', '-q:v', '3', '-flags:v', '+bitexact', '-fflags', '+bitexact', '-f', 'image2pipe', 'pipe:1'],
  ]
}

/** The program reads its standard input alone: no name and no address of the caller reaches it. */
function runFfmpeg(clock: Clock, program: string, options: readonly string[], input: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, options, { stdio: ['pipe', 'pipe', 'ignore'] })
    const output: Buffer[] = []
    let bytes = 0
    const timer = clock.after(CONVERT_MS, () => child.kill('SIGKILL'))
    child.stdin.on('error', () => undefined)
    child.stdout.on('data', (chunk: Buffer) => {
      output.push(chunk)
      bytes += chunk.length
      if (bytes > OUTPUT_BYTES_MAX) child.kill('SIGKILL')
    })
    child.once('error', (error) => {
      timer.cancel()
      reject(new Error(`${program} did not start: ${error.message}`))
    })
    child.once('close', (code) => {
      timer.cancel()
      const jpeg = Buffer.concat(output)
      if (code === 0 && jpeg.length > 0) resolve(jpeg)
      else reject(new AppError('face-photo-broken'))
    })
    child.stdin.end(input)
  })
}
