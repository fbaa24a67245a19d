// A media folder that takes no data, and a disk that another program fills.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventCode } from '@fleetglass/contract/events'
import { until } from '@fleetglass/testkit'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/platform/clock/index.ts'
import { ChannelClient } from '../channel-client.ts'
import { CameraDevice } from '../devices/camera-device.ts'
import { clipVideo } from '../devices/clip-video.ts'
import { recordVideo } from '../devices/recorded-video.ts'
import { fastClock } from '../fast-clock.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from './server-child.ts'

const CAMERA = '12345678999'
const HOUR_MS = 3_600_000

describe('a disk that fails', () => {
  let data: string
  let media: string
  const ends: (() => unknown)[] = []

  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'fleetglass-disk-'))
    media = join(data, 'media')
  })
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
    rmSync(data, { recursive: true, force: true })
  })

  /** Of the disk errors, in order. */
  function diskErrors(): { change: string; memo: string }[] {
    const database = new BetterSqlite3(join(data, 'fleetglass.sqlite'), { readonly: true })
    try {
      return database
        .prepare<[number], { change: string; memo: string }>(
          'SELECT change, memo FROM events WHERE code = ? ORDER BY id',
        )
        .all(EventCode.diskError)
    } finally {
      database.close()
    }
  }

  async function health(port: number) {
    const reply = await fetch(`http://127.0.0.1:${port}/healthz`)
    return { ...((await reply.json()) as { recording: string }), status: reply.status }
  }

  async function recordingServer(): Promise<ServerChild> {
    const server = await startServerChild({ data })
    ends.push(() => server.kill())
    const admin = await ChannelClient.connect(server.ports.main)
    await admin.login('admin', CHILD_PASSWORD)
    await admin.request('D01', { A: CAMERA, C: '1', F: '1' })
    await admin.close()
    const camera = await CameraDevice.connect(server.ports.signalling, CAMERA, systemClock, {
      1: clipVideo(CAMERA, 1, { lengthS: 120 }),
    })
    ends.push(() => camera.close())
    await until('it records', async () => (await server.metric('fleetglass_recorder_channels')) === 1)
    return server
  }

  it('[M5] a media folder that cannot be written shows as not recording, in health and as an event, and recording goes on by itself', async () => {
    const server = await recordingServer()
    expect(await health(server.ports.http)).toMatchObject({ status: 200, recording: 'ok' })
    // Permissions do not stop the root user; a file where the folder was stops everyone.
    renameSync(media, `${media}.away`)
    writeFileSync(media, '')
    await until('health is failing', async () => (await health(server.ports.http)).status === 503)
    expect((await health(server.ports.http)).recording).toBe('Nothing is recorded: the media folder takes no data')
    await until('no channel is recording', async () => (await server.metric('fleetglass_recorder_channels')) === 0)
    await until('the event is stored', () => diskErrors().length === 1)
    expect(diskErrors()[0]).toEqual({
      change: 'new',
      memo: 'the server does not record: its disk takes no data',
    })
    rmSync(media)
    renameSync(`${media}.away`, media)
    await until('health is good', async () => (await health(server.ports.http)).status === 200)
    await until('it records again', async () => (await server.metric('fleetglass_recorder_channels')) === 1)
    await until('the end of the event is stored', () => diskErrors().length === 2)
    expect(diskErrors()[1]?.change).toBe('cover')
  }, 120_000)

  it('[M5] a folder of one device that cannot be written stops no other device', async () => {
    mkdirSync(media, { recursive: true })
    writeFileSync(join(media, '13900000009'), 'no folder')
    const server = await recordingServer()
    const admin = await ChannelClient.connect(server.ports.main)
    await admin.login('admin', CHILD_PASSWORD)
    await admin.request('D01', { A: '13900000009', C: '1', F: '1' })
    await admin.close()
    const other = await CameraDevice.connect(server.ports.signalling, '13900000009', systemClock, {
      1: clipVideo('13900000009', 1, { lengthS: 120 }),
    })
    ends.push(() => other.close())
    await until('the log names the file', () => server.log().includes('a recording could not be written'))
    expect(server.log()).not.toContain('recording stopped')
    expect((await health(server.ports.http)).status).toBe(200)
  }, 120_000)

  /** Recordings of the last hours on a disk of 96 MB that has no free space. */
  async function fullDisk(overwriteEarly: boolean): Promise<{ server: TestServer; videos: readonly string[] } | null> {
    mkdirSync(media, { recursive: true })
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', media], { stdio: 'ignore' })
    } catch {
      return null
    }
    ends.push(() => execFileSync('umount', ['-l', media]))
    const nowMs = Date.now()
    const clock = fastClock(60, nowMs)
    const first = await startTestServer({ data })
    const admin = await first.login()
    await admin.request('D01', { A: CAMERA, C: '1', F: '1' })
    await admin.close()
    await first.close()
    const videos = Array.from({ length: 60 }, (_, n) =>
      recordVideo(media, { deviceId: CAMERA, channel: 1, startMs: nowMs - 5 * HOUR_MS + n * 60_000 }),
    )
    const server = await startTestServer({ data, clock, config: { overwriteEarly } })
    ends.push(() => server.close())
    await until(
      'the recordings are known',
      async () => /fleetglass_recordings_bytes [1-9]/.test(await (await fetch(`${server.url}/metrics`)).text()),
      60_000,
    )
    // Another program that takes whatever is free, again and again.
    const filler = systemClock.every(20, () => fill(join(media, 'filler')))
    ends.push(() => filler.cancel())
    return { server, videos }
  }

  it('[M4] recordings whose days are not over stay when another program fills the disk', async (context) => {
    const site = await fullDisk(false)
    if (site === null) return context.skip('a disk of its own cannot be mounted here')
    const { server, videos } = site
    await until('health is failing', async () => (await health(server.ports.http)).status === 503, 60_000)
    const full = 'Nothing is recorded: the disk is full'
    await until('health says why', async () => (await health(server.ports.http)).recording === full)
    expect(videos.every((path) => existsSync(path))).toBe(true)
  }, 120_000)

  it('[M4] removing ends where the space that it frees does not stay, with an alarm', async (context) => {
    const site = await fullDisk(true)
    if (site === null) return context.skip('a disk of its own cannot be mounted here')
    const { videos } = site
    await until(
      'the alarm is stored',
      () => diskErrors().some(({ memo }) => memo === 'another program fills the disk of the server'),
      60_000,
    )
    const left = videos.filter((path) => existsSync(path)).length
    expect(left).toBeGreaterThan(30)
    expect(left).toBeLessThan(60)
  }, 120_000)
})

function fill(path: string): void {
  const { bavail, bsize } = statfsSync(join(path, '..'))
  const bytes = bavail * bsize - 64 * 1024
  if (bytes <= 0) return
  try {
    writeFileSync(path, Buffer.alloc(bytes), { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
