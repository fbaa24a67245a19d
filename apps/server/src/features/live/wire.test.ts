// The bytes and texts of `ws.cgi` as a client gets them that shares no code with the server.
import { until } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sha256 } from '../../../test/channel-client.ts'
import { CameraDevice, type TestVideo } from '../../../test/devices/camera-device.ts'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'

const TERMINAL = '13811112222'
const BEGIN_MS = Date.UTC(2026, 8, 1, 10)
const START_CODE = [0, 0, 0, 1]

/** Sound that is recorded as another coding than it has, with its payload type in each packet. */
const sounds = [
  ['G.711A', 3, 6],
  ['G.711U', 4, 7],
  ['G.726', 5, 8],
  ['AAC', 6, 19],
  ['ADPCM', 7, 26],
] as const

let server: TestServer
let device: CameraDevice
const clock = fastClock(4, BEGIN_MS)

beforeAll(async () => {
  server = await startTestServer({ clock })
  const link = await server.login()
  await link.request('D01', { A: TERMINAL, C: '8', F: '0' })
  await link.close()
  const spoken = ([, channel, type]: (typeof sounds)[number]) => {
    const scene = clipVideo(TERMINAL, channel, { sound: type === 26 ? 'adpcm' : 'g711a' })
    return [channel, type === 26 ? scene : withSoundType(scene, type)] as const
  }
  const videos: Record<number, TestVideo | { main: TestVideo; sub: TestVideo }> = {
    1: { main: clipVideo(TERMINAL, 1, { clip: 'road' }), sub: clipVideo(TERMINAL, 1) },
    2: clipVideo(TERMINAL, 2, { clip: 'road', codec: 'h265' }),
    ...Object.fromEntries(sounds.map(spoken)),
  }
  device = await CameraDevice.connect(server.ports.signalling, TERMINAL, clock, videos)
})

afterAll(async () => {
  await device.close()
  await server.close()
})

/** Audio packets (data type 3) with another payload type; the body stays as it is. */
function withSoundType({ packets, lengthMs }: TestVideo, payloadType: number): TestVideo {
  const changed = packets.map(({ bytes, atMs }) => {
    const copy = Uint8Array.from(bytes)
    if ((copy[15] ?? 0) >> 4 === 3) copy[5] = ((copy[5] ?? 0) & 0x80) | payloadType
    return { bytes: copy, atMs }
  })
  return { packets: changed, lengthMs }
}

interface Wire {
  readonly binary: Buffer[]
  readonly texts: Record<string, unknown>[]
  readonly socket: WebSocket
}

/** Looks until the condition holds, and closes. */
async function watch(parameters: Record<string, string | number>, enough: (wire: Wire) => boolean): Promise<Wire> {
  const query = new URLSearchParams({ user: ADMIN, password: sha256(ADMIN_PASSWORD), deviceid: TERMINAL })
  for (const [name, value] of Object.entries(parameters)) query.set(name, String(value))
  const socket = new WebSocket(`ws://127.0.0.1:${server.ports.streams}/ws.cgi?${query}`, { perMessageDeflate: false })
  const wire: Wire = { binary: [], texts: [], socket }
  socket.on('message', (data, isBinary) => {
    if (isBinary) wire.binary.push(data as Buffer)
    else wire.texts.push(JSON.parse(String(data)) as Record<string, unknown>)
  })
  await until('enough has come', () => enough(wire), 60_000)
  socket.close()
  return wire
}

const VIDEO = 1
const AUDIO = 2
const ofKind = (wire: Wire, kind: number) => wire.binary.filter((message) => message[3] === kind)
const timeOf = (message: Buffer) => Number(message.readBigUInt64BE(8))

