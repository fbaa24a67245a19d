import { describe, expect, it } from 'vitest'
import {
  isOverMax,
  next,
  type PlaybackEvent,
  type PlaybackState,
  speeds,
  standIn,
  startPlayback,
} from './playback.machine.ts'

const offered = Array.from({ length: 12 }, (_, index) => index + 1)

function run(events: readonly PlaybackEvent[], from: PlaybackState = startPlayback('A1', offered)): PlaybackState {
  return events.reduce(next, from)
}

const playing = run([{ type: 'time', startS: 1_000 }])

describe('the playback of a device', () => {
  it('[LOPB-18] plays nothing while no time is chosen', () => {
    expect(run([{ type: 'play' }]).startS).toBeNull()
    expect(run([{ type: 'multi', on: true, offered, atS: null }]).startS).toBeNull()
  })

  it('[LOPB-19] knows the speeds 0, 0.2, 0.5, 1, 2, 4, 8 and 16', () => {
    expect(speeds).toEqual([0, 0.2, 0.5, 1, 2, 4, 8, 16])
  })

  it('[LOPB-20] moves one step slower or faster, and stays at both ends', () => {
    const up = [1, 2, 3, 4, 5].map((times) => run(Array(times).fill({ type: 'faster' }), playing).speed)
    expect(up).toEqual([2, 4, 8, 16, 16])
    const down = [1, 2, 3, 4].map((times) => run(Array(times).fill({ type: 'slower' }), playing).speed)
    expect(down).toEqual([0.5, 0.2, 0, 0])
  })

  it('[LOPB-21] plays at speed 1 when play is pressed', () => {
    expect(run([{ type: 'faster' }, { type: 'pause' }, { type: 'play' }], playing).speed).toBe(1)
  })

  it('[LOPB-21] stands still when paused, and keeps time and channels', () => {
    expect(run([{ type: 'pause' }], playing)).toEqual({ ...playing, speed: 0 })
  })

  it('goes backwards at speed 1 from any speed, and forwards again; nothing before a time is chosen', () => {
    const reverse: PlaybackEvent = { type: 'reverse' }
    expect(run([reverse], playing).speed).toBe(-1)
    expect(run([{ type: 'pause' }, reverse], playing).speed).toBe(-1)
    expect(run([reverse, { type: 'faster' }, reverse], playing).speed).toBe(1)
    const before = startPlayback('A1', offered)
    expect(next(before, reverse)).toBe(before)
  })

  it('moves slower and faster backwards too, down to standing still', () => {
    const back = run([{ type: 'reverse' }], playing)
    expect(run([{ type: 'faster' }, { type: 'faster' }], back).speed).toBe(-4)
    expect(run([{ type: 'slower' }], back).speed).toBe(-0.5)
    const still = run(Array(3).fill({ type: 'slower' }), back)
    expect(still.speed).toBe(0)
    expect(run([{ type: 'faster' }], still).speed).toBe(0.2)
  })

  it('runs in a direction at speed 1, faster when it does already; nothing before a time is chosen', () => {
    const on: PlaybackEvent = { type: 'run', direction: 1 }
    const back: PlaybackEvent = { type: 'run', direction: -1 }
    const speedAfter = (...events: PlaybackEvent[]) => run(events, playing).speed
    expect([speedAfter(on), speedAfter(on, on), speedAfter({ type: 'pause' }, on)]).toEqual([2, 4, 1])
    expect([speedAfter(back), speedAfter(back, back), speedAfter(on, back), speedAfter(back, on)]).toEqual([
      -1, -2, -1, 1,
    ])
    const before = startPlayback('A1', offered)
    expect(next(before, on)).toBe(before)
  })

  it('[LOPB-22] [LOPB-23] a chosen time resets the speed to 1, also out of a pause', () => {
    expect(run([{ type: 'pause' }, { type: 'time', startS: 2_000 }], playing).speed).toBe(1)
    expect(run([{ type: 'faster' }, { type: 'time', startS: 2_000 }], playing).speed).toBe(1)
  })

  it('[LOPB-24] changing the multi mode resets the speed to 1', () => {
    const fast = run([{ type: 'faster' }], playing)
    expect(run([{ type: 'multi', on: true, offered, atS: 1_010 }], fast).speed).toBe(1)
  })

  it('[LOPB-25] the multi mode selects up to the first 4 channels', () => {
    expect(run([{ type: 'multi', on: true, offered, atS: null }]).channels).toEqual([1, 2, 3, 4])
    expect(run([{ type: 'multi', on: true, offered: [3, 7], atS: null }]).channels).toEqual([3, 7])
  })

  it('[LOPB-26] leaving the multi mode returns to channel 1', () => {
    const multi = run([{ type: 'multi', on: true, offered, atS: null }])
    expect(multi.multi).toBe(true)
    expect(run([{ type: 'multi', on: false, offered, atS: null }], multi)).toMatchObject({
      channels: [1],
      multi: false,
    })
  })

  it('the multi mode and each channel more begin together where the picture stands, as a new stream', () => {
    const multi = run([{ type: 'faster' }, { type: 'multi', on: true, offered, atS: 1_010 }], playing)
    expect(multi).toMatchObject({ startS: 1_010, take: playing.take + 1 })
    const more = run([{ type: 'faster' }, { type: 'channel', channel: 7, atS: 1_020 }], multi)
    expect(more).toMatchObject({ channels: [1, 2, 3, 4, 7], startS: 1_020, take: multi.take + 1, speed: 1 })
    const between = run([{ type: 'channel', channel: 6, atS: null }], more)
    expect(between).toMatchObject({ channels: [1, 2, 3, 4, 6, 7], startS: 1_020 })
  })

  it('a channel that is closed leaves the others as they go', () => {
    const multi = run([{ type: 'multi', on: true, offered, atS: 1_010 }, { type: 'faster' }], playing)
    expect(run([{ type: 'channel', channel: 2, atS: 1_030 }], multi)).toEqual({ ...multi, channels: [1, 3, 4] })
  })

  it('[LOPB-27] [LOPB-28] takes up to 9 channels in multi mode and adds no tenth', () => {
    const choose = (channel: number): PlaybackEvent => ({ type: 'channel', channel, atS: 1_010 })
    const nine = run([{ type: 'multi', on: true, offered, atS: null }, ...[5, 6, 7, 8, 9].map(choose)], playing)
    expect(nine.channels).toHaveLength(9)
    expect(isOverMax(nine, 10)).toBe(true)
    expect(next(nine, choose(10))).toBe(nine)
    expect(isOverMax(nine, 9)).toBe(false)
    expect(isOverMax(next(nine, choose(9)), 10)).toBe(false)
    expect(isOverMax({ ...nine, multi: false }, 10)).toBe(false)
  })

  it('[LOPB-30] another device resets channel and time', () => {
    const other = run(
      [
        { type: 'channel', channel: 3, atS: 1_010 },
        { type: 'device', deviceId: 'B2', offered: [2, 4] },
      ],
      playing,
    )
    expect(other).toMatchObject({ deviceId: 'B2', channels: [2], startS: null, multi: false, speed: 1 })
    // Words about the device before are of a take that is over.
    expect(other.take).toBe(playing.take + 1)
  })

  it('[LOPB-31] every new time is a new stream', () => {
    expect(run([{ type: 'time', startS: 1_000 }], playing).take).toBe(playing.take + 1)
  })

  it('another channel goes on where the picture stands', () => {
    expect(run([{ type: 'channel', channel: 2, atS: 1_042 }], playing)).toMatchObject({ channels: [2], startS: 1_042 })
    const fast = run([{ type: 'faster' }], playing)
    expect(run([{ type: 'channel', channel: 2, atS: null }], fast)).toMatchObject({
      startS: 1_000,
      speed: 1,
      take: playing.take + 1,
      withoutRecord: [],
    })
    expect(next(fast, { type: 'channel', channel: 1, atS: 1_042 })).toBe(fast)
  })

  it('a channel that is chosen before a time is shown, and nothing begins', () => {
    const before = startPlayback('A1', offered)
    expect(run([{ type: 'channel', channel: 2, atS: 5 }])).toEqual({ ...before, channels: [2] })
  })

  it('a chosen channel or mode forgets which ones had no record', () => {
    const tried = next(playing, { type: 'no-record', channel: 1, take: playing.take, offered })
    expect(tried.withoutRecord).toEqual([1])
    expect(run([{ type: 'channel', channel: 5, atS: null }], tried).withoutRecord).toEqual([])
    expect(run([{ type: 'multi', on: true, offered, atS: null }], tried).withoutRecord).toEqual([])
  })

  it('a channel without record stays in the multi mode', () => {
    const multi = run([{ type: 'multi', on: true, offered, atS: 1_010 }], playing)
    expect(next(multi, { type: 'no-record', channel: 1, take: multi.take, offered })).toBe(multi)
  })

  it('shows the first channel with a record when the requested one has none, and names it', () => {
    const start = run([{ type: 'time', startS: 1_000 }], startPlayback('A1', [1, 2, 3]))
    const without = (state: PlaybackState, channel: number) =>
      next(state, { type: 'no-record', channel, take: start.take, offered: [1, 2, 3] })
    const second = without(start, 1)
    expect(second).toMatchObject({ channels: [2], startS: 1_000, take: start.take })
    const third = without(second, 2)
    expect(third.channels).toEqual([3])
    expect(standIn(third)).toEqual({ asked: 1, shown: 3 })
    const none = without(third, 3)
    expect(none.channels).toEqual([1])
    expect(standIn(none)).toBeNull()
    expect(without(none, 1)).toBe(none)
    expect(standIn(run([{ type: 'time', startS: 2_000 }], third))).toBeNull()
  })

  it('a word about an earlier time or another channel changes nothing', () => {
    expect(next(playing, { type: 'no-record', channel: 1, take: playing.take - 1, offered })).toBe(playing)
    expect(next(playing, { type: 'no-record', channel: 2, take: playing.take, offered })).toBe(playing)
  })

  it('never closes the last channel of the multi mode', () => {
    const one = run([{ type: 'multi', on: true, offered: [1], atS: null }])
    expect(run([{ type: 'channel', channel: 1, atS: null }], one).channels).toEqual([1])
  })
})
