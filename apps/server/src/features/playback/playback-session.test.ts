import { PING_PERIOD_MS } from '@fleetglass/contract/streams'
import { createManualClock, type ManualClock, until } from '@fleetglass/testkit'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import type { Clock } from '../../platform/clock/index.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import type { Recordings } from '../../services/recordings/index.ts'
import { MediaSocket } from '../../services/viewers/media-socket.ts'
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

/** No other player follows the same clock. */
function alone(clock: Clock) {
  return { clocks: new PlaybackClocks(clock), togetherAs: null, transcoded: null }
}

/** One picture a second, an hour long. */
function hour(fromMs: number): AsyncIterable<MediaFrame> {
  return pictures(fromMs, [[0, 3_600]])
}

/** One picture a second of each stretch, in seconds from a time on: `[from, to)`. */
async function* pictures(fromMs: number, stretches: readonly (readonly [number, number])[]): AsyncIterable<MediaFrame> {
  const frame = { kind: 'video', codec: 98, keyFrame: true, mainStream: true, payload: Uint8Array.of(1) } as const
  for (const [from, to] of stretches) {
    for (let second = from; second < to; second++)
      yield { ...frame, timestampMs: fromMs + second * 1_000, discontinuity: second === from }
  }
}

/** Lets everything happen that falls due, and nothing else. */
async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10) {
    clock.advance(10)
    await new Promise(setImmediate)
  }
}

it('[STRM-25] a paused playback says that it lives every 4 s, and stops when it goes on or ends', async () => {
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
  await until('it plays', () => sent.length === 1)
  await pass(clock, 3_000)
  expect(sent).toEqual([0, 1_000, 2_000, 3_000])
  for (const [speed, forMs] of [
    [0.5, 4_000],
    [4, 500],
  ] as const) {
    const before = sent.length
    session.command(JSON.stringify({ cmd: 'speed', value: speed }))
    await new Promise(setImmediate)
    await pass(clock, forMs)
    expect(sent.length - before).toBe((forMs * speed) / 1_000)
  }
  session.close()
})

/** Two channels that were started together; `stretches` is what each has, in seconds from the start. */
function pair(stretches: readonly (readonly (readonly [number, number])[])[]) {
  const clock = createManualClock()
  const fromMs = clock.nowMs()
  const recordings = {
    hasAnyFrom: () => Promise.resolve(true),
    play: (_device: number, channel: number) => pictures(fromMs, stretches[channel - 1] ?? []),
  } as unknown as Recordings
  const common = { clock, log: pino({ level: 'silent' }), recordings, clocks: new PlaybackClocks(clock) }
  const channels = stretches.map((_, index) => {
    const sent: number[] = []
    const { texts, socket } = viewer()
    const watched = Object.assign(socket, {
      send: (frame: MediaFrame) => void sent.push((frame.timestampMs - fromMs) / 1_000),
    })
    const target = {
      deviceKey: 1,
      deviceId: 'v1',
      channel: index + 1,
      socket: watched,
      togetherAs: 'both',
      transcoded: null,
    }
    const session = new PlaybackSession({ ...common, ...target }, fromMs)
    return { sent, session, say: (command: object) => session.command(JSON.stringify(command)), texts }
  })
  const [one, two] = channels
  if (one === undefined || two === undefined) throw new Error('two channels are wanted')
  return { clock, one, two, end: () => channels.forEach(({ session }) => void session.close()) }
}

it('channels that were started together have one speed and one pause, regardless of which of them requests it', async () => {
  const { clock, one, two, end } = pair([[[0, 3_600]], [[0, 3_600]]])
  await until('both play', () => one.sent.length === 1 && two.sent.length === 1)
  one.say({ cmd: 'speed', value: 4 })
  await pass(clock, 1_100)
  expect([one.sent.at(-1), two.sent.at(-1)]).toEqual([4, 4])
  two.say({ cmd: 'speed', value: 0 })
  await pass(clock, 3_000)
  expect([one.sent.at(-1), two.sent.at(-1)]).toEqual([4, 4])
  for (const { texts } of [one, two]) expect(texts.filter(({ state }) => state === 'paused')).toHaveLength(1)
  one.say({ cmd: 'speed', value: 1 })
  await pass(clock, 2_000)
  expect([one.sent, two.sent]).toEqual([
    [0, 1, 2, 3, 4, 5, 6],
    [0, 1, 2, 3, 4, 5, 6],
  ])
  end()
})