describe('a message of media', () => {
  it('[STRM-17] [STRM-20] [STRM-21] [STRM-22] is 24 big-endian bytes and a complete picture, counted from 0, with the unix time in milliseconds', async () => {
    const beganMs = clock.nowMs()
    const wire = await watch({ channel: 1, main: 1 }, ({ binary }) => binary.length >= 40)
    const endedMs = clock.nowMs()
    for (const [at, message] of wire.binary.entries()) {
      expect([...message.subarray(0, 5)]).toEqual([0x56, 0x46, 1, VIDEO, 98])
      expect([...message.subarray(6, 8)]).toEqual([1, 0])
      expect(message.readUInt32BE(16)).toBe(at)
      expect(message.readUInt32BE(20)).toBe(message.length - 24)
      expect([...message.subarray(24, 28)]).toEqual(START_CODE)
    }
    // A key frame comes with its parameter sets: 7 and 8 stand before 5.
    const isKey = (message: Buffer) => ((message[5] ?? 0) & 1) === 1
    expect(isKey(wire.binary[0] as Buffer)).toBe(true)
    for (const message of wire.binary) {
      const types = nalTypes(message.subarray(24))
      expect(types.filter((type) => [1, 5, 7, 8].includes(type))).toEqual(isKey(message) ? [7, 8, 5] : [1])
    }
    const times = wire.binary.map(timeOf)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    // Fifteen pictures a second, at the time they came.
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(39 * 60)
    expect(times.at(-1)! - times[0]!).toBeLessThan(39 * 75)
    expect(times[0]).toBeGreaterThan(beganMs - 1_000)
    expect(times.at(-1)).toBeLessThan(endedMs + 1_000)
  })

  it('[STRM-19] has bit 0 for a key frame, bit 1 for the first one of a stream, bit 2 for the main stream', async () => {
    const flags = (wire: Wire) => wire.binary.map((message) => message[5])
    const [first, ...later] = flags(await watch({ channel: 1, main: 1 }, ({ binary }) => binary.length >= 40))
    expect(first).toBe(0b111)
    expect(new Set(later)).toEqual(new Set([0b100, 0b101]))
    const [firstOfSub, ...laterOfSub] = flags(await watch({ channel: 1, main: 0 }, ({ binary }) => binary.length >= 40))
    expect(firstOfSub).toBe(0b011)
    expect(new Set(laterOfSub)).toEqual(new Set([0b000, 0b001]))
  })

  it('[STRM-18] has the payload type of JT/T 1078 as its codec: H.265 is 99', async () => {
    const wire = await watch({ channel: 2 }, ({ binary }) => binary.length >= 3)
    expect(new Set(wire.binary.map((message) => message[4]))).toEqual(new Set([99]))
    expect(wire.texts.findLast(({ type }) => type === 'info')).toMatchObject({ video: 99 })
  })

  it.each(sounds)(
    '[STRM-18] [STRM-23] [STRM-24] sound of %s on channel %i has codec %i, without a chip header',
    async (name, channel, codec) => {
      const wire = await watch({ channel }, (of) => ofKind(of, AUDIO).length >= 3)
      const [sound] = ofKind(wire, AUDIO)
      expect([name, sound?.[4], sound?.[6]]).toEqual([name, codec, channel])
      // 40 ms: of ADPCM a block of 164 bytes, which came with four more in front.
      expect(sound?.readUInt32BE(20)).toBe(codec === 26 ? 164 : 320)
      const info = wire.texts.findLast(({ type }) => type === 'info')
      expect(info).toEqual({
        type: 'info',
        deviceid: TERMINAL,
        channels: [channel],
        video: 98,
        audio: codec,
        sampleRate: 8000,
      })
    },
  )
})

/** Types of the NAL units of an access unit in Annex B form. */
function nalTypes(payload: Buffer): number[] {
  const types: number[] = []
  for (let at = 0; at + 3 < payload.length; at++) {
    if (payload[at] === 0 && payload[at + 1] === 0 && payload[at + 2] === 1) types.push((payload[at + 3] ?? 0) & 0x1f)
  }
  return types
}
