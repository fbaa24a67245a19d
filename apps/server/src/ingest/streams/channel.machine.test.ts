import { describe, expect, it } from 'vitest'
import {
  GRACE_MS,
  type HubEvent,
  type HubState,
  KEY_FRAME_MS,
  next,
  RETRY_MS,
  stateForReaders,
  timerOf,
} from './channel.machine.ts'

type Said = HubEvent extends infer Event ? (Event extends HubEvent ? Omit<Event, 'nowMs'> : never) : never

function run(...events: Said[]): { state: HubState; effects: string[] } {
  let state: HubState = { kind: 'idle' }
  const effects: string[] = []
  for (const [nowMs, event] of events.entries()) {
    const step = next(state, { ...event, nowMs } as HubEvent)
    state = step.state
    effects.push(...step.effects.map((effect) => effect.kind))
  }
  return { state, effects }
}

const toPicture: Said[] = [
  { kind: 'first-reader' },
  { kind: 'accepted' },
  { kind: 'connected', peer: 'camera' },
  { kind: 'picture', codec: 98 },
]

describe('the life of a device channel', () => {
  it('[STRM-35] asks at the first reader and plays when the picture comes', () => {
    const { state, effects } = run(...toPicture)
    expect(state).toEqual({ kind: 'playing', sinceMs: 3, codec: 98 })
    expect(effects).toEqual(['ask'])
  })

  it('[STRM-35] lingers ten seconds after the last reader, then ends and closes', () => {
    const { state } = run(...toPicture, { kind: 'last-reader-left' })
    expect(timerOf(state)).toBe(GRACE_MS)
    expect(stateForReaders(state).kind).toBe('playing')
    expect(run(...toPicture, { kind: 'last-reader-left' }, { kind: 'first-reader' }).effects).toEqual(['ask'])
    const ended = run(...toPicture, { kind: 'last-reader-left' }, { kind: 'timer' }, { kind: 'timer' })
    expect(ended).toEqual({ state: { kind: 'idle' }, effects: ['ask', 'end', 'close-connection'] })
  })

  it('a connection that comes before the answer counts, and the answer changes nothing', () => {
    const { state } = run({ kind: 'first-reader' }, { kind: 'connected', peer: 'x' }, { kind: 'accepted' })
    expect(state.kind).toBe('connected')
  })

  it('tries again with longer and longer pauses, and at once when the device is back', () => {
    const failures: Said[] = [{ kind: 'first-reader' }]
    for (const delayMs of [...RETRY_MS, RETRY_MS.at(-1) as number]) {
      failures.push({ kind: 'not-accepted', reason: 'no-answer', detail: '' })
      expect(timerOf(run(...failures).state)).toBe(delayMs)
      failures.push({ kind: 'timer' })
      expect(run(...failures).state.kind).toBe('asking')
    }
    const offline = run({ kind: 'first-reader' }, { kind: 'not-accepted', reason: 'offline', detail: '' })
    expect(timerOf(offline.state)).toBeNull()
    const back = run({ kind: 'first-reader' }, { kind: 'offline' }, { kind: 'online' })
    expect(back).toMatchObject({ state: { kind: 'asking', attempt: 0 }, effects: ['ask', 'ask'] })
  })

  it('a connection without a picture is closed and the other one of main and sub stream is asked for', () => {
    const silent = run({ kind: 'first-reader' }, { kind: 'connected', peer: 'x' }, { kind: 'timer' })
    expect(silent.state).toMatchObject({ kind: 'failed', reason: 'no-media' })
    expect(silent.state).toMatchObject({
      detail: expect.stringMatching(/connected from x .* Check .* H\.264 or H\.265/),
    })
    expect(silent.effects).toEqual(['ask', 'close-connection', 'end'])
    expect(next(silent.state, { kind: 'timer', nowMs: 9 }).effects).toEqual([{ kind: 'ask', other: true }])
  })

  it('a stream that is refused is not the only one: the other is asked for at once, and then in turns', () => {
    const rejected: Said = { kind: 'not-accepted', reason: 'refused', detail: 'no' }
    const once = run({ kind: 'first-reader' }, rejected)
    expect(once).toMatchObject({ state: { kind: 'asking', other: true }, effects: ['ask', 'ask'] })
    const twice = run({ kind: 'first-reader' }, rejected, rejected)
    expect(twice.state).toMatchObject({ kind: 'failed', reason: 'refused', attempt: 1 })
    expect(next(twice.state, { kind: 'timer', nowMs: 9 }).effects).toEqual([{ kind: 'ask', other: false }])
  })

  it('pictures that need a key frame are waited for longer than a camera that sends nothing', () => {
    const moving = run({ kind: 'first-reader' }, { kind: 'connected', peer: 'x' }, { kind: 'moving' })
    expect(timerOf(moving.state)).toBe(KEY_FRAME_MS)
    expect(next(moving.state, { kind: 'picture', codec: 98, nowMs: 9 }).state.kind).toBe('playing')
    const never = next(moving.state, { kind: 'timer', nowMs: 9 })
    expect(never.state).toMatchObject({ kind: 'failed', detail: expect.stringMatching(/no key frame in 75 s/) })
  })

  it('what ends because the other stream was ended is asked for again at once', () => {
    const again = run(...toPicture, { kind: 'disconnected', detail: 'ended', again: true })
    expect(again).toMatchObject({ state: { kind: 'asking' }, effects: ['ask', 'ask'] })
    expect(run(...toPicture, { kind: 'disconnected', detail: 'ended', again: false }).state.kind).toBe('failed')
  })

  it('a device that may not be streamed is stopped and not requested again', () => {
    const { state, effects } = run(...toPicture, { kind: 'forbidden', reason: 'used-up', detail: 'not now' })
    expect(state).toMatchObject({ kind: 'failed', reason: 'used-up', detail: 'not now' })
    expect(effects).toEqual(['ask', 'end', 'close-connection'])
    expect(timerOf(state)).toBeNull()
  })

  it('a device that goes offline while it plays is left alone: its media line may live on', () => {
    expect(run(...toPicture, { kind: 'offline' }).state.kind).toBe('playing')
  })
})
