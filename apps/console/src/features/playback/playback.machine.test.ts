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
  it('LOPB-18 plays nothing while no time is chosen', () => {
    expect(run([{ type: 'play' }]).startS).toBeNull()
    expect(run([{ type: 'multi', on: true, offered, atS: null }]).startS).toBeNull()
  })

  it('LOPB-19 knows the speeds 0, 0.2, 0.5, 1, 2, 4, 8 and 16', () => {
    expect(speeds).toEqual([0, 0.2, 0.5, 1, 2, 4, 8, 16])
  })

  it('LOPB-20 moves one step slower or faster, and stays at both ends', () => {
    const up = [1, 2, 3, 4, 5].map((times) => run(Array(times).fill({ type: 'faster' }), playing).speed)
    expect(up).toEqual([2, 4, 8, 16, 16])
    const down = [1, 2, 3, 4].map((times) => run(Array(times).fill({ type: 'slower' }), playing).speed)
    expect(down).toEqual([0.5, 0.2, 0, 0])
  })

  it('LOPB-21 plays at speed 1 when play is pressed', () => {
    expect(run([{ type: 'faster' }, { type: 'pause' }, { type: 'play' }], playing).speed).toBe(1)
  })

  it('LOPB-22 LOPB-23 a chosen time resets the speed to 1, also out of a pause', () => {
    expect(run([{ type: 'pause' }, { type: 'time', startS: 2_000 }], playing).speed).toBe(1)
    expect(run([{ type: 'faster' }, { type: 'time', startS: 2_000 }], playing).speed).toBe(1)
  })

  it('LOPB-24 changing the multi mode resets the speed to 1', () => {
    const fast = run([{ type: 'faster' }], playing)
    expect(run([{ type: 'multi', on: true, offered, atS: 1_010 }], fast).speed).toBe(1)
  })

  it('LOPB-25 the multi mode selects up to the first 4 channels', () => {
    expect(run([{ type: 'multi', on: true, offered, atS: null }]).channels).toEqual([1, 2, 3, 4])
    expect(run([{ type: 'multi', on: true, offered: [3, 7], atS: null }]).channels).toEqual([3, 7])
  })

  it('LOPB-26 leaving the multi mode returns to channel 1', () => {
    const multi = run([{ type: 'multi', on: true, offered, atS: null }])
    expect(run([{ type: 'multi', on: false, offered, atS: null }], multi).channels).toEqual([1])
  })

  it('LOPB-27 LOPB-28 takes up to 9 channels in multi mode and adds no tenth', () => {
    const choose = (channel: number): PlaybackEvent => ({ type: 'channel', channel, atS: 1_010 })
    const nine = run([{ type: 'multi', on: true, offered, atS: null }, ...[5, 6, 7, 8, 9].map(choose)], playing)
    expect(nine.channels).toHaveLength(9)
    expect(isOverMax(nine, 10)).toBe(true)
    expect(next(nine, choose(10))).toBe(nine)
    expect(isOverMax(nine, 9)).toBe(false)
  })

  it('LOPB-30 another device resets channel and time', () => {
    const other = run(
      [
        { type: 'channel', channel: 3, atS: 1_010 },
        { type: 'device', deviceId: 'B2', offered: [2, 4] },
      ],
      playing,
    )
    expect(other).toMatchObject({ deviceId: 'B2', channels: [2], startS: null, multi: false })
  })

  it('LOPB-31 every new time is a new stream', () => {
    expect(run([{ type: 'time', startS: 1_000 }], playing).take).toBe(playing.take + 1)
  })

  it('another channel goes on where the picture stands', () => {
    expect(run([{ type: 'channel', channel: 2, atS: 1_042 }], playing)).toMatchObject({ channels: [2], startS: 1_042 })
  })

  it('shows the first channel with a record when the asked one has none, and says which', () => {
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
