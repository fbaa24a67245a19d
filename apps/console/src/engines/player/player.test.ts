// @vitest-environment happy-dom
import { playbackSpeeds } from '@fleetglass/contract/playback'
import { encodeMediaHeader, MediaCodec, type StartupTrace } from '@fleetglass/contract/streams'
import { createManualClock, type ManualClock, until } from '@fleetglass/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CanvasPlaces, mostCanvases } from './picture/canvas-places.ts'
import { PictureStage } from './picture/picture-stage.ts'
import { StreamPlayer } from './player.ts'
import type { LiveStreamKind, StreamSource } from './player.types.ts'
import { Sound } from './sound/sound.ts'
import type { MediaSocketLike } from './stream-socket.ts'
import { type BrowserVideo, standInForVideo } from './test/browser-video.ts'

const hash = 'A'.repeat(64)
const server = { host: 'recorder.test', port: 8900, secure: false, user: 'anna', passwordHash: hash }
const live: StreamSource = { kind: 'live', deviceId: 'V1', channel: 2 }
const playback: StreamSource = { kind: 'playback', deviceId: 'V1', channel: 2, startS: 5_000, streamId: 77 }

const bytes = (...values: number[]) => Uint8Array.from(values)
const startCode = [0, 0, 0, 1]
// Baseline, 128 by 96.
const sps = [0x67, 0x42, 0x00, 0x0a, 0xf8, 0x41, 0xa2]
const pps = [0x68, 0xce, 0x38, 0x80]
const keyFrame = bytes(...startCode, ...sps, ...startCode, ...pps, ...startCode, 0x65, 0x88, 0x84, 0x21)
const otherFrame = bytes(...startCode, 0x41, 0x9a, 0x21, 0x11)

class TestSocket implements MediaSocketLike {
  binaryType: BinaryType = 'blob'
  readyState = 1
  onopen: MediaSocketLike['onopen'] = null
  onmessage: MediaSocketLike['onmessage'] = null
  onclose: MediaSocketLike['onclose'] = null
  readonly sent: string[] = []
  readonly url: string
  closed = false
  constructor(url: string) {
    this.url = url
  }
  send(data: string): void {
    this.sent.push(data)
  }
  close(): void {
    this.closed = true
  }
  open(): void {
    this.onopen?.(new Event('open'))
  }
  receive(data: ArrayBuffer | string): void {
    this.onmessage?.(new MessageEvent('message', { data }))
  }
  say(message: object): void {
    this.receive(JSON.stringify(message))
  }
  drop(code: number): void {
    this.onclose?.({ code } as CloseEvent)
  }
}

const fromHex = (hex: string) => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
// Main profile, 640 by 360.
const h265Sets = [
  '40010c01ffff01600000030090000003000003003f928090',
  '42010101600000030090000003000003003fa0050201696592a4932b9a020000030002000003001e10',
  '4401c172b46240',
].map(fromHex)
const h265KeyFrame = bytes(...h265Sets.flatMap((set) => [...startCode, ...set]), ...startCode, 0x28, 0x01, 0xaf, 0x15)

let clock: ManualClock
let host: HTMLElement
let places: CanvasPlaces
let video: BrowserVideo
let sockets: TestSocket[]
let heard: number[]
let player: StreamPlayer

function play(source: StreamSource, stream: LiveStreamKind = 'main', at = server): TestSocket {
  const output = { start: () => {}, play: (samples: Float32Array) => void heard.push(samples.length), stop: () => {} }
  player = new StreamPlayer(source, {
    clock,
    server: at,
    stage: new PictureStage(host, clock, places),
    sound: new Sound(output),
    stream,
    openSocket: (url) => {
      const socket = new TestSocket(url)
      sockets.push(socket)
      return socket
    },
  })
  return sockets[0]!
}

interface Told {
  codec?: number
  kind?: 'video' | 'audio'
  timestampMs?: number
  mainStream?: boolean
}

