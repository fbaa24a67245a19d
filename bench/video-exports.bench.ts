// An hour of four channels cut out as MP4, beside ffmpeg copying the same files.
import { execFile } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { exportAddress } from '@fleetglass/contract/exports'
import { until } from '@fleetglass/testkit'
import Database from 'better-sqlite3'
import { recordVideo } from '../apps/server/test/devices/recorded-video.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../apps/server/test/recordings/server-child.ts'
import { Operator } from '../tools/site/operator.ts'
import type { Bench, BenchRow } from './bench.ts'

const run = promisify(execFile)
const DEVICE = '13600000001'
const CHANNELS = [1, 2, 3, 4] as const
const MINUTES = 60
const FIRST_BYTES = 20
/** Each way this often, by turns; the best of each counts, since other work of the machine only adds. */
const ROUNDS = 2

export const bench: Bench = { name: 'video: cut out as MP4', run: cutOut }

async function cutOut(report: (row: BenchRow) => void): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-bench-exports-'))
  const startMs = Math.floor(Date.now() / 3_600_000 - 3) * 3_600_000
  let server: ServerChild | null = null
  try {
    const files = CHANNELS.map((channel) =>
      Array.from({ length: MINUTES }, (_, minute) =>
        recordVideo(join(data, 'media'), {
          deviceId: DEVICE,
          channel,
          startMs: startMs + minute * 60_000,
          clip: 'road',
        }),
      ),
    )
    server = await startServerChild({ data })
    await register(server)
    await indexed(data, CHANNELS.length * MINUTES)
    await firstBytes(server, startMs / 1000, report)
    let ownMs = Number.POSITIVE_INFINITY
    let ffmpegMs = Number.POSITIVE_INFINITY
    let bytes = 0
    for (let round = 0; round < ROUNDS; round++) {
      const begunMs = performance.now()
      bytes = 0
      // Another second each time: nothing of it was made before.
      for (const channel of CHANNELS) {
        bytes += await download(server, channel, startMs / 1000 + round + 1, join(data, 'own.mp4'))
      }
      ownMs = Math.min(ownMs, performance.now() - begunMs)
      ffmpegMs = Math.min(ffmpegMs, await copyByFfmpeg(data, files))
    }
    const ratio = ffmpegMs / ownMs
    report({
      what: `MP4 of one hour of ${CHANNELS.length} channels, ${(bytes / 1e6).toFixed(0)} MB over HTTP to a file`,
      value: ownMs / 1000,
      unit: 's',
      bar: '≥ 1.0 of ffmpeg -c copy',
      holds: ratio >= 1,
      peer: { what: 'ffmpeg -c copy, s', value: ffmpegMs / 1000, ratio },
      note: `best of ${ROUNDS} by turns`,
    })
  } finally {
    await server?.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

async function register({ ports }: ServerChild): Promise<void> {
  const address = { host: '127.0.0.1', mainPort: ports.main, streamPort: ports.streams }
  const operator = await Operator.login(address, 'admin', CHILD_PASSWORD)
  await operator.request('D01', { A: DEVICE, C: String(CHANNELS.length), F: '0' })
  operator.close()
}

/** The device was added: what lies in its folder is entered into the index. */
async function indexed(data: string, files: number): Promise<void> {
  const database = new Database(join(data, 'fleetglass.sqlite'), { readonly: true })
  const count = database.prepare('SELECT count(*) FROM recordings').pluck()
  try {
    await until('all files are in the index', () => count.get() === files, 60_000)
  } finally {
    database.close()
  }
}

function addressOf({ ports }: ServerChild, ch: number, spbtime: number): string {
  const who = { deviceid: DEVICE, ch, user: 'admin', password: CHILD_PASSWORD }
  const path = exportAddress('lopbmp4get', { ...who, spbtime, duration: MINUTES * 60 })
  return `http://127.0.0.1:${ports.streams}${path}`
}

async function download(server: ServerChild, channel: number, spbtime: number, path: string): Promise<number> {
  const file = createWriteStream(path, { highWaterMark: 4 * 1024 * 1024 })
  await new Promise<void>((resolve, reject) => {
    get(addressOf(server, channel, spbtime), (reply) => {
      if (reply.statusCode === 200) pipeline(reply, file).then(resolve, reject)
      else reject(new Error(`the server answered ${reply.statusCode}`))
    }).on('error', reject)
  })
  return file.bytesWritten
}

/** From the request for an hour that was never requested before to its first byte. */
async function firstBytes(server: ServerChild, startS: number, report: (row: BenchRow) => void): Promise<void> {
  const tookMs: number[] = []
  for (let n = 0; n < FIRST_BYTES; n++) {
    const begunMs = performance.now()
    await new Promise<void>((resolve, reject) => {
      get(addressOf(server, CHANNELS[n % CHANNELS.length] ?? 1, startS - 1 - n), (reply) => {
        if (reply.statusCode !== 200) reject(new Error(`the server answered ${reply.statusCode}`))
        reply.once('data', () => {
          tookMs.push(performance.now() - begunMs)
          reply.destroy()
          resolve()
        })
      }).on('error', reject)
    })
  }
  tookMs.sort((a, b) => a - b)
  const p95 = tookMs[Math.ceil(FIRST_BYTES * 0.95) - 1] ?? Number.NaN
  report({
    what: `first byte of an hour that nobody asked for before, p95 of ${FIRST_BYTES}`,
    value: p95,
    unit: 'ms',
    bar: '≤ 300 ms',
    holds: p95 <= 300,
    note: `median ${tookMs[FIRST_BYTES / 2]?.toFixed(0)} ms, worst ${tookMs.at(-1)?.toFixed(0)} ms`,
  })
}

async function copyByFfmpeg(data: string, files: readonly (readonly string[])[]): Promise<number> {
  const begunMs = performance.now()
  for (const paths of files) {
    const list = join(data, 'list.txt')
    writeFileSync(list, paths.map((path) => `file '${path}'\n`).join(''))
    const input = ['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', list]
    await run('ffmpeg', [...input, '-map', '0', '-c', 'copy', '-f', 'mov', join(data, 'ffmpeg.mp4')])
  }
  return performance.now() - begunMs
}
