import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { until } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import type { ChannelClient } from '../../../test/channel-client.ts'
import { CameraDevice } from '../../../test/devices/camera-device.ts'
import { type ClipVideoOptions, clipVideo } from '../../../test/devices/clip-video.ts'
import { largeVideo } from '../../../test/devices/coded-video.ts'
import { failedMessage, failedStream } from '../../../test/failures.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { StreamClient } from '../../../test/stream-client.ts'

const TERMINAL = '12345678999'
const WITH_G711 = '20232609559'
const WITH_ADPCM = '13800138999'
const WITH_LARGE = '13800138777'
const LARGE_PICTURE = 250_000
const START_MS = Date.UTC(2026, 8, 1, 10, 0, 40)
const START_S = START_MS / 1000
const DAY_S = Date.UTC(2026, 8, 1) / 1000
const cameras: readonly (readonly [string, number, ClipVideoOptions])[] = [
  [TERMINAL, 1, {}],
  [WITH_G711, 1, { clip: 'driver-sub', sound: 'g711a' }],
  [WITH_ADPCM, 2, { clip: 'door-sub', sound: 'adpcm' }],
]
/** A camera whose video does not come for some seconds of this clock is asked anew: a machine that is busy for a moment must not take as long. */
const CLOCK_SPEED = 2
/** Time for the recorders to connect, on a busy machine too, before the video is checked. */
const ARRIVAL_MS = 12_000
const run = promisify(execFile)

const hasFfmpeg = await run('ffprobe', ['-version']).then(
  () => true,
  () => false,
)