function media(payload: Uint8Array, of: Told = {}) {
  const header = {
    kind: of.kind ?? 'video',
    codec: of.codec ?? MediaCodec.h264,
    keyFrame: payload === keyFrame,
    discontinuity: false,
    mainStream: of.mainStream ?? true,
    channel: 2,
    timestampMs: of.timestampMs ?? clock.nowMs(),
    sequence: 0,
  } as const
  const message = new Uint8Array(24 + payload.length)
  message.set(encodeMediaHeader(header, payload.length))
  message.set(payload, 24)
  return message.buffer
}

async function playing(source: StreamSource = live): Promise<TestSocket> {
  const socket = play(source)
  socket.open()
  socket.receive(media(keyFrame))
  await until('it plays', () => player.view().state.kind === 'playing')
  return socket
}

beforeEach(() => {
  clock = createManualClock()
  video = standInForVideo()
  sockets = []
  heard = []
  host = document.createElement('div')
  places = new CanvasPlaces()
})

afterEach(() => {
  player.close()
  video.restore()
  expect(clock.pending).toBe(0)
})

describe('the address of a stream', () => {
  it('[STRM-02] [STRM-03] a live stream carries device, channel, user and the hash', () => {
    const url = new URL(play(live).url)
    expect(url.origin + url.pathname).toBe('ws://recorder.test:8900/ws.cgi')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      deviceid: 'V1',
      channel: '2',
      main: '1',
      user: 'anna',
      password: hash,
    })
  })

  it('[ERR0-05] is not written to the log by a browser that closes while it connects: the socket is closed once it is open', () => {
    const socket = play(live)
    socket.readyState = 0
    player.close()
    expect(socket.closed).toBe(false)
    socket.readyState = 1
    socket.open()
    expect([socket.closed, sockets.length]).toEqual([true, 1])
  })

  it('[STRM-40] a stream of a page on https is asked for by wss', () => {
    const socket = play(live, 'main', { ...server, secure: true })
    expect(new URL(socket.url).origin).toBe('wss://recorder.test:8900')
  })

  it('[STRM-07] a playback carries type, stream id and begin beside them', () => {
    const { searchParams } = new URL(play(playback).url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      type: 'lopb',
      streamid: '77',
      spbtime: '5000',
      channel: '2',
    })
  })
})

