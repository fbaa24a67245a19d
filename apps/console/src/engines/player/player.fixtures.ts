import { encodeMediaHeader, MediaCodec } from '@fleetglass/contract/streams'
import { createManualClock, type ManualClock, until } from '@fleetglass/testkit'
import { afterEach, beforeEach, expect } from 'vitest'
import { CanvasPlaces } from './picture/canvas-places.ts'
import { PictureStage } from './picture/picture-stage.ts'
import { StreamPlayer } from './player.ts'
import type { LiveStreamKind, StreamSource } from './player.types.ts'
import { Sound } from './sound/sound.ts'
import type { MediaSocketLike } from './stream-socket.ts'
import { type BrowserVideo, standInForVideo } from './test/browser-video.ts'

export const hash = 'A'.repeat(64)
export const server = { host: 'recorder.test', port: 8900, secure: false, user: 'anna', passwordHash: hash }
export const live = { kind: 'live', deviceId: 'V1', channel: 2 } as const satisfies StreamSource
export const playback = {
  kind: 'playback',
  deviceId: 'V1',
  channel: 2,
  startS: 5_000,
  streamId: 77,
} as const satisfies StreamSource

export const bytes = (...values: number[]) => Uint8Array.from(values)
export const startCode = [0, 0, 0, 1]
// Baseline, 128 by 96.
const sps = [0x67, 0x42, 0x00, 0x0a, 0xf8, 0x41, 0xa2]
const pps = [0x68, 0xce, 0x38, 0x80]
export const keyFrame = bytes(...startCode, ...sps, ...startCode, ...pps, ...startCode, 0x65, 0x88, 0x84, 0x21)
export const otherFrame = bytes(...startCode, 0x41, 0x9a, 0x21, 0x11)

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

export let clock: ManualClock
export let host: HTMLElement
export let places: CanvasPlaces
export let video: BrowserVideo
export let sockets: TestSocket[]
export let heard: number[]
export let player: StreamPlayer

export function play(source: StreamSource, stream: LiveStreamKind = 'main', at = server): TestSocket {
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

export function media(payload: Uint8Array, of: Told = {}) {
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

export async function playing(source: StreamSource = live): Promise<TestSocket> {
  const socket = play(source)
  socket.open()
  socket.receive(media(keyFrame))
  await until('it plays', () => player.view().state.kind === 'playing')
  return socket
}

/** Before and after each test of a file. */
export function setUpPlayer(): void {
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
}
