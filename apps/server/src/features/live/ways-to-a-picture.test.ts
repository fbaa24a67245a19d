// Main and sub stream, the startup trace, random streams and positions: one site for all, since a site takes a moment to start.

import { fullAccess } from '@fleetglass/contract/access'
import type { StartupTrace } from '@fleetglass/contract/streams'
import { nalUnits } from '@fleetglass/media'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addGroup, addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { CameraDevice, type ChannelVideos, type TestVideo } from '../../../test/devices/camera-device.ts'
import { clipPictures, clipVideo } from '../../../test/devices/clip-video.ts'
import { positionMessage } from '../../../test/devices/device-client.ts'
import { failedStream } from '../../../test/failures.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { StreamClient } from '../../../test/stream-client.ts'

const SPEED = 8
const BEGIN_MS = Date.UTC(2026, 8, 1, 10, 0, 0)
const [FIRST, SECOND, UNKNOWN_DEVICE] = ['13000000001', '13000000002', '13000000099']
const OTHERS = ['13000000003', '13000000004', '13000000005']

const clock = fastClock(SPEED, BEGIN_MS)
const opened: { close(): Promise<unknown> }[] = []
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ clock })
  const link = await server.login()
  for (const deviceId of [FIRST, SECOND, ...OTHERS]) await link.request('D01', { A: deviceId, C: '16', F: '0' })
  await link.close()
  await addGroup(server, { id: 2, name: 'North' })
  await addUsers(
    server,
    { name: 'operator', permission: 1, access: fullAccess },
    { name: 'north', permission: 1, access: fullAccess, groupId: 2 },
  )
})
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})
afterAll(() => server.close())

async function scene(deviceId: string, videos: Record<number, ChannelVideos>): Promise<CameraDevice> {
  const device = await CameraDevice.connect(server.ports.signalling, deviceId, clock, videos)
  opened.push(device)
  return device
}

async function watch(parameters: Record<string, string | number> = {}): Promise<StreamClient> {
  const viewer = await StreamClient.open(server.ports.streams, { deviceid: FIRST, channel: 1, ...parameters })
  opened.push(viewer)
  return viewer
}

function traces(viewer: StreamClient): StartupTrace[] {
  return viewer.texts.filter((text) => text.type === 'ladder')
}

async function traceOf(viewer: StreamClient, what: string, fits: (trace: StartupTrace) => boolean) {
  await viewer.until(() => traces(viewer).some(fits), what)
  return traces(viewer).find(fits) as StartupTrace
}

const call = async (path: string, body: object, user = ADMIN): Promise<Record<string, unknown>> => {
  const credentials = { username: user, password: sha256(ADMIN_PASSWORD) }
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ ...credentials, ...body }) }
  return (await (await fetch(`${server.url}${path}`, init)).json()) as Record<string, unknown>
}

/** The picture itself, without the parameter sets that may stand before it. */
const sliceOf = (picture: Uint8Array): string =>
  Buffer.from([...nalUnits(picture)].at(-1) ?? new Uint8Array()).toString('latin1')

const both = (terminal: string, channel: number) => ({
  main: clipVideo(terminal, channel, { clip: 'road' }),
  sub: clipVideo(terminal, channel),
})