describe('a live tile', () => {
  it('waits for a key frame, then plays and says how old its picture is', async () => {
    const socket = play(live)
    socket.open()
    socket.receive(media(otherFrame))
    expect(player.view().state.kind).toBe('waiting')
    socket.receive(media(keyFrame, { timestampMs: clock.nowMs() - 40 }))
    await until('it plays', () => player.view().state.kind === 'playing')
    clock.advance(500)
    expect(player.view().statistics).toMatchObject({
      codec: 'H.264 avc1.42000A',
      width: 352,
      delayMs: 40,
      way: 'decoder',
    })
  })

  it('[STRM-21] drops a message that is too short or begins wrong', async () => {
    const socket = await playing()
    const wrong = new Uint8Array(media(otherFrame))
    wrong[0] = 0x55
    const before = video.decoded.length
    socket.receive(wrong.buffer)
    socket.receive(new Uint8Array(23).buffer)
    socket.receive('{"type":"unheard of"}')
    expect(video.decoded.length).toBe(before)
    socket.receive(media(otherFrame))
    expect(video.decoded.length).toBe(before + 1)
  })

  it('[LIVE-35] [LIVE-36] [LIVE-37] [LIVE-52] a silent stream no longer plays after 5 s, and is then reconnected: the old socket is closed, the last picture stays', async () => {
    const socket = await playing()
    const picture = host.querySelector('canvas')
    expect(picture).not.toBeNull()
    clock.advance(5_000)
    expect(player.view().state.kind).toBe('playing')
    clock.advance(500)
    expect(player.view().state.kind).toBe('stalled')
    clock.advance(5_000)
    expect(sockets).toHaveLength(1)
    clock.advance(5_000)
    expect(sockets).toHaveLength(2)
    expect(socket.closed).toBe(true)
    expect(player.view().state.kind).toBe('connecting')
    expect(player.view().statistics.way).toBe('decoder')
    expect(host.querySelector('canvas')).toBe(picture)
    clock.advance(14_000)
    expect(sockets).toHaveLength(2)
  })

  it('[STRM-26] [STRM-27] stays with what the server said when asking again would not help', async () => {
    const socket = play(live)
    socket.open()
    socket.say({ type: 'error', code: 4403, message: 'permission denied' })
    socket.drop(4403)
    clock.advance(60_000)
    expect(sockets).toHaveLength(1)
    expect(player.view().state).toEqual({ kind: 'not-allowed', reason: 'permission denied' })
  })

  it('[LIVE-40] gets a new picture when drawing fails, and goes on with the next key frame', async () => {
    const socket = await playing()
    video.breakDrawing = true
    socket.receive(media(otherFrame))
    expect(video.decoders).toBe(1)
    socket.receive(media(keyFrame))
    await until('another decoder draws', () => video.decoders === 2)
    clock.advance(500)
    expect(player.view().state.kind).toBe('playing')
  })

  it('decodes nothing while nobody sees it, and goes on from the last key frame when somebody does', async () => {
    const socket = await playing()
    player.setVisible(false)
    const before = video.decoded.length
    for (const frame of [otherFrame, keyFrame, otherFrame, otherFrame]) socket.receive(media(frame))
    expect(video.decoded.length).toBe(before)
    player.setVisible(true)
    expect(video.decoded.slice(before).map(({ type }) => type)).toEqual(['key', 'delta', 'delta'])
  })

  it('drops to the next key frame when it falls behind, and says so', async () => {
    const socket = await playing()
    video.stuck = true
    for (let frame = 0; frame < 200; frame += 1) socket.receive(media(otherFrame))
    const given = video.decoded.length
    expect(given).toBeLessThan(100)
    clock.advance(500)
    expect(player.view().catchingUp).toBe(true)
    expect(player.view().statistics.skippedFrames).toBeGreaterThan(100)
    video.stuck = false
    socket.receive(media(keyFrame))
    socket.receive(media(otherFrame))
    expect(video.decoded.slice(given).map(({ type }) => type)).toEqual(['key', 'delta'])
  })

  it('says that the browser cannot play a codec, and asks for no more of it', async () => {
    video.unsupported = /^avc1[.]42/
    const socket = play(live)
    socket.open()
    socket.receive(media(bytes(...startCode, 0x67, 0x42, 0x00, 0x0b, 0xf8, 0x41, 0xa2, ...keyFrame.slice(11))))
    await until('it is told', () => player.view().state.kind === 'undecodable')
    expect(socket.closed).toBe(true)
    clock.advance(60_000)
    expect(sockets).toHaveLength(1)
  })
})

describe('main and sub stream', () => {
  /** Another level: another codec string, and so another decoder. */
  const largeKeyFrame = Uint8Array.from(keyFrame, (byte, at) => (at === 7 ? 0x0c : byte))
  const pictures = () => [...host.children].map((one) => one.className)

  it('asks for the stream of its size, and for the other one on the same socket', () => {
    const socket = play(live, 'sub')
    expect(new URL(socket.url).searchParams.get('main')).toBe('0')
    socket.open()
    player.setStream('main')
    player.setStream('main')
    expect(socket.sent).toEqual(['{"cmd":"main","value":1}'])
    player.retry()
    expect(new URL(sockets[1]!.url).searchParams.get('main')).toBe('1')
  })

  it('says what changed while the socket opened, when nothing could be said', () => {
    const socket = play(live, 'sub')
    socket.readyState = 0
    player.setStream('main')
    expect(socket.sent).toEqual([])
    socket.readyState = 1
    socket.open()
    expect(socket.sent).toEqual(['{"cmd":"main","value":1}'])
  })

  it('keeps the old picture until the first one of the other stream is drawn: no black moment', async () => {
    const socket = play(live, 'sub')
    socket.open()
    socket.receive(media(keyFrame, { mainStream: false }))
    await until('it plays', () => player.view().state.kind === 'playing')
    clock.advance(500)
    expect(player.view().stream).toBe('sub')
    const before = host.firstElementChild
    player.setStream('main')
    video.stuck = true
    socket.receive(media(largeKeyFrame))
    await until('the other decoder is there', () => host.children.length === 2)
    expect(host.firstElementChild).toBe(before)
    expect(pictures()).toEqual(['tile-picture tile-picture-leaving', 'tile-picture'])
    expect(player.view().stream).toBe('sub')
    video.stuck = false
    socket.receive(media(otherFrame))
    expect(pictures()).toEqual(['tile-picture'])
    expect(host.firstElementChild).not.toBe(before)
    clock.advance(500)
    expect(player.view().stream).toBe('main')
  })
})

