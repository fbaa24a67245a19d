import { remoteSpeeds } from '@fleetglass/contract/remote-playback'
import { describe, expect, it } from 'vitest'
import { isOverMax, next, type Onward, type RemoteEvent, type RemoteState, startRemote } from './remote.machine.ts'
import { withCurrent } from './shown-records.ts'

const offered = Array.from({ length: 12 }, (_, index) => index + 1)
const record = { start: 1_000, end: 1_600, type: 0 } as const
const run = (events: readonly RemoteEvent[], from: RemoteState = startRemote(offered)): RemoteState =>
  events.reduce(next, from)
const chosen = run([{ type: 'record', record }])
const playing = run([{ type: 'play', streamId: 7 }], chosen)
const onward: Onward = { atS: 1_030, streamId: 8 }

describe('the playback of what a device recorded', () => {
  it('[REPB-24] [REPB-25] a chosen record sets the start time to its start and stops what plays', () => {
    const later = { start: 5_000, end: 5_100, type: 0 } as const
    expect(playing.take).toEqual({ streamId: 7, startS: 1_000, endS: 1_060 })
    expect(run([{ type: 'record', record: later }], playing)).toMatchObject({
      record: later,
      startS: 5_000,
      take: null,
    })
  })

  it('[REPB-10] what is played is as long as was chosen, and ends with the record', () => {
    const long = run(
      [
        { type: 'duration', durationS: 300 },
        { type: 'play', streamId: 1 },
      ],
      chosen,
    )
    expect(long.take).toMatchObject({ startS: 1_000, endS: 1_300 })
    const late = run(
      [
        { type: 'start', startS: 1_580 },
        { type: 'play', streamId: 1 },
      ],
      chosen,
    )
    expect(late.take).toMatchObject({ startS: 1_580, endS: 1_600 })
  })

  it('[REPB-21] [REPB-34] one step per click through 1, 2, 4, 8 and unlimited; a start and another time or mode are at 1', () => {
    expect(remoteSpeeds).toEqual([1, 2, 4, 8, 0])
    const up = [1, 2, 3, 4, 5].map((times) => run(Array(times).fill({ type: 'faster' }), playing).speed)
    expect(up).toEqual([2, 4, 8, 0, 0])
    const unlimited = run(Array(4).fill({ type: 'faster' }), playing)
    expect(run([{ type: 'slower' }], unlimited).speed).toBe(8)
    expect(run([{ type: 'slower' }], playing).speed).toBe(1)
    expect(run([{ type: 'start', startS: 1_100 }], unlimited).speed).toBe(1)
    expect(run([{ type: 'multi', offered, onward }], unlimited).speed).toBe(1)
    expect(run([{ type: 'stop' }, { type: 'play', streamId: 9 }], unlimited).speed).toBe(1)
    // Pausing is stop.
    expect(run([{ type: 'stop' }], playing).take).toBeNull()
  })

  it('[REPB-35] several channels begin with 4, take up to 9 and no tenth, and leave to channel 1', () => {
    const multi = run([{ type: 'multi', offered, onward: null }], chosen)
    expect(multi.channels).toEqual([1, 2, 3, 4])
    const choose = (channel: number): RemoteEvent => ({ type: 'channel', channel, onward: null })
    const nine = run([5, 6, 7, 8, 9].map(choose), multi)
    expect(nine.channels).toHaveLength(9)
    expect(isOverMax(nine, 10)).toBe(true)
    expect(next(nine, choose(10))).toBe(nine)
    expect(run([choose(9)], nine).channels).toHaveLength(8)
    expect(run([{ type: 'multi', offered, onward: null }], nine).channels).toEqual([1])
    expect(run([{ type: 'multi', offered: [1], onward: null }, choose(1)], chosen).channels).toEqual([1])
  })

  it('[REPB-39] main is off at first; another stream or channel goes on where the picture stands, as a stream of its own', () => {
    expect([chosen.main, chosen.map, chosen.multi]).toEqual([false, false, false])
    expect(run([{ type: 'main', onward }], playing)).toMatchObject({
      main: true,
      take: { streamId: 8, startS: 1_030, endS: 1_060 },
    })
    expect(run([{ type: 'channel', channel: 3, onward }], playing)).toMatchObject({
      channels: [3],
      take: { streamId: 8, startS: 1_030 },
    })
    expect(run([{ type: 'main', onward: null }], chosen).take).toBeNull()
    expect(run([{ type: 'map' }], playing)).toMatchObject({ map: true, take: playing.take })
  })
})

describe('the current record', () => {
  const records = [
    { start: 100, end: 200, type: 0 },
    { start: 200, end: 300, type: 2 },
  ] as const

  it('[REPB-28] [REPB-29] [REPB-36] stands last while the device records, from a second after the last one until now', () => {
    expect(withCurrent(records, true, 350).at(-1)).toEqual({ start: 301, end: 350, type: 'current' })
    expect(withCurrent(records, false, 350)).toEqual(records)
    expect(withCurrent([], true, 350)).toEqual([])
    expect(withCurrent(records, true, 301)).toEqual(records)
    expect(withCurrent(records, true, 250)).toEqual(records)
  })
})
