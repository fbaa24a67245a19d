// Poor connections of devices and viewers: gaps are reported, and no picture comes from another camera.
import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { nalUnits } from '@fleetglass/media'
import { afterEach, expect, it } from 'vitest'
import { sha256 } from '../channel-client.ts'
import { CameraDevice, type Dial, type TestVideo } from '../devices/camera-device.ts'
import { clipPictures, clipVideo } from '../devices/clip-video.ts'
import { largeVideo } from '../devices/coded-video.ts'
import { fastClock } from '../fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../harness.ts'
import { type ReceivedMedia, StreamClient } from '../stream-client.ts'
import { BadLink } from './bad-link.ts'

const SPEED = 4
/** A busy machine takes long for what is short on one that is not. */
const PATIENCE = { timeout: 90_000 }
/** From the end of a picture, which is shown for so long, to the one behind it. */
const [GAP_MS, PICTURE_MS] = [1_000, 100]
const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

function stored<T extends { close(): Promise<unknown> }>(one: T): T {
  opened.push(one)
  return one
}

async function serverWith(clock: ReturnType<typeof fastClock>, channels: number, ...terminals: readonly string[]) {
  const server = stored(await startTestServer({ clock }))
  const operator = await server.login()
  for (const terminal of terminals) await operator.request('D01', { A: terminal, C: String(channels), F: '1' })
  await operator.close()
  return server
}

/** The same lines in each run of the suite; others by hand. */
const seed = Number(process.env.FLEETGLASS_LINES_SEED ?? 21)
/** Streams that one viewer opens at most. */
const STREAMS = 40

it(
  `[STRM-21] on connections that are delayed and cut at random (seed ${seed}) gaps are reported as gaps, live and recorded, and no picture comes from another camera`,
  PATIENCE,
  async () => {
    const clock = fastClock(SPEED, Date.UTC(2026, 8, 1, 10, 0, 0))
    const random = numbers(seed)
    const link = stored(await BadLink.open({ clock, random, delayMs: 120, piecesACut: 90 }))
    const cameras = [
      { terminal: '12345678901', channel: 1, clip: 'road-sub' },
      { terminal: '12345678901', channel: 2, clip: 'driver-sub' },
      { terminal: '12345678902', channel: 1, clip: 'door-sub' },
      { terminal: '12345678902', channel: 2, clip: 'rear-sub' },
    ] as const
    const terminals = [...new Set(cameras.map(({ terminal }) => terminal))]
    const server = await serverWith(clock, 2, ...terminals)
    const fromS = Math.floor(clock.nowMs() / 1000)
    for (const terminal of terminals) {
      const videos = cameras.filter((camera) => camera.terminal === terminal)
      const byChannel = Object.fromEntries(
        videos.map(({ channel, clip }) => [channel, clipVideo(terminal, channel, { clip, lengthS: 120 })]),
      )
      stored(await CameraDevice.connect(server.ports.signalling, terminal, clock, byChannel, link.dial))
    }
    const watched = await Promise.all(
      cameras.map(async ({ terminal: deviceid, channel, clip }) => {
        for (const video of await watchGaps(server, { deviceid, channel })) expectOneCamera(video, clip, true)
        const part = { type: 'lopb', deviceid, channel, spbtime: fromS }
        const recorded = stored(await StreamClient.open(server.ports.streams, part))
        recorded.say({ cmd: 'speed', value: 2 })
        await recorded.until(() => recorded.video.length >= 45, 'what was recorded')
        expectOneCamera(recorded.video, clip, false)
      }),
    )
    expect(watched).toHaveLength(cameras.length)
    expect(link.cuts).toBeGreaterThanOrEqual(cameras.length)
  },
)

/** Watches until there were two gaps, each reported in the stream or by its end, which is opened again; what came, by stream. */
async function watchGaps(server: TestServer, of: { deviceid: string; channel: number }): Promise<ReceivedMedia[][]> {
  const streams: ReceivedMedia[][] = []
  while (streams.length < STREAMS) {
    const viewer = stored(await StreamClient.open(server.ports.streams, of))
    const all = () => [...streams, viewer.video]
    // The first picture of each stream begins it.
    const gaps = () => all().reduce((sum, video) => sum + video.filter(({ discontinuity }) => discontinuity).length, -1)
    const isEnough = () => gaps() >= 2 && all().flat().length >= 60
    const ended = await viewer.until(isEnough, 'two gaps').then(
      () => false,
      (error: unknown) => {
        if (viewer.socket.readyState !== viewer.socket.CLOSED) throw error
        return true
      },
    )
    if (!ended) return all()
    streams.push(viewer.video)
  }
  throw new Error(`${STREAMS} streams of ${of.deviceid}, channel ${of.channel}, and not two gaps`)
}

