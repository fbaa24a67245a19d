// SIGKILL at random moments, again and again on the same data folder, while positions and recordings are stored and MP4 files cut
// out of them: what was acknowledged is there, and what was recorded plays, here and in other players.
// FLEETGLASS_KILLS sets how often: 50 with `./bin/test --long`, 5 without.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { exportAddress } from '@fleetglass/contract/exports'
import { type Recording, readRecording } from '@fleetglass/media'
import { until } from '@fleetglass/testkit'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/platform/clock/index.ts'
import { ChannelClient } from '../channel-client.ts'
import { CameraDevice } from '../devices/camera-device.ts'
import { clipVideo } from '../devices/clip-video.ts'
import { DeviceClient, positionMessage } from '../devices/device-client.ts'
import { StreamClient } from '../stream-client.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from './server-child.ts'

const KILLS = Number(process.env.FLEETGLASS_KILLS ?? 5)
/** Sites run side by side: while one starts another records. */
const SITES = 4
const CAMERA = '12345678999'
const run = promisify(execFile)
const hasFfprobe = await run('ffprobe', ['-version']).then(
  () => true,
  () => false,
)
const VEHICLES = ['13700000001', '13700000002', '13700000003']
/** From the first file on disk to the kill. */
const LONGEST_LIFE_MS = 3_200
/**
 * What a kill may cost of what the server had: the fragment being gathered, and the moment the write of the one before it
 * needs. What it had is what a live viewer of it had got, so that a busy machine, which delays both, does not count.
 */
const LOST_MS = 2_500

describe('SIGKILL', () => {
  const seed = Math.floor(Math.random() * 1e9)

  it(
    `${KILLS} times, seed ${seed}: positions, recordings and index are whole after each start`,
    async () => {
      const random = numbers(seed)
      // At random within its share of the longest life: few kills too come at each kind of moment, from the first fragment
      // to the one after the oldest that may be lost.
      const lives = Array.from({ length: KILLS }, (_, n) => ((n + random()) / KILLS) * LONGEST_LIFE_MS)
      expect(lives.at(-1)).toBeGreaterThan(LOST_MS)
      const sites = Array.from({ length: SITES }, (_, n) => new Site(lives.filter((_life, at) => at % SITES === n)))
      // Each comes to its end before the folders go, also when another has failed.
      const ends = await Promise.allSettled(sites.map((site) => site.run()))
      for (const site of sites) await site.remove()
      for (const end of ends) if (end.status === 'rejected') throw end.reason
      const stored = sites.reduce((sum, site) => sum + site.acknowledged.length, 0)
      expect(stored).toBeGreaterThan(KILLS * VEHICLES.length)
    },
    // Half a minute or so where nothing else runs.
    120_000 + KILLS * 20_000,
  )
})

/** A data folder, and the servers that live on it one after the other. */
class Site {
  readonly acknowledged: { readonly deviceId: string; readonly timeS: number }[] = []
  readonly #data = mkdtempSync(join(tmpdir(), 'fleetglass-kill-'))
  readonly #lives: readonly number[]
  #server: ServerChild | null = null
  #timeS = Math.floor(Date.now() / 1000) - 86_400
  #filesBefore = 0

  constructor(lives: readonly number[]) {
    this.#lives = lives
  }

  async run(): Promise<void> {
    for (const [round, lifeMs] of this.#lives.entries()) {
      const server = await this.#start()
      if (round === 0) await register(server)
      else await this.#expectOrder(server)
      await this.#liveAndDie(server, lifeMs)
    }
    const server = await this.#start()
    await this.#expectOrder(server)
    await server.stop()
  }

  async remove(): Promise<void> {
    await this.#server?.kill()
    rmSync(this.#data, { recursive: true, force: true })
  }

  async #start(): Promise<ServerChild> {
    this.#server = await startServerChild({ data: this.#data })
    return this.#server
  }