describe('a recording and its playback', () => {
  let server: TestServer
  const devices: CameraDevice[] = []
  const viewers: StreamClient[] = []
  let inTheMaking: StreamClient
  /** Begins three seconds before the newest moment. */
  let newcomer: StreamClient
  let playedWhileFilmed = false

  // Three recorders send video for 50 s and more, over the turn of a minute, faster than the clock on the wall.
  beforeAll(async () => {
    const clock = fastClock(CLOCK_SPEED, START_MS - ARRIVAL_MS)
    server = await startTestServer({ clock })
    const link = await server.login()
    for (const [terminal, channel, scene] of cameras) {
      await link.request('D01', { A: terminal, C: String(channel), F: '1' })
      const videos = { [channel]: clipVideo(terminal, channel, { ...scene, lengthS: 66 }) }
      devices.push(await CameraDevice.connect(server.ports.signalling, terminal, clock, videos))
    }
    await link.request('D01', { A: WITH_LARGE, C: '1', F: '1' })
    const large = { 1: largeVideo(WITH_LARGE, 1, LARGE_PICTURE, 12) }
    devices.push(await CameraDevice.connect(server.ports.signalling, WITH_LARGE, clock, large))
    await until('all channels are asked for', () => devices.every((device) => device.asked.length > 0))
    await until('the turn of the minute comes', () => clock.nowMs() > START_MS + 12_000)
    newcomer = await play(clock.nowMs() / 1000 - 3)
    await until('the second minute is on disk', () => minutes(link))
    inTheMaking = await play(Date.UTC(2026, 8, 1, 10, 1) / 1000)
    await inTheMaking.until(() => inTheMaking.video.length > 10, 'the minute that is being written plays')
    await until('the video is over', () => clock.nowMs() > START_MS + 42_000)
    // Some seconds of the video are on their way to the disk; the clock runs faster than the disk.
    const hasEnded = () => newcomer.states.includes('end')
    const isOn = () => (newcomer.video.at(-1)?.timestampMs ?? 0) > START_MS + 30_000
    await newcomer.until(() => hasEnded() || isOn(), 'the newest moment goes on')
    playedWhileFilmed = !hasEnded()
    for (const device of devices) await device.close()
    await link.close()
  }, 90_000)

  async function minutes(link: ChannelClient): Promise<boolean> {
    const { text } = await link.request('Q06', { A: TERMINAL, B: String(DAY_S) })
    return text.indexOf('11') === 600
  }

  afterAll(async () => {
    for (const viewer of viewers) await viewer.close()
    for (const device of devices) await device.close()
    await server.close()
  })

  async function play(spbtime: number, deviceid = TERMINAL): Promise<StreamClient> {
    const parameters = { type: 'lopb', deviceid, channel: 1, streamid: viewers.length + 1, spbtime }
    const viewer = await StreamClient.open(server.ports.streams, parameters)
    viewers.push(viewer)
    return viewer
  }

  function files(terminal: string, channel: number): string[] {
    const folder = join(server.data, 'media', terminal, '20260901', String(channel))
    return readdirSync(folder)
      .sort()
      .map((name) => join(folder, name))
  }

  it('the files are named by minute, channel and day', () => {
    expect(files(TERMINAL, 1).map((path) => path.slice(server.data.length))).toEqual([
      `/media/${TERMINAL}/20260901/1/1000.mp4`,
      `/media/${TERMINAL}/20260901/1/1001.mp4`,
    ])
  })

  it.skipIf(!hasFfmpeg)(
    'ffprobe and ffmpeg read every file without a warning',
    async () => {
      const codecs = new Set<string>()
      for (const path of cameras.flatMap(([terminal, channel]) => files(terminal, channel))) {
        const probe = await run('ffprobe', ['-v', 'warning', '-show_streams', '-of', 'json', path])
        expect(probe.stderr).toBe('')
        const { streams } = JSON.parse(probe.stdout) as { streams: { codec_name: string }[] }
        for (const stream of streams) codecs.add(stream.codec_name)
        const decoded = await run('ffmpeg', ['-v', 'warning', '-i', path, '-f', 'null', '-'])
        expect(decoded.stderr).toBe('')
      }
      // ADPCM has become µ-law.
      expect([...codecs].sort()).toEqual(['h264', 'pcm_alaw', 'pcm_mulaw'])
    },
    60_000,
  )

  it('the minute that is being written plays to its last whole fragment and on as it grows', async () => {
    expect((await inTheMaking.closed).code).toBe(1000)
    const times = inTheMaking.video.map((frame) => frame.timestampMs)
    expect(times[0]).toBeLessThan(START_MS + 22_000)
    expect(inTheMaking.video[0]).toMatchObject({ keyFrame: true, discontinuity: true })
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
  })

  it('at the newest moment the next fragment is waited for, over the turn of the minute, until nothing is recorded', async () => {
    expect(playedWhileFilmed).toBe(true)
    expect((await newcomer.closed).code).toBe(1000)
    expect(newcomer.states.at(-1)).toBe('end')
    const times = newcomer.video.map((frame) => frame.timestampMs)
    expect(times.at(-1)).toBeGreaterThan(START_MS + 38_000)
    const steps = times.slice(1).map((time, index) => time - (times[index] ?? time))
    expect(Math.max(...steps)).toBeLessThan(1_000)
    expect(Math.min(...steps)).toBeGreaterThan(0)
  })

  it('[VCP-057] [VCP-058] [VCP-059] Q06 flags the minutes that have a recording', async () => {
    const link = await server.login()
    const { text } = await link.request('Q06', { A: TERMINAL, B: String(DAY_S) })
    expect(text).toHaveLength(1440)
    expect([...text].flatMap((flag, minute) => (flag === '1' ? [minute] : []))).toEqual([600, 601])
    expect((await link.request('Q06', { A: 'nobody', B: String(DAY_S) })).fields).toMatchObject(
      failedMessage('unknown-device'),
    )
    expect((await link.request('Q06', { A: TERMINAL, B: 'noon' })).fields).toMatchObject(failedMessage('invalid-day'))
    await link.close()
  })

  it('[VCP-062] [VCP-063] [VCP-064] Q08 lists the local days with recordings', async () => {
    const link = await server.login()
    expect((await link.request('Q08', { T: '0' })).text).toBe(DAY_S.toString(16))
    const eastS = 14 * 3600
    expect((await link.request('Q08', { T: String(eastS), A: TERMINAL })).text).toBe(
      (DAY_S + 86_400 - eastS).toString(16),
    )
    expect((await link.request('Q08', { T: 'x' })).fields.R).toBe('0')
    await link.close()
  })

  it('[STRM-07] [STRM-22] [STRM-26] plays from the key frame before the time to the end, in order, and closes with 1000', async () => {
    const viewer = await play(START_S + 15)
    await viewer.until(() => viewer.video.length > 0, 'a picture')
    expect(viewer.texts[0]?.type).toBe('info')
    expect(viewer.video[0]).toMatchObject({ keyFrame: true, discontinuity: true, sequence: 0 })
    expect(viewer.video[0]?.timestampMs).toBeLessThanOrEqual(START_MS + 15_000)
    viewer.say({ cmd: 'speed', value: 4 })
    expect((await viewer.closed).code).toBe(1000)
    expect(viewer.states.at(-1)).toBe('end')
    const times = viewer.video.map((frame) => frame.timestampMs)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    // Over the turn of the minute without a hole: the camera sends about 7 pictures a second.
    const steps = times.slice(1).map((time, index) => time - (times[index] ?? time))
    expect(Math.max(...steps)).toBeLessThan(1000)
    expect(times.at(-1)).toBeGreaterThan(START_MS + 38_000)
  })

  it('[STRM-25] [STRM-28] pauses with pings, ignores what it does not know, seeks and goes on', async () => {
    const viewer = await play(START_S + 10)
    await viewer.until(() => viewer.video.length > 0, 'a picture')
    viewer.say({ cmd: 'speed', value: 0 })
    await viewer.until(() => viewer.states.includes('paused'), 'the pause')
    const shown = viewer.media.length
    await viewer.until(() => viewer.texts.filter((text) => text.type === 'ping').length >= 2, 'two pings')
    expect(viewer.media.length).toBe(shown)
    viewer.say({ cmd: 'dance' })
    viewer.say({ cmd: 'speed', value: 3 })
    viewer.say({ cmd: 'seek', time: START_S + 20 })
    await viewer.until(() => viewer.media.length > shown, 'a picture')
    const next = viewer.media[shown]
    expect(next).toMatchObject({ keyFrame: true, discontinuity: true, sequence: shown })
    expect(Math.abs((next?.timestampMs ?? 0) - (START_MS + 20_000))).toBeLessThan(8_000)
    viewer.say({ cmd: 'stop' })
    expect((await viewer.closed).code).toBe(1000)
  })

  it('[LOPB-45] sound at speed 1, none at 2, key frames only at 8', async () => {
    const sound = await play(START_S, WITH_G711)
    await sound.until(() => sound.media.some((message) => message.kind === 'audio'), 'sound')
    expect(sound.media.find((message) => message.kind === 'audio')).toMatchObject({ codec: 6, discontinuity: true })
    sound.say({ cmd: 'speed', value: 2 })
    await sound.closed
    const lastSound = sound.media.filter((message) => message.kind === 'audio').at(-1)
    const firstFast = sound.states.lastIndexOf('playing')
    expect(firstFast).toBeGreaterThan(0)
    expect(lastSound?.sequence).toBeLessThan(sound.media.at(-1)?.sequence ?? 0)

    const fast = await play(START_S)
    fast.say({ cmd: 'speed', value: 8 })
    await fast.closed
    const afterSwitch = fast.video.slice(fast.video.findLastIndex((frame) => frame.discontinuity))
    expect(afterSwitch.length).toBeGreaterThan(2)
    expect(afterSwitch.every((frame) => frame.keyFrame)).toBe(true)
  })

  it('waits for a viewer that does not read: little is buffered, and no frame is lost', async () => {
    const viewer = await play(START_S - ARRIVAL_MS / 1000, WITH_LARGE)
    await viewer.until(() => viewer.video.length > 0, 'a picture')
    const { _socket: line } = viewer.socket as WebSocket & { readonly _socket: Duplex }
    line.pause()
    viewer.say({ cmd: 'speed', value: 4 })
    const unread = async (): Promise<number> => {
      const text = await (await fetch(`${server.url}/metrics`)).text()
      return Number(/fleetglass_viewers_unread_bytes (\d+)/.exec(text)?.[1])
    }
    await until('what may wait for this viewer waits', async () => (await unread()) > 1024 * 1024)
    // In the time in which another viewer gets several times as much, it would all wait here without a bound. Not all of it: who
    // reads nothing for half a minute of this clock is taken to be gone.
    const reader = await play(START_S - ARRIVAL_MS / 1000, WITH_LARGE)
    await reader.until(() => reader.video.length > 0, 'a picture')
    reader.say({ cmd: 'speed', value: 4 })
    await reader.until(() => reader.video.length > (4 * 1024 * 1024) / LARGE_PICTURE, 'several times as much')
    await reader.close()
    expect(await unread()).toBeLessThan(1024 * 1024 + 2 * LARGE_PICTURE)
    line.resume()
    expect((await viewer.closed).code).toBe(1000)
    expect(viewer.video.map((frame) => frame.sequence)).toEqual(viewer.video.map((_, at) => at))
    expect(viewer.video.length).toBeGreaterThan(100)
  })

  it('[STRM-27] a time without a recording within ten minutes closes with 4410, a bad one with 4404', async () => {
    const DAY = 86_400
    for (const seconds of [3600, -3600, -25 * 365 * DAY]) {
      const viewer = await play(START_S + seconds)
      expect((await viewer.closed).code, String(seconds)).toBe(4410)
      expect(viewer.media).toEqual([])
      expect(viewer.texts.at(-1)).toEqual(failedStream('nothing-recorded'))
    }
    const bad = await play(Number.NaN)
    expect((await bad.closed).code).toBe(4404)
  })

  it('[STRM-27] a seek, and a start that stays at one picture, of 25 years before close with 4410', async () => {
    const longAgo = START_S - 25 * 365 * 86_400
    const playing = await play(START_S)
    await playing.until(() => playing.video.length > 0, 'it plays')
    playing.say({ cmd: 'seek', time: longAgo })
    expect((await playing.closed).code).toBe(4410)
    const parameters = { type: 'lopb', deviceid: TERMINAL, channel: 1, streamid: 99, spbtime: longAgo, speed: 0 }
    const paused = await StreamClient.open(server.ports.streams, parameters)
    viewers.push(paused)
    expect((await paused.closed).code).toBe(4410)
    expect(paused.media).toEqual([])
  })

  it('[STRM-27] begins with a recording that starts some minutes later', async () => {
    const early = await play(START_S - 300)
    await early.until(() => early.video.length > 0, 'it plays')
    expect(early.video[0]?.timestampMs).toBeGreaterThan(START_MS - 60_000)
  })
})