it(
  '[STRM-36] a viewer who reads a byte a second loses pictures, is bounded, and costs the others none',
  PATIENCE,
  async () => {
    const clock = fastClock(SPEED, Date.UTC(2026, 8, 1, 10, 0, 0))
    const terminal = '12345678903'
    const server = await serverWith(clock, 1, terminal)
    // A picture is sent when the fast viewer has the one before it, so that it is never behind, however busy the machine.
    const [first = [], ...others] = byPicture(largeVideo(terminal, 1, 500_000, 5))
    const lines: Socket[] = []
    const dial: Dial = (host, port) => {
      const line = connect(port, host)
      lines.push(line)
      return line
    }
    const scene: TestVideo = { packets: first, lengthMs: 0 }
    stored(await CameraDevice.connect(server.ports.signalling, terminal, clock, { 1: scene }, dial))
    const slow = slowViewer(server, terminal)
    const reading = clock.every(1_000, () => slow.read(1))
    const quick = stored(await StreamClient.open(server.ports.streams, { deviceid: terminal, channel: 1 }))
    await quick.until(() => quick.video.length > 0, 'the first picture')
    await until('both are there', async () => (await metric(server, 'viewers')) === 2)
    for (const [at, packets] of others.entries()) {
      for (const { bytes } of packets) lines[0]?.write(bytes)
      await quick.until(() => quick.video.length > at + 1, 'the next picture')
    }
    expect(await metric(server, 'viewer_frames_dropped_total')).toBeGreaterThan(5)
    // What waits for the viewer: 4 MiB, the picture that went over it, and texts.
    expect(await metric(server, 'viewers_unread_bytes')).toBeLessThan(5 * 1024 * 1024)
    // What one loses is counted too: a number that is missing would be a picture that is.
    expect(quick.video.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: others.length + 1 }, (_, at) => at),
    )
    reading.cancel()
    slow.destroy()
  },
)

function byPicture({ packets }: TestVideo): TestVideo['packets'][] {
  return [...Map.groupBy(packets, ({ atMs }) => atMs).values()]
}

/** All pictures are of this clip, and none goes back without a word. Where one does not follow the one before it, a key frame says so. */
function expectOneCamera(
  video: readonly ReceivedMedia[],
  clip: Parameters<typeof clipPictures>[0],
  live: boolean,
): void {
  const follows = successorsOf(clip)
  const prints = video.map(({ payload }) => printOf(payload))
  expect(prints.filter((print) => !follows.has(print))).toEqual([])
  for (const [at, { discontinuity, keyFrame, timestampMs }] of video.entries()) {
    const before = video[at - 1]
    const isNext = before !== undefined && follows.get(prints[at - 1] ?? '')?.includes(prints[at] ?? '') === true
    if (discontinuity || !isNext) expect([at, keyFrame]).toEqual([at, true])
    const stepMs = timestampMs - (before?.timestampMs ?? timestampMs)
    // STRM-20.
    if (!discontinuity) expect([at, stepMs]).toEqual([at, Math.max(0, stepMs)])
    // A recording shows a shorter gap by its times alone.
    if (live ? !isNext : stepMs > GAP_MS + PICTURE_MS) expect([at, stepMs, discontinuity]).toEqual([at, stepMs, true])
  }
}

/** By the print of a picture those that may come behind it. */
function successorsOf(clip: Parameters<typeof clipPictures>[0]): ReadonlyMap<string, readonly string[]> {
  const pictures = clipPictures(clip).map(printOf)
  const follows = new Map<string, string[]>()
  for (const [at, print] of pictures.entries()) {
    const next = pictures[(at + 1) % pictures.length] as string
    follows.set(print, [...(follows.get(print) ?? []), next])
  }
  return follows
}

/** Of the slice: what stands before it the server may repeat. */
function printOf(picture: Uint8Array): string {
  return createHash('sha1')
    .update(nalUnits(picture).at(-1) ?? new Uint8Array())
    .digest('base64')
}

function slowViewer({ ports }: TestServer, deviceid: string) {
  const query = new URLSearchParams({ deviceid, channel: '1', user: ADMIN, password: sha256(ADMIN_PASSWORD) })
  const socket = connect(ports.streams, '127.0.0.1')
  socket.on('error', () => {})
  // A reader that listens for `readable` and does not read holds the sender up.
  socket.on('readable', () => {})
  const head = [`GET /ws.cgi?${query} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: Upgrade', 'Upgrade: websocket']
  const asks = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
  socket.write(`${[...head, ...asks].join('\r\n')}\r\n\r\n`)
  return socket
}

async function metric(server: TestServer, name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(new RegExp(`^fleetglass_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
}

/** Numbers from 0 to 1 that a printed seed brings back. */
function numbers(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}
