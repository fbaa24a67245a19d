import { PING_PERIOD_MS } from '@fleetglass/contract/streams'
import { createManualClock, until } from '@fleetglass/testkit'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import type { Recordings } from '../../engines/recorder/index.ts'
import type { MediaFrame } from '../../engines/streams/index.ts'
import { MediaSocket } from '../../engines/viewers/media-socket.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { PlaybackClocks } from './playback-clock.ts'
import { PlaybackSession } from './playback-session.ts'

/** A viewer's end that takes everything at once and keeps the texts. */
function viewer() {
  const texts: { type: string; state?: string }[] = []
  const socket = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: (data: unknown) => void (typeof data === 'string' && texts.push(JSON.parse(data))),
    close: () => {},
  }
  return { texts, socket: Object.assign(new MediaSocket(socket as unknown as WebSocket, 1), { send: () => {} }) }
}

/** Nobody plays by the same clock. */
function alone(clock: Clock) {
  return { clocks: new PlaybackClocks(clock), togetherAs: null }
}

/** One picture a second, an hour long. */
async function* hour(fromMs: number): AsyncIterable<MediaFrame> {
  const frame = { kind: 'video', codec: 98, keyFrame: true, mainStream: true, payload: Uint8Array.of(1) } as const
  for (let second = 0; second < 3_600; second++)
    yield { ...frame, timestampMs: fromMs + second * 1_000, discontinuity: second === 0 }
}

it('STRM-25 a paused playback says that it lives every 4 s, and stops when it goes on or ends', async () => {
  expect(PING_PERIOD_MS).toBe(4_000)
  const clock = createManualClock()
  const { texts, socket } = viewer()
  const recordings = {
    hasAnyFrom: () => Promise.resolve(true),
    play: (_device: number, _channel: number, fromMs: number) => hour(fromMs),
  } as unknown as Recordings
  const log = pino({ level: 'silent' })
  const session = new PlaybackSession(
    { clock, log, recordings, ...alone(clock), deviceKey: 1, deviceId: 'v1', channel: 1, socket },
    clock.nowMs(),
  )
  const pings = () => texts.filter(({ type }) => type === 'ping').length
  await until('it plays', () => texts.some(({ state }) => state === 'playing'))

  session.command('{"cmd":"speed","value":0}')
  clock.advance(3_999)
  expect(pings()).toBe(0)
  clock.advance(1)
  expect(pings()).toBe(1)
  clock.advance(8_000)
  expect(pings()).toBe(3)

  session.command('{"cmd":"speed","value":1}')
  clock.advance(8_000)
  expect(pings()).toBe(3)

  session.command('{"cmd":"speed","value":0}')
  session.close()
  clock.advance(8_000)
  expect(pings()).toBe(3)
  expect(clock.pending).toBe(0)
})

it('frames come in time at the asked speed', async () => {
  const clock = createManualClock()
  const fromMs = clock.nowMs()
  const sent: number[] = []
  const { socket } = viewer()
  const watched = Object.assign(socket, { send: (frame: MediaFrame) => void sent.push(frame.timestampMs - fromMs) })
  const recordings = {
    hasAnyFrom: () => Promise.resolve(true),
    play: (_device: number, _channel: number, from: number) => hour(from),
  } as unknown as Recordings
  const log = pino({ level: 'silent' })
  const target = { deviceKey: 1, deviceId: 'v1', channel: 1, socket: watched }
  const session = new PlaybackSession({ clock, log, recordings, ...alone(clock), ...target }, fromMs)
  /** Lets everything happen that falls due, and nothing else. */
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 10) {
      clock.advance(10)
      await new Promise(setImmediate)
    }
  }
  await until('it plays', () => sent.length === 1)
  await pass(3_000)
  expect(sent).toEqual([0, 1_000, 2_000, 3_000])
  for (const [speed, forMs] of [
    [0.5, 4_000],
    [4, 500],
  ] as const) {
    const before = sent.length
    session.command(JSON.stringify({ cmd: 'speed', value: speed }))
    await new Promise(setImmediate)
    await pass(forMs)
    expect(sent.length - before).toBe((forMs * speed) / 1_000)
  }
  session.close()
})