it('a channel with nothing recorded waits for the others; what none of them has is skipped', async () => {
  const { clock, one, two, end } = pair([
    [
      [0, 5],
      [60, 3_600],
    ],
    [
      [3, 4],
      [62, 3_600],
    ],
  ])
  await until('the first plays', () => one.sent.length === 1)
  await pass(clock, 2_500)
  expect([one.sent, two.sent]).toEqual([[0, 1, 2], []])
  expect(two.texts.at(-1)).toMatchObject({ state: 'buffering' })
  await pass(clock, 1_000)
  expect([one.sent, two.sent]).toEqual([[0, 1, 2, 3], [3]])
  // From the fourth second on both have nothing for almost a minute.
  await pass(clock, 1_000)
  expect([one.sent.at(-1), two.sent.at(-1)]).toEqual([60, 3])
  await pass(clock, 2_000)
  expect([one.sent.at(-1), two.sent.at(-1)]).toEqual([62, 62])
  end()
})

const DAY_S = 86_400

/** Pictures of these stretches are played from the first one on; resolves with the times of what was sent, in seconds, when it is over. */
async function playedOf(stretches: readonly (readonly [number, number])[], backward = false): Promise<number[]> {
  const clock = createManualClock()
  const { texts, socket } = viewer()
  const fromMs = clock.nowMs()
  const sent: number[] = []
  const secondOf = (timestampMs: number): number => Math.round((timestampMs - fromMs) / 1000)
  Object.assign(socket, { send: ({ timestampMs }: MediaFrame) => void sent.push(secondOf(timestampMs)) })
  const recordings = {
    hasAnyFrom: () => Promise.resolve(true),
    play: () => pictures(fromMs, stretches),
    async *backwards() {
      for (const [from, to] of stretches.toReversed()) {
        const group: MediaFrame[] = []
        for await (const picture of pictures(fromMs, [[from, to]])) group.push(picture)
        yield group
      }
    },
  } as unknown as Recordings
  const log = pino({ level: 'silent' })
  const session = new PlaybackSession(
    { clock, log, recordings, ...alone(clock), deviceKey: 1, deviceId: 'v1', channel: 1, socket },
    fromMs + (backward ? (stretches.at(-1)?.[1] ?? 0) * 1_000 : 0),
    backward ? 0 : 1,
  )
  if (backward) session.command('{"cmd":"speed","value":-1}')
  for (let step = 0; step < 1_000 && !texts.some(({ state }) => state === 'end'); step++) await pass(clock, 100)
  expect(texts.at(-1)).toMatchObject({ state: 'end' })
  return sent
}

it('[STRM-27] goes on behind a gap of a day, and ends where the next recording is of another year', async () => {
  expect(
    await playedOf([
      [0, 3],
      [DAY_S, DAY_S + 2],
    ]),
  ).toEqual([0, 1, 2, DAY_S, DAY_S + 1])
  expect(
    await playedOf([
      [0, 3],
      [25 * 365 * DAY_S, 25 * 365 * DAY_S + 2],
    ]),
  ).toEqual([0, 1, 2])
})

it('[STRM-27] backwards it does not go on in another year either', async () => {
  expect(
    new Set(
      await playedOf(
        [
          [-25 * 365 * DAY_S, -25 * 365 * DAY_S + 3],
          [0, 3],
        ],
        true,
      ),
    ),
  ).toEqual(new Set([0, 1, 2]))
  expect(
    new Set(
      await playedOf(
        [
          [-DAY_S, 3 - DAY_S],
          [0, 3],
        ],
        true,
      ),
    ),
  ).toEqual(new Set([0, 1, 2, -DAY_S, 1 - DAY_S, 2 - DAY_S]))
})
