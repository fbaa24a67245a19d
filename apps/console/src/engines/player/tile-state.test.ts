import { describe, expect, it } from 'vitest'
import { idleTile, isBusy, isOver, next, reconnectDue, type TileEvent, type TileState } from './tile-state.ts'

function run(events: readonly TileEvent[], from: TileState = idleTile): TileState {
  return events.reduce(next, from)
}

const playing: readonly TileEvent[] = [
  { type: 'attempt', atMs: 1_000 },
  { type: 'opened' },
  { type: 'data', atMs: 1_200 },
  { type: 'drawn' },
]

describe('the state of a tile', () => {
  it('goes from connecting over waiting for a key frame to playing', () => {
    expect(run(playing.slice(0, 1)).kind).toBe('connecting')
    expect(run(playing.slice(0, 2)).kind).toBe('waiting')
    expect(run(playing.slice(0, 3)).kind).toBe('waiting')
    expect(run(playing)).toEqual({ kind: 'playing', attemptMs: 1_000, lastDataMs: 1_200 })
  })

  it('[LIVE-37] counts as playing while the last data came within 5 s, and no longer', () => {
    expect(run([...playing, { type: 'tick', atMs: 6_200 }]).kind).toBe('playing')
    expect(run([...playing, { type: 'tick', atMs: 6_201 }]).kind).toBe('stalled')
    expect(run([...playing, { type: 'data', atMs: 5_000 }, { type: 'tick', atMs: 10_000 }]).kind).toBe('playing')
  })

  it('goes on playing when a stalled stream draws again', () => {
    const stalled = run([...playing, { type: 'tick', atMs: 7_000 }])
    expect(run([{ type: 'data', atMs: 7_100 }, { type: 'drawn' }], stalled).kind).toBe('playing')
  })

  it('[D3] shows that there is sound alone when no picture came with it for 5 s, and plays when one does', () => {
    const events: TileEvent[] = [{ type: 'attempt', atMs: 1_000 }, { type: 'opened' }]
    for (let atMs = 2_000; atMs <= 7_000; atMs += 100) events.push({ type: 'data', atMs, media: 'audio' })
    expect(run([...events, { type: 'tick', atMs: 7_000 }]).kind).toBe('waiting')
    const alone = run([...events, { type: 'tick', atMs: 7_001 }])
    expect(alone).toEqual({ kind: 'sound-alone', attemptMs: 1_000, lastDataMs: 7_000 })
    expect(isBusy(alone)).toBe(false)
    expect(next(alone, { type: 'drawn' }).kind).toBe('playing')
    // Pictures come that wait for their key frame: it is not sound alone.
    const withPicture = run([...events, { type: 'data', atMs: 7_000, media: 'video' }, { type: 'tick', atMs: 9_000 }])
    expect(withPicture.kind).toBe('waiting')
  })

  it('[D3] stalls when the sound stays away, and goes on with it', () => {
    const alone: TileState = { kind: 'sound-alone', attemptMs: 1_000, lastDataMs: 7_000 }
    const stalled = next(alone, { type: 'tick', atMs: 12_001 })
    expect(stalled.kind).toBe('stalled')
    expect(reconnectDue(stalled, 17_001)).toBe(true)
    const back: TileEvent[] = [14_000, 16_500, 19_001].map((atMs) => ({ type: 'data', atMs, media: 'audio' }))
    expect(run([...back, { type: 'tick', atMs: 19_002 }], stalled).kind).toBe('sound-alone')
  })

  it('[LIVE-35] reconnects after more than 10 s without data', () => {
    const state = run([...playing, { type: 'data', atMs: 60_000 }])
    expect(reconnectDue(state, 70_000)).toBe(false)
    expect(reconnectDue(state, 70_001)).toBe(true)
  })

  it('[LIVE-36] connects at most once every 15 s, however long the stall lasts', () => {
    let state = run(playing)
    const attempts: number[] = []
    for (let now = 1_000; now < 120_000; now += 100) {
      state = next(state, { type: 'tick', atMs: now })
      if (!reconnectDue(state, now)) continue
      attempts.push(now)
      state = run([{ type: 'attempt', atMs: now }, { type: 'opened' }], state)
    }
    expect(attempts.length).toBeGreaterThan(5)
    const gaps = attempts.slice(1).map((at, index) => at - attempts[index]!)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(15_000)
  })

  it('[LIVE-36] keeps the 15 s also when the connection is refused at once each time', () => {
    const offline = run([
      { type: 'attempt', atMs: 1_000 },
      { type: 'refused', code: 4409, message: 'device offline' },
      { type: 'closed', code: 4409 },
    ])
    expect(offline).toEqual({ kind: 'offline', attemptMs: 1_000 })
    expect(reconnectDue(offline, 15_999)).toBe(false)
    expect(reconnectDue(offline, 16_000)).toBe(true)
  })

  it('is busy while it is not playing, and not while it plays', () => {
    expect(isBusy(run(playing))).toBe(false)
    for (const events of [playing.slice(0, 1), playing.slice(0, 2), [...playing, { type: 'tick', atMs: 9e3 } as const]])
      expect(isBusy(run(events))).toBe(true)
    expect(isBusy(run([...playing, { type: 'closed', code: 1006 }]))).toBe(true)
  })

  it('[STRM-26] does not reconnect after the end or a close with 1000', () => {
    for (const end of [{ type: 'said', state: 'end' } as const, { type: 'closed', code: 1000 } as const]) {
      const ended = run([...playing, end])
      expect(ended).toEqual({ kind: 'ended' })
      expect(reconnectDue(ended, 1e9)).toBe(false)
    }
  })

  it('[STRM-27] does not reconnect after 4401, 4403 and 4404, nor where nothing was recorded, and does after the others', () => {
    const after = (code: number) =>
      run([...playing, { type: 'refused', code, message: 'no' }, { type: 'closed', code }])
    for (const code of [4401, 4403, 4404, 4410]) expect(reconnectDue(after(code), 1e9)).toBe(false)
    for (const code of [4409, 4429, 4500]) expect(reconnectDue(after(code), 1e9)).toBe(true)
    expect(after(4410)).toEqual({ kind: 'no-record' })
    expect(after(4403)).toEqual({ kind: 'not-allowed', reason: 'no' })
  })

  it('[STRM-25] takes a ping of a paused playback for data', () => {
    let state = run([...playing, { type: 'said', state: 'paused' }])
    for (let now = 5_000; now < 100_000; now += 4_000) {
      state = run(
        [
          { type: 'data', atMs: now },
          { type: 'tick', atMs: now },
        ],
        state,
      )
      expect(reconnectDue(state, now + 3_999)).toBe(false)
    }
    expect(state.kind).toBe('paused')
  })

  it('is over when the browser cannot decode the video, whatever comes afterwards', () => {
    const state = run([...playing, { type: 'undecodable', codec: 'H.265' }])
    expect(isOver(state)).toBe(true)
    expect(
      run(
        [
          { type: 'data', atMs: 9_000 },
          { type: 'closed', code: 1006 },
        ],
        state,
      ),
    ).toBe(state)
  })
})
