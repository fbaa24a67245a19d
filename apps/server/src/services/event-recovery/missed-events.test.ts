import type { RecordingEntry } from '@fleetglass/jt1078'
import { describe, expect, it } from 'vitest'
import {
  type DeviceFile,
  filesIn,
  footageOf,
  LONGEST_FILE_S,
  MAX_EVENTS,
  MAX_FILES,
  MAX_FOOTAGE,
  missedAlarms,
} from './missed-events.ts'

const T = 1_700_000_000
const ZONE_S = 8 * 3600
const alarm = (code: number) => ({ code, name: `alarm ${code}` })
const file = (fromS: number, toS: number, codes: readonly number[] = [], channel = 1): DeviceFile => ({
  beganS: T + fromS,
  fromS: T + fromS,
  toS: T + toS,
  channel,
  isMain: true,
  alarms: codes.map(alarm),
})
const stored = (code: number, atS: number, change: 'new' | 'cover' = 'new') => ({ change, code, timeS: T + atS })
const entry = (
  beginLocalS: number | null,
  endLocalS: number | null,
  fields: Partial<RecordingEntry> = {},
): RecordingEntry => ({
  channel: 1,
  beginLocalS,
  endLocalS,
  alarmBits: 0n,
  resource: 0,
  stream: 1,
  storage: 1,
  sizeBytes: 0,
  ...fields,
})

describe('events that a device recorded while it was offline', () => {
  it('reads times in GMT+8, and leaves out what has no times or lies beside the span', () => {
    const at = T + ZONE_S
    const entries = [
      entry(at + 90, at + 110, { stream: 2, alarmBits: 5n, channel: 2 }),
      entry(at, at + 10),
      entry(null, at + 50),
      entry(at + 50, at + 50),
      entry(at + 100, at + 120),
    ]
    expect(filesIn(entries, { fromS: T + 10, toS: T + 100 }, (bits) => [alarm(Number(bits))])).toEqual([
      { ...file(90, 110, [5], 2), isMain: false },
    ])
  })

  it('counts a recording that began before from the begin of the time offline, and what was stored since its own begin stands for it', () => {
    const at = T + ZONE_S
    const entries = [
      entry(at - 600, at + 30, { alarmBits: 7n }),
      entry(at - LONGEST_FILE_S - 1, at + 30, { alarmBits: 8n }),
    ]
    const files = filesIn(entries, { fromS: T, toS: T + 100 }, (bits) => [alarm(Number(bits))])
    expect(files).toEqual([{ ...file(0, 30, [7]), beganS: T - 600 }])
    expect(missedAlarms(files, [])).toEqual([{ ...alarm(7), timeS: T }])
    expect(missedAlarms(files, [stored(7, -595)])).toEqual([])
  })

  it('reads the newest of a list that is too long', () => {
    const at = T + ZONE_S
    const entries = Array.from({ length: MAX_FILES + 1 }, (_, n) => entry(at + n, at + n + 10))
    const files = filesIn(entries, { fromS: T, toS: T + 1_000_000 }, () => [])
    expect([files.length, files[0]?.beganS]).toEqual([MAX_FILES, T + 1])
  })

  it('makes one event of recordings of all channels that follow each other, and another one of a later time', () => {
    const files = [file(0, 30, [7]), file(1, 30, [7], 2), file(90, 120, [7]), file(181, 190, [7, 8])]
    expect(missedAlarms(files, [])).toEqual([
      { ...alarm(7), timeS: T },
      { ...alarm(7), timeS: T + 181 },
      { ...alarm(8), timeS: T + 181 },
    ])
  })

  it.each([
    [-61, 1],
    [-60, 0],
    [90, 0],
    [91, 1],
  ])('an event %i s from the begin of a recording of 30 s leaves %i missed', (atS, left) => {
    expect(missedAlarms([file(0, 30, [7])], [stored(7, atS)])).toHaveLength(left)
  })

  it('another code, or the end of an event, does not stand for it', () => {
    expect(missedAlarms([file(0, 30, [7])], [stored(8, 0), stored(7, 0, 'cover')])).toHaveLength(1)
  })

  it('the newest count where there are too many', () => {
    const files = Array.from({ length: MAX_EVENTS + 1 }, (_, at) => file(at * 1000, at * 1000 + 10, [7]))
    const missed = missedAlarms(files, [])
    expect([missed.length, missed[0]?.timeS]).toEqual([MAX_EVENTS, T + 1000])
    const spans = footageOf(files, [], T + 10_000_000)
    expect([spans.length, spans.at(-1)?.fromS]).toEqual([MAX_FOOTAGE, T + MAX_EVENTS * 1000 - 10])
  })

  it('footage is around alarm recordings and events, of the channels that the device has, not beyond the present', () => {
    const files = [file(0, 600), file(0, 600, [], 2), file(600, 630, [7]), file(2000, 9000, [7])]
    expect(footageOf(files, [T + 300, T + 1500], T + 2100)).toEqual([
      { fromS: T + 290, toS: T + 320, channels: [1, 2], mainChannels: [1, 2] },
      { fromS: T + 590, toS: T + 650, channels: [1, 2], mainChannels: [1, 2] },
      { fromS: T + 1990, toS: T + 2100, channels: [1], mainChannels: [1] },
    ])
    expect(footageOf(files, [], T + 10_000).at(-1)).toMatchObject({ fromS: T + 1990, toS: T + 2300 })
  })
})
