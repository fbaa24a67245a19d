import { describe, expect, it } from 'vitest'
import { GRACE_MS, type HubEvent, type HubState, next, RETRY_MS, stateForReaders, timerOf } from './channel.machine.ts'

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
  it('STRM-35 asks at the first reader and plays when the picture comes', () => {
    const { state, effects } = run(...toPicture)
    expect(state).toEqual({ kind: 'playing', sinceMs: 3, codec: 98 })
    expect(effects).toEqual(['ask'])
  })

  it('STRM-35 lingers ten seconds after the last reader, then ends and closes', () => {
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

  it('a connection without a picture is closed and the main stream is asked for', () => {
    const silent = run({ kind: 'first-reader' }, { kind: 'connected', peer: 'x' }, { kind: 'timer' })
    expect(silent.state).toMatchObject({ kind: 'failed', reason: 'no-media' })
    expect(silent.state).toMatchObject({
      detail: expect.stringMatching(/connected from x .* Check .* H\.264 or H\.265/),
    })
    expect(silent.effects).toEqual(['ask', 'close-connection', 'end'])
    expect(next(silent.state, { kind: 'timer', nowMs: 9 }).effects).toEqual([{ kind: 'ask', anyStream: true }])
  })

  it('a device that may not be streamed is told to end and not asked again', () => {
    const { state, effects } = run(...toPicture, { kind: 'forbidden' })
    expect(state).toMatchObject({ kind: 'failed', reason: 'forbidden' })
    expect(effects).toEqual(['ask', 'end', 'close-connection'])
    expect(timerOf(state)).toBeNull()
  })

  it('a device that goes offline while it plays is left alone: its media line may live on', () => {
    expect(run(...toPicture, { kind: 'offline' }).state.kind).toBe('playing')
  })
})
