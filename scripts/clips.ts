/**
 * Makes the clips that simulated cameras play: draws four scenes frame by frame and lets ffmpeg (libx264, libx265)
 * encode them. `npm run clips` writes all of them; names as arguments write some. The result is committed, so this runs
 * only when a scene changes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cabinDoor } from './clips/cabin.ts'
import { driver } from './clips/driver.ts'
import { write } from './clips/font.ts'
import type { Picture } from './clips/picture.ts'
import { street } from './clips/road.ts'
import { cabinSound } from './clips/sound.ts'

const TARGET = join(import.meta.dirname, '..', 'apps', 'simulator', 'clips')
const RATE = 15
const SECONDS = 20
const FRAMES = RATE * SECONDS
/** Twice 640x360: scaling down smooths the edges. */
const DRAWN = { width: 1280, height: 720 }
const LIMIT_BYTES = 8_000_000

const SCENES: Readonly<Record<string, { title: string; hevc: boolean; draw: () => (turn: number) => Picture }>> = {
  road: { title: 'ROAD', hevc: true, draw: () => street(DRAWN.width, DRAWN.height, true) },
  driver: { title: 'DRIVER', hevc: false, draw: () => driver(DRAWN.width, DRAWN.height) },
  door: { title: 'DOOR', hevc: false, draw: () => cabinDoor(DRAWN.width, DRAWN.height) },
  rear: { title: 'REAR', hevc: false, draw: () => street(DRAWN.width, DRAWN.height, false) },
}

const wanted = process.argv.slice(2)
mkdirSync(TARGET, { recursive: true })
for (const [name, scene] of Object.entries(SCENES)) {
  if (wanted.length === 0 || wanted.includes(name)) await video(name, scene.title, scene.hevc, scene.draw())
}
if (wanted.length === 0 || wanted.includes('sound')) await record()
report()

async function video(name: string, title: string, hevc: boolean, draw: (turn: number) => Picture): Promise<void> {
  const outputs = [
    ...h264('640:360', 470, join(TARGET, `${name}.h264`)),
    ...h264('320:180', 110, join(TARGET, `${name}-sub.h264`)),
    ...(hevc ? h265('640:360', 330, join(TARGET, `${name}.h265`)) : []),
    ...[
      '-map',
      '0:v',
      '-vf',
      `select=not(mod(n\\,${FRAMES / 4})),scale=640:360:flags=area`,
      '-fps_mode',
      'passthrough',
    ],
    ...['-q:v', '5', '-pix_fmt', 'yuvj420p', join(TARGET, `${name}-%d.jpg`)],
  ]
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${DRAWN.width}x${DRAWN.height}`,
    '-r',
    String(RATE),
    '-i',
    '-',
  ]
  await ffmpeg([...input, ...outputs], async (push) => {
    for (let frame = 0; frame < FRAMES; frame++) {
      const image = draw(frame / FRAMES)
      write(image, 28, 26, title, 5, [240, 242, 236])
      write(image, DRAWN.width - 28 - 4 * 30, 26, `#${String(frame).padStart(3, '0')}`, 5, [250, 226, 120])
      await push(image.rgb)
    }
  })
}

/** Parameter sets before every key frame, a key frame a second, no B frames, nothing but pictures in the stream. */
function h264(size: string, kbits: number, file: string): string[] {
  return [
    ...['-map', '0:v', '-vf', `scale=${size}:flags=area`, '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'slow'],
    ...['-profile:v', 'main', '-b:v', `${kbits}k`, '-maxrate', `${Math.round(kbits * 1.3)}k`, '-bufsize', `${kbits}k`],
    ...['-x264-params', `keyint=${RATE}:min-keyint=${RATE}:scenecut=0:bframes=0:repeat-headers=1:open-gop=0`],
    ...['-bsf:v', 'filter_units=remove_types=6', '-f', 'h264', file],
  ]
}

function h265(size: string, kbits: number, file: string): string[] {
  return [
    ...[
      '-map',
      '0:v',
      '-vf',
      `scale=${size}:flags=area`,
      '-pix_fmt',
      'yuv420p',
      '-c:v',
      'libx265',
      '-preset',
      'medium',
    ],
    ...['-b:v', `${kbits}k`, '-maxrate', `${Math.round(kbits * 1.3)}k`, '-bufsize', `${kbits}k`],
    ...[
      '-x265-params',
      `keyint=${RATE}:min-keyint=${RATE}:scenecut=0:bframes=0:repeat-headers=1:open-gop=0:info=0:log-level=error`,
    ],
    ...['-bsf:v', 'filter_units=remove_types=39|40', '-f', 'hevc', file],
  ]
}

async function record(): Promise<void> {
  const samples = cabinSound(SECONDS)
  const input = ['-f', 's16le', '-ar', '8000', '-ac', '1', '-i', '-']
  const alaw = ['-map', '0:a', '-c:a', 'pcm_alaw', '-f', 'alaw', join(TARGET, 'cabin.g711a')]
  const g726 = ['-map', '0:a', '-c:a', 'g726le', '-b:a', '32k', '-f', 'g726le', join(TARGET, 'cabin.g726')]
  await ffmpeg([...input, ...alaw, ...g726], (push) => push(new Uint8Array(samples.buffer)))
}

async function ffmpeg(
  args: readonly string[],
  feed: (push: (bytes: Uint8Array | Uint8ClampedArray) => Promise<void>) => Promise<void>,
): Promise<void> {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  await feed(async (bytes) => {
    if (!child.stdin.write(bytes)) await once(child.stdin, 'drain')
  })
  child.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

function report(): void {
  const files = readdirSync(TARGET).map((name) => ({ name, bytes: statSync(join(TARGET, name)).size }))
  const total = files.reduce((sum, file) => sum + file.bytes, 0)
  for (const file of files) console.log(`${file.name.padEnd(18)} ${file.bytes}`)
  console.log(`${total} of ${LIMIT_BYTES} bytes`)
  if (total > LIMIT_BYTES) throw new Error('the clips are larger than the repository allows')
}