  /** Positions come as fast as they are taken, a camera sends video; then the server dies. */
  async #liveAndDie(server: ServerChild, lifeMs: number): Promise<void> {
    const { signalling } = server.ports
    const camera = await CameraDevice.connect(signalling, CAMERA, systemClock, {
      1: clipVideo(CAMERA, 1, { lengthS: 60 }),
    })
    const vehicles = await Promise.all(VEHICLES.map((terminal) => DeviceClient.tcp(signalling, terminal)))
    const sent = vehicles.map(() => new Map<number, number>())
    const sending = systemClock.every(4, () => {
      this.#timeS += 1
      for (const [n, vehicle] of vehicles.entries()) {
        sent[n]?.set(vehicle.send(positionMessage(this.#timeS)), this.#timeS)
      }
    })
    const download = new EndlessDownload(server)
    const viewer = await StreamClient.open(server.ports.streams, { deviceid: CAMERA, channel: 1 })
    try {
      await until('a file is begun', () => recordingsIn(this.#data).length > this.#filesBefore)
      await new Promise<void>((resolve) => systemClock.after(lifeMs, resolve))
      await server.kill()
    } finally {
      sending.cancel()
      await download.end()
      await Promise.all(vehicles.map((vehicle) => vehicle.close()))
      await camera.close()
    }
    await viewer.closed
    const seenMs = viewer.video.at(-1)?.timestampMs ?? 0
    for (const [n, vehicle] of vehicles.entries()) this.#note(VEHICLES[n] ?? '', vehicle, sent[n] ?? new Map())
    const newest = recordingsIn(this.#data).at(-1) as string
    if (lifeMs > LOST_MS) {
      expect(seenMs).toBeGreaterThan(0)
      expect(readFrom(newest).fragments.at(-1)?.endMs).toBeGreaterThan(seenMs - LOST_MS)
    }
  }

  /** Keeps the times of the positions the server has answered with success. */
  #note(deviceId: string, vehicle: DeviceClient, timeOfSerial: ReadonlyMap<number, number>): void {
    for (const { message } of vehicle.received) {
      if (message.name !== 'platformAnswer' || message.body.result !== 0) continue
      const timeS = timeOfSerial.get(message.body.answeredSerial)
      if (timeS !== undefined) this.acknowledged.push({ deviceId, timeS })
    }
  }

  /** After a start: nothing acknowledged is missing, no file has a torn end, each has its row, the newest plays to its end. */
  async #expectOrder(server: ServerChild): Promise<void> {
    const { rows, missing } = await until('each file has its row', () => {
      const found = readDatabase(join(this.#data, 'fleetglass.sqlite'), this.acknowledged)
      return found.rows.length === recordingsIn(this.#data).length ? found : null
    })
    expect(missing).toEqual([])
    const files = recordingsIn(this.#data)
    this.#filesBefore = files.length
    for (const path of files) {
      const { fragments, tornBy, wholeBytes } = readFrom(path)
      expect(tornBy).toBeNull()
      expect(rows).toContainEqual({
        path: relative(join(this.#data, 'media'), path),
        bytes: wholeBytes,
        start_ms: fragments[0]?.startMs,
        end_ms: fragments.at(-1)?.endMs,
        first_key_frame_offset: fragments[0]?.offset,
      })
    }
    const newest = files.at(-1)
    if (newest === undefined) return
    await expectPlayed(server, readFrom(newest))
    await expectCutOut(server, this.#data, readFrom(newest), newest)
  }
}

async function register(server: ServerChild): Promise<void> {
  const channel = await ChannelClient.connect(server.ports.main)
  await channel.login('admin', CHILD_PASSWORD)
  await channel.request('D01', { A: CAMERA, C: '1', F: '1' })
  for (const terminal of VEHICLES) await channel.request('D01', { A: terminal, C: '1' })
  await channel.close()
}

/** Plays from the last fragments on to the last picture. */
async function expectPlayed(server: ServerChild, { fragments }: Recording): Promise<void> {
  const from = fragments.findLast((fragment) => fragment.beginsWithKeyFrame)
  const pictures = fragments.flatMap(({ samples }) => samples.filter((sample) => sample.kind === 'video'))
  const viewer = await StreamClient.open(server.ports.streams, {
    type: 'lopb',
    deviceid: CAMERA,
    channel: 1,
    spbtime: (from?.startMs ?? 0) / 1000,
  })
  viewer.say({ cmd: 'speed', value: 4 })
  expect((await viewer.closed).code).toBe(1000)
  expect(viewer.video.at(-1)?.timestampMs).toBe(pictures.at(-1)?.timestampMs)
}

/** Cuts the last minutes out, again and again, until the server dies in the middle of it. */
class EndlessDownload {
  readonly #stopping = new AbortController()
  readonly #done: Promise<void>

  constructor(server: ServerChild) {
    this.#done = this.#run(server)
  }

  async end(): Promise<void> {
    this.#stopping.abort()
    await this.#done
  }

  async #run(server: ServerChild): Promise<void> {
    const { signal } = this.#stopping
    for (let n = 0; !signal.aborted; n++) {
      // Each an MP4 file of its own: another start.
      const address = cutOut(server, Math.floor(Date.now() / 1000) - 120 - (n % 60), 180)
      const reply = await fetch(address, { signal }).catch(() => null)
      await reply?.arrayBuffer().catch(() => null)
      if (reply === null) return
      // Twenty a second: it shall be in the middle of one, not the only thing that is done.
      await new Promise<void>((resolve) => systemClock.after(50, resolve))
    }
  }
}

function cutOut({ ports }: ServerChild, spbtime: number, duration: number): string {
  const who = { deviceid: CAMERA, ch: 1, user: 'admin', password: CHILD_PASSWORD }
  return `http://127.0.0.1:${ports.streams}${exportAddress('lopbmp4get', { ...who, spbtime, duration })}`
}

/** A recording left by a kill is an MP4 file that begins and ends where the recording does, and that other players accept. */
async function expectCutOut(server: ServerChild, data: string, { fragments }: Recording, path: string): Promise<void> {
  const [first, last] = [fragments[0], fragments.at(-1)]
  // To the millisecond: within the same second the life before this one may have filmed too.
  const reply = await fetch(cutOut(server, Math.ceil(first?.startMs ?? 0) / 1000, 600))
  expect(reply.status).toBe(200)
  const scene = Buffer.from(await reply.arrayBuffer())
  expect(scene.length).toBe(Number(reply.headers.get('content-length')))
  if (!hasFfprobe) return
  const copy = join(data, 'clip.mp4')
  writeFileSync(copy, scene)
  for (const file of [path, copy]) {
    const { stdout, stderr } = await run('ffprobe', [
      '-v',
      'warning',
      '-show_entries',
      'format=duration',
      '-of',
      'csv=p=0',
      file,
    ])
    expect(stderr).toBe('')
    const lengthS = ((last?.endMs ?? 0) - (first?.startMs ?? 0)) / 1000
    expect(Math.abs(Number(stdout) - lengthS)).toBeLessThan(0.25)
  }
}

function readFrom(path: string): Recording {
  const recording = readRecording(readFileSync(path))
  if (!recording.ok) throw new Error(`${path}: ${recording.reason}`)
  return recording.value
}

/** By minute and part: `1000.mp4`, `1000-2.mp4`, … `1000-10.mp4`. */
function recordingsIn(data: string): string[] {
  const media = join(data, 'media')
  if (!existsSync(media)) return []
  return readdirSync(media, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.mp4'))
    .map((path) => join(media, path))
    .sort((a, b) => a.replace('.mp4', '').localeCompare(b.replace('.mp4', ''), 'en', { numeric: true }))
}

function readDatabase(file: string, acknowledged: Site['acknowledged']) {
  const database = new Database(file, { readonly: true })
  try {
    const find = database.prepare(
      'SELECT 1 FROM track_points JOIN devices ON devices.key = device_key WHERE device_id = ? AND time_s = ?',
    )
    const missing = acknowledged.filter(({ deviceId, timeS }) => !find.get(deviceId, timeS))
    const rows = database.prepare('SELECT path, bytes, start_ms, end_ms, first_key_frame_offset FROM recordings').all()
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    return { rows, missing }
  } finally {
    database.close()
  }
}

/** Numbers from 0 to 1 that a printed seed brings back. */
function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}