describe('what a browser cannot do', () => {
  it('asks for H.264 where it has no decoder for H.265, and says what it shows', async () => {
    video.unsupported = /^h(vc|ev)1/
    const socket = play(live)
    socket.open()
    socket.receive(media(h265KeyFrame, { codec: MediaCodec.h265 }))
    await until('it asks again', () => sockets.length === 2)
    expect([socket.closed, new URL(sockets[1]!.url).searchParams.get('codec')]).toEqual([true, 'h264'])
    sockets[1]!.open()
    const info = { type: 'info', deviceid: 'V1', channels: [2], video: 98, audio: 0, sampleRate: 8000 }
    sockets[1]!.say({ ...info, transcodedFrom: MediaCodec.h265 })
    sockets[1]!.receive(media(keyFrame))
    await until('it plays', () => player.view().state.kind === 'playing')
    expect(player.view()).toMatchObject({ transcoded: true, deviceId: 'V1' })
    // A server that sends H.265 all the same is not asked for ever.
    sockets[1]!.receive(media(h265KeyFrame, { codec: MediaCodec.h265 }))
    await until('it is told', () => player.view().state.kind === 'undecodable')
    expect(sockets).toHaveLength(2)
  })

  it('says that the server is busy, and why, and tries again', () => {
    const socket = play(live)
    socket.open()
    socket.say({ type: 'error', code: 4429, message: 'four streams are converted already' })
    socket.drop(4429)
    expect(player.view().state).toMatchObject({ kind: 'busy', reason: 'four streams are converted already' })
    clock.advance(15_500)
    expect(sockets).toHaveLength(2)
  })

  it('a stream of damaged pictures is decoded anew at each key frame, for as long as it takes', async () => {
    const socket = await playing()
    for (let time = 1; time <= 5; time += 1) {
      video.breakDrawing = true
      socket.receive(media(keyFrame))
      socket.receive(media(otherFrame))
      await until('it broke', () => !video.breakDrawing)
    }
    clock.advance(500)
    expect(player.view().damaged).toBe(true)
    expect(player.view().statistics.damages).toBe(5)
    video.breakDrawing = false
    socket.receive(media(keyFrame))
    await until('it draws', () => host.children.length === 1)
    clock.advance(4_000)
    socket.receive(media(otherFrame))
    clock.advance(500)
    expect([player.view().damaged, player.view().state.kind]).toEqual([false, 'playing'])
  })

  it('beyond nine canvases a page draws by generated tracks', async () => {
    for (let taken = 0; taken < mostCanvases; taken += 1) places.take()
    await playing()
    clock.advance(500)
    expect([player.view().statistics.way, host.firstElementChild?.tagName]).toEqual(['track', 'VIDEO'])
    player.close()
    places.giveBack()
    sockets = []
    await playing()
    clock.advance(500)
    expect([player.view().statistics.way, host.lastElementChild?.tagName]).toEqual(['decoder', 'CANVAS'])
  })
})