describe('main and sub stream', () => {
  it('[STRM-35] are two streams of the device, each shared by its viewers', async () => {
    const device = await scene(FIRST, { 1: both(FIRST, 1) })
    const viewers = await Promise.all([watch({ main: 0 }), watch({ main: 1 }), watch({ main: 0 }), watch()])
    for (const viewer of viewers) await viewer.until(() => viewer.video.length >= 5, 'pictures')
    expect(viewers.map(({ video }) => video[4]?.mainStream)).toEqual([false, true, false, true])
    expect(device.asked).toHaveLength(2)
    expect(device.asked).toEqual(
      expect.arrayContaining([
        { channel: 1, stream: 0 },
        { channel: 1, stream: 1 },
      ]),
    )
  })

  it('[STRM-19] a viewer who changes over loses no picture of the old one before the first of the new one', async () => {
    const { main, sub } = both(FIRST, 2)
    let buffered = true
    const packets = main.packets.map(({ bytes, atMs }) => ({
      bytes,
      get atMs() {
        return buffered ? Number.POSITIVE_INFINITY : atMs
      },
    }))
    const device = await scene(FIRST, { 2: { main: { ...main, packets }, sub } })
    const viewer = await watch({ channel: 2, main: 0 })
    await viewer.until(() => viewer.video.length >= 20, 'twenty pictures')
    viewer.say({ cmd: 'main', value: 1 })
    await until('the main stream is asked for', () => device.asked.length === 2)
    const meanwhile = viewer.video.length + 10
    await viewer.until(() => viewer.video.length >= meanwhile, 'the sub stream goes on')
    buffered = false
    await viewer.until(() => viewer.video.filter((frame) => frame.mainStream).length >= 10, 'the main stream')
    const at = viewer.video.findIndex((frame) => frame.mainStream)
    expect(viewer.video[at]).toMatchObject({ keyFrame: true, discontinuity: true })
    expect(viewer.video.slice(0, at).some((frame) => frame.mainStream)).toBe(false)
    expect(viewer.video.slice(at).every((frame) => frame.mainStream)).toBe(true)
    expect(viewer.video.slice(1, at).some((frame) => frame.discontinuity)).toBe(false)
    const clip = clipPictures('road-sub').map(sliceOf)
    const numbers = viewer.video.slice(0, at).map(({ payload }) => clip.indexOf(sliceOf(payload)))
    expect(numbers).toEqual(numbers.map((_, step) => ((numbers[0] ?? 0) + step) % clip.length))
    expect(viewer.media.map((frame) => frame.sequence)).toEqual(viewer.media.map((_, index) => index))
    await until('the sub stream is ended', () => device.endedStreams.length > 0)
    expect(device.endedStreams[0]).toEqual({ channel: 2, stream: 1 })
    const shown = viewer.video.length
    await viewer.until(() => viewer.video.length > shown + 5, 'the main stream goes on')
  })

  it('a device with only one of both is shown with the one it has, and the viewer is notified', async () => {
    const device = await scene(FIRST, { 3: { main: clipVideo(FIRST, 3) } })
    const viewer = await watch({ channel: 3, main: 0 })
    await viewer.until(() => viewer.video.length >= 3, 'pictures')
    expect(viewer.video[0]?.mainStream).toBe(true)
    expect(device.asked.map(({ stream }) => stream)).toEqual([1, 0])
    const received = await traceOf(viewer, 'the other stream', ({ evidence }) => evidence.length > 0)
    expect(received).toMatchObject({ main: 0, evidence: [{ kind: 'other-stream', count: 1 }] })
  })
})

