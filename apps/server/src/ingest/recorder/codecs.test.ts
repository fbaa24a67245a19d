import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from '@fleetglass/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { CameraDevice, hasCaptures, readCapture, type TestVideo } from '../../../test/devices/camera-device.ts'
import { codedVideo, h265Pictures } from '../../../test/devices/coded-video.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'

const run = promisify(execFile)
const START_MS = Date.UTC(2026, 8, 1, 10, 0, 5)
const hasFfmpeg = await run('ffmpeg', ['-version']).then(
  () => true,
  () => false,
)

interface Probe {
  readonly streams: readonly { codec_name: string; width?: number; sample_rate?: string }[]
}

describe.skipIf(!hasFfmpeg)('recordings of every codec, read by ffmpeg', () => {
  const ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  /** Records videos for a time of the site's clock, each from its own device. */
  async function record(
    videos: readonly { terminal: string; channel: number; clip: TestVideo }[],
    forMs: number,
    factor: number,
  ) {
    const clock = fastClock(factor, START_MS)
    const server = await startTestServer({ clock })
    ends.push(() => server.close())
    const link = await server.login()
    const devices: CameraDevice[] = []
    for (const { terminal, channel, clip } of videos) {
      await link.request('D01', { A: terminal, C: String(channel), F: '1' })
      devices.push(await CameraDevice.connect(server.ports.signalling, terminal, clock, { [channel]: clip }))
    }
    await link.close()
    const begunMs = clock.nowMs()
    await until('the videos are over', () => clock.nowMs() - begunMs > forMs, 60_000)
    for (const device of devices) await device.close()
    // What is gathered goes to the files when their channels end.
    await until('all is written', async () => /recorder_channels 0/.test(await metrics(server)))
    return server
  }

  async function metrics(server: TestServer): Promise<string> {
    return (await fetch(`${server.url}/metrics`)).text()
  }

  function files(server: TestServer, terminal: string, channel: number): string[] {
    const folder = join(server.data, 'media', terminal, '20260901', String(channel))
    return readdirSync(folder)
      .sort((a, b) => a.replace('.mp4', '').localeCompare(b.replace('.mp4', ''), 'en', { numeric: true }))
      .map((name) => join(folder, name))
  }

  /** What the file holds; ffprobe and ffmpeg must have nothing to say. */
  async function probe(path: string): Promise<Probe> {
    const probed = await run('ffprobe', ['-v', 'warning', '-show_streams', '-of', 'json', path])
    expect(probed.stderr).toBe('')
    expect((await run('ffmpeg', ['-v', 'warning', '-i', path, '-f', 'null', '-'])).stderr).toBe('')
    return JSON.parse(probed.stdout) as Probe
  }

  /** Loudness of the tone and of what is beside it, dB. */
  async function loudness(path: string, filter: string): Promise<number> {
    const { stderr } = await run('ffmpeg', ['-i', path, '-vn', '-af', `${filter},volumedetect`, '-f', 'null', '-'])
    return Number(/mean_volume: (\S+) dB/.exec(stderr)?.[1])
  }

  it('H.265 with AAC, and with G.726 of each rate, whose tone is detected', async () => {
    const sounds = ['aac', 'g726-16', 'g726-24', 'g726-32', 'g726-40'] as const
    const pictures = h265Pictures()
    const videos = sounds.map((sound, at) => {
      const terminal = `1390000000${at + 1}`
      return { terminal, channel: 1, clip: codedVideo(terminal, 1, pictures, sound) }
    })
    const server = await record(videos, 8_000, 4)
    for (const [at, { terminal }] of videos.entries()) {
      const [path, ...more] = files(server, terminal, 1)
      expect(more).toEqual([])
      const { streams } = await probe(path as string)
      const audio = at === 0 ? 'aac' : 'pcm_mulaw'
      expect(streams.map((stream) => stream.codec_name)).toEqual(['hevc', audio])
      // A wrong rate or packing makes noise of it.
      const tone = await loudness(path as string, 'bandpass=f=440:width_type=h:w=50')
      const beside = await loudness(path as string, 'bandreject=f=440:width_type=h:w=200')
      expect(tone - beside, sounds[at]).toBeGreaterThan(at === 0 ? 10 : 6)
    }
  }, 90_000)

  it.skipIf(!hasCaptures)(
    'a device that changes its stream inside the connection: a new file at each change',
    async () => {
      const terminal = '12345678999'
      const clip = readCapture('smallchi-jt1078-5.bin')
      const server = await record([{ terminal, channel: 3, clip }], clip.lengthMs + 2_000, 16)
      const widths: (number | undefined)[] = []
      for (const path of files(server, terminal, 3)) {
        const { streams } = await probe(path)
        const width = streams.find((stream) => stream.width !== undefined)?.width
        if (widths.at(-1) !== width) widths.push(width)
      }
      expect(widths).toEqual([352, 1280, 352])
      const dropped = /frames_dropped_total\{reason="(?!no-key-frame)[^}]*\} [1-9]/.exec(await metrics(server))
      expect(dropped).toBeNull()
    },
    90_000,
  )
})