describe('why there is no picture', () => {
  const startupTrace: StartupTrace = {
    type: 'ladder',
    deviceid: 'V1',
    channel: 2,
    main: 1,
    attempt: 0,
    evidence: [],
    failed: null,
    steps: [{ step: 'asked', atMs: 1_000, fact: '10.0.0.1:7078' }],
    waitsFor: 'acknowledged',
  }

  it('shows what the server tells of the way, and adds the first picture', async () => {
    const socket = play(live)
    socket.open()
    socket.say(startupTrace)
    expect(player.view()).toMatchObject({ startupTrace, firstPicture: null })
    socket.receive(media(keyFrame))
    await until('it plays', () => player.view().state.kind === 'playing')
    expect(player.view().firstPicture).toEqual({ atMs: clock.nowMs(), afterMs: 0 })
    clock.advance(700)
    socket.say({ ...startupTrace, steps: [{ step: 'asked', atMs: 1_600 }], attempt: 1 })
    expect(player.view().firstPicture).toBeNull()
    socket.receive(media(otherFrame))
    clock.advance(500)
    expect(player.view().firstPicture).toEqual({ atMs: clock.nowMs() - 500, afterMs: 700 })
  })
})

describe('the sound of a tile', () => {
  const frame = (timestampMs: number) =>
    media(new Uint8Array(320).fill(0xd5), { kind: 'audio', codec: MediaCodec.g711a, timestampMs })

  it('is silent until it is switched on', async () => {
    const socket = await playing()
    socket.receive(frame(0))
    expect(heard).toEqual([])
    player.setSound({ on: true, level: 5 })
    socket.receive(frame(40))
    expect(heard).toEqual([320])
  })

  it('[LOPB-45] plays at speed 1 and at no other speed', async () => {
    const socket = await playing(playback)
    player.setSound({ on: true, level: 5 })
    const backwards = playbackSpeeds.filter((speed) => speed !== 0).map((speed) => -speed)
    const audible = [...playbackSpeeds, ...backwards].filter((speed, at) => {
      const before = heard.length
      player.setSpeed(speed)
      socket.receive(frame(at * 40))
      return heard.length > before
    })
    expect(audible).toEqual([1])
  })
})

describe('a playback tile', () => {
  it('[STRM-28] asks for its speed on the open stream', async () => {
    const socket = await playing(playback)
    player.setSpeed(4)
    player.setSpeed(0)
    expect(socket.sent.map((text) => JSON.parse(text))).toEqual([
      { cmd: 'speed', value: 4 },
      { cmd: 'speed', value: 0 },
    ])
  })

  it('[LOPB-31] opens another time as a new stream with a new id', async () => {
    const socket = await playing(playback)
    player.open({ ...playback, startS: 9_000, streamId: 78 })
    expect(socket.closed).toBe(true)
    const { searchParams } = new URL(sockets[1]!.url)
    expect([searchParams.get('spbtime'), searchParams.get('streamid')]).toEqual(['9000', '78'])
  })

  it('goes on where its picture stood after the connection was lost', async () => {
    const socket = await playing(playback)
    socket.receive(media(otherFrame, { timestampMs: 5_033_400 }))
    socket.drop(1006)
    expect(player.view().state.kind).toBe('lost')
    clock.advance(15_500)
    expect(new URL(sockets[1]!.url).searchParams.get('spbtime')).toBe('5033')
  })

  it('[STRM-25] a paused one lives on pings, and resumes', async () => {
    const socket = await playing(playback)
    socket.say({ type: 'state', state: 'paused' })
    for (let ping = 0; ping < 10; ping += 1) {
      clock.advance(4_000)
      socket.say({ type: 'ping' })
    }
    expect(sockets).toHaveLength(1)
    expect(player.view().state.kind).toBe('paused')
    socket.say({ type: 'state', state: 'playing' })
    socket.receive(media(keyFrame))
    expect(player.view().state.kind).toBe('playing')
  })

  it('ends where the recording ends', async () => {
    const socket = await playing(playback)
    socket.say({ type: 'state', state: 'end' })
    clock.advance(60_000)
    expect(sockets).toHaveLength(1)
    expect(player.view().state).toEqual({ kind: 'ended' })
  })

  it('a closed player opens no socket any more', async () => {
    await playing(playback)
    player.close()
    player.retry()
    player.open({ ...playback, startS: 9_000, streamId: 78 })
    expect(sockets).toHaveLength(1)
  })
})