describe('why is there no picture', () => {
  it('reports each step with its time and its details', async () => {
    await scene(FIRST, { 4: both(FIRST, 4) })
    const viewer = await watch({ channel: 4, main: 1 })
    const whole = await traceOf(viewer, 'all steps', ({ steps }) => steps.length === 5)
    expect(whole).toMatchObject({ deviceid: FIRST, channel: 4, main: 1, attempt: 0, waitsFor: null, failed: null })
    expect(whole.steps.map(({ step }) => step)).toEqual([
      'asked',
      'acknowledged',
      'connected',
      'first-packet',
      'first-key-frame',
    ])
    const [asked, acknowledged, connected, packet, key] = whole.steps
    expect(asked?.fact).toContain('main stream')
    expect(acknowledged?.fact).toContain(`127.0.0.1, port ${server.ports.media}`)
    expect(connected?.fact).toMatch(/127\.0\.0\.1:\d+/)
    expect(key?.fact).toMatch(/^H\.264, \d+ x \d+$/)
    expect(connected?.atMs).toBeLessThanOrEqual(packet?.atMs ?? 0)
    expect(asked?.atMs).toBeLessThanOrEqual(connected?.atMs ?? 0)
    expect(asked?.atMs).toBeGreaterThanOrEqual(BEGIN_MS)
    expect(traces(viewer)[0]).toMatchObject({ waitsFor: expect.stringMatching(/^acknowledged|connected$/) })
    const answer = await call('/gkdevice/streamladder', { deviceid: FIRST, channel: 4, main: 1 })
    expect(answer).toEqual({ ladder: whole })
    expect(await call('/gkdevice/streamladder', { deviceid: FIRST, channel: 16 })).toEqual({ ladder: null })
    const unknown = await call('/gkdevice/streamladder', { deviceid: 'unknown', channel: 1 })
    expect(await call('/gkdevice/streamladder', { deviceid: FIRST, channel: 4 }, 'north')).toEqual(unknown)
  })

  it('reports a connection that is not made, also when no client watches any more', async () => {
    await scene(FIRST, {})
    const viewer = await watch({ channel: 5, main: 1 })
    expect((await viewer.closed).code).toBe(4500)
    const failed = traces(viewer).at(-1)
    expect(failed).toMatchObject({ waitsFor: null, failed: { step: 'connected', reason: 'no-connection' } })
    expect(failed?.failed?.detail).toMatch(/Check.*port/)
    await viewer.close()
    await expect
      .poll(() => call('/gkdevice/streamladder', { deviceid: FIRST, channel: 5, main: 1 }))
      .toMatchObject({ ladder: { failed: { step: 'connected' } } })
  })

  it('accepts video under another number from the address of the only device that is waited for, and reports it', async () => {
    await scene(FIRST, { 6: clipVideo(UNKNOWN_DEVICE, 6) })
    const viewer = await watch({ channel: 6, main: 0 })
    await viewer.until(() => viewer.video.length >= 3, 'pictures')
    const received = await traceOf(viewer, 'the number', ({ evidence }) => evidence.length > 0)
    expect(received.evidence).toMatchObject([
      { kind: 'number-mismatch', detail: expect.stringContaining(UNKNOWN_DEVICE) },
    ])
  })

  it('video under another number is nobody’s where two devices of one address are waited for', async () => {
    await Promise.all([scene(FIRST, { 7: clipVideo(UNKNOWN_DEVICE, 7) }), scene(SECOND, {})])
    const second = await watch({ deviceid: SECOND, channel: 7, main: 0 })
    await traceOf(second, 'the second is waited for', ({ waitsFor }) => waitsFor === 'connected')
    const first = await watch({ channel: 7, main: 0 })
    const isReported = ({ evidence }: StartupTrace) => evidence.some(({ kind }) => kind === 'number-mismatch')
    expect((await traceOf(first, 'the number', isReported)).evidence[0]?.detail).toMatch(/several devices.*not taken/)
    await traceOf(second, 'the number', isReported)
    expect([...first.media, ...second.media]).toEqual([])
  })

  it('reports data that is not JT/T 1078, another channel and another codec separately', async () => {
    const junk: TestVideo = { packets: [{ bytes: new Uint8Array(400_000).fill(0x41), atMs: 0 }], lengthMs: 0 }
    const mpeg4: TestVideo = recoded(clipVideo(FIRST, 10), 97)
    await scene(FIRST, { 8: junk, 9: clipVideo(FIRST, 11), 10: mpeg4 })
    for (const [channel, kind, words] of [
      [8, 'junk', /not JT\/T 1078/],
      [9, 'other-channel', /channel 11/],
      [10, 'unknown-codec', /coding 97.*H\.264 or H\.265/],
    ] as const) {
      const viewer = await watch({ channel, main: 0 })
      const received = await traceOf(viewer, kind, ({ evidence }) => evidence.length > 0)
      expect(received.evidence[0]).toMatchObject({ kind, detail: expect.stringMatching(words) })
      if (kind !== 'unknown-codec') continue
      expect((await viewer.closed).code).toBe(4500)
      expect(viewer.texts.at(-1)).toEqual(failedStream('stream-no-media'))
    }
  })

  it('reports a channel without a key frame for a long time, waits for the key frame and shows it', async () => {
    const whole = clipVideo(FIRST, 12)
    const packets = whole.packets.filter(({ bytes, atMs }) => atMs > 16_000 || (bytes[15] ?? 0) >> 4 !== 0)
    await scene(FIRST, { 12: renumbered({ ...whole, packets }) })
    const viewer = await watch({ channel: 12, main: 0 })
    const received = await traceOf(viewer, 'no key frame', ({ evidence }) => evidence.length > 0)
    expect(received).toMatchObject({ waitsFor: 'first-key-frame', evidence: [{ kind: 'no-key-frame', count: 50 }] })
    await viewer.until(() => viewer.video.length >= 2, 'pictures')
    expect(viewer.video[0]).toMatchObject({ keyFrame: true, discontinuity: true })
  })
})

describe('streams without a picture of one device', () => {
  it('[STRM-06] [STRM-34] a random stream shows a device that is online, each streamid another one, and goes on when it leaves', async () => {
    const devices = new Map<string, CameraDevice>()
    for (const deviceId of [FIRST, SECOND]) devices.set(deviceId, await scene(deviceId, { 1: clipVideo(deviceId, 1) }))
    const random = (streamid: number) => watch({ deviceid: '*', channel: 0, streamid })
    const shown = (viewer: StreamClient) => viewer.texts.filter((text) => text.type === 'info').at(-1)?.deviceid ?? ''
    const viewers = [await random(1)]
    await viewers[0]?.until(() => (viewers[0]?.video.length ?? 0) >= 2, 'pictures')
    viewers.push(await random(2))
    for (const viewer of viewers) await viewer.until(() => viewer.video.length >= 2, 'pictures')
    const chosen = viewers.map(shown)
    expect(chosen.toSorted()).toEqual([FIRST, SECOND])
    expect(viewers[0]?.video[0]).toMatchObject({ channel: 1, keyFrame: true })
    const [stays = '', leaves = ''] = chosen
    await devices.get(leaves)?.close()
    const [, mover] = viewers as [StreamClient, StreamClient]
    await mover.until(() => shown(mover) === stays, 'another device')
    const seen = mover.video.length
    await mover.until(() => mover.video.length > seen, 'its picture')
    // However the client writes its JSON.
    mover.socket.send('{ "cmd": "stop" }')
    expect((await mover.closed).code).toBe(1000)
  })

  it('[STRM-34] five random streams of five devices show each another one', async () => {
    const ids = [FIRST, SECOND, ...OTHERS]
    for (const deviceId of ids) await scene(deviceId, { 1: clipVideo(deviceId, 1) })
    const shown = async (streamid: number) => {
      const viewer = await watch({ deviceid: '*', channel: 0, streamid })
      await viewer.until(() => viewer.video.length > 0, 'a picture')
      return viewer.texts.findLast((text) => text.type === 'info')?.deviceid
    }
    const all = []
    for (const streamid of [1, 2, 3, 4, 5]) all.push(await shown(streamid))
    expect(all.toSorted()).toEqual(ids)
  })

  it('[STRM-34] [STRM-39] a random stream is for permission 0, needs its streamid and a device that is online', async () => {
    const close = async (parameters: Record<string, string | number>) =>
      (await (await watch({ deviceid: '*', streamid: 1, ...parameters })).closed).code
    expect(await close({ user: 'operator' })).toBe(4403)
    expect(await close({ password: 'F'.repeat(64) })).toBe(4401)
    expect(await close({ streamid: 'x' })).toBe(4404)
    await expect.poll(() => close({})).toBe(4409)
    const alone = await watch({ deviceid: '*', streamid: 1 })
    await alone.closed
    expect(alone.texts).toEqual([failedStream('no-camera-online')])
  })

  it('[REPB-40] a gps stream says each place the device reports', async () => {
    const device = await scene(FIRST, {})
    const viewer = await watch({ type: 'gps' })
    await viewer.until(() => viewer.texts.length > 0, 'the first message')
    expect(viewer.texts[0]).toMatchObject({ type: 'info', deviceid: FIRST })
    const places = [24.5, 24.6, 24.7]
    const nowS = Math.floor(clock.nowMs() / 1000)
    for (const [at, lat] of places.entries()) {
      device.signalling.send(positionMessage(nowS + at, { latE6: lat * 1e6, lngE6: 120_500_000 }))
    }
    await viewer.until(() => viewer.texts.filter((text) => text.type === 'gps').length === places.length, 'all places')
    expect(viewer.texts.slice(1)).toEqual(
      places.map((lat, at) => ({
        type: 'gps',
        time: nowS + at,
        lat,
        lng: 120.5,
        // 45.5 km/h, to the east.
        speedInKmh: 45.5,
        trackingAngle: 90,
      })),
    )
    expect(viewer.media).toEqual([])
    expect((await (await watch({ type: 'gps', user: 'north' })).closed).code).toBe(4404)
  })
})

/** Packets as if none had been left out. */
function renumbered({ packets, lengthMs }: TestVideo): TestVideo {
  const changed = packets.map(({ bytes, atMs }, at) => {
    const copy = Uint8Array.from(bytes)
    copy[6] = at >> 8
    copy[7] = at
    return { bytes: copy, atMs }
  })
  return { packets: changed, lengthMs }
}

/** The same packets with another payload type. */
function recoded({ packets, lengthMs }: TestVideo, payloadType: number): TestVideo {
  const changed = packets.map(({ bytes, atMs }) => {
    const copy = Uint8Array.from(bytes)
    copy[5] = ((copy[5] ?? 0) & 0x80) | payloadType
    return { bytes: copy, atMs }
  })
  return { packets: changed, lengthMs }
}
