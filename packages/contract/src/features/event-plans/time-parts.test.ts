import { describe, expect, it } from 'vitest'
import { isInTimeParts, paintTimeParts, parseTimeParts, shiftTimeParts } from './index.ts'
import { timePartsText } from './time-parts.ts'

const ranges = (text: string) => {
  const parsed = parseTimeParts(text)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.ranges
}
const atUtc = (hours: number, minutes: number, seconds = 0) => 86_400 * 20_000 + hours * 3600 + minutes * 60 + seconds

describe('the time part of a plan', () => {
  it('[PLAN-24] is a comma list of start:end in minutes of the day, each minute at most once', () => {
    expect(ranges('1200:1440,0:480')).toEqual([
      { start: 0, end: 480 },
      { start: 1200, end: 1440 },
    ])
    expect(ranges('0:60,60:61')).toHaveLength(2)
    expect(ranges('')).toEqual([])
    for (const bad of [
      '480',
      '1:',
      ':1',
      '5:5',
      '9:3',
      '0:1441',
      '-1:5',
      '0:1,',
      ' 0:1',
      '0:1;2:3',
      '0x1:5',
      '1.5:3',
      '0:480,\0',
    ]) {
      expect(parseTimeParts(bad).ok, bad).toBe(false)
    }
    for (const twice of ['0:480,479:500', '0:100,10:20', '5:6,5:6']) expect(parseTimeParts(twice).ok, twice).toBe(false)
    const most = Array.from({ length: 720 }, (_, n) => `${n * 2}:${n * 2 + 1}`).join(',')
    expect(ranges(most)).toHaveLength(720)
    expect(parseTimeParts(`${most},1439:1440`).ok).toBe(false)
  })

  it('[PLAN-48] includes the start minute and excludes the end minute; an empty one has no minute', () => {
    const night = ranges('60:120')
    expect(isInTimeParts(night, atUtc(0, 59, 59))).toBe(false)
    expect(isInTimeParts(night, atUtc(1, 0))).toBe(true)
    expect(isInTimeParts(night, atUtc(1, 59, 59))).toBe(true)
    expect(isInTimeParts(night, atUtc(2, 0))).toBe(false)
    expect(isInTimeParts([], atUtc(1, 0))).toBe(false)
    expect(isInTimeParts(ranges('0:1440'), atUtc(23, 59, 59))).toBe(true)
  })

  it.each([
    // Local 08:00 to 18:00.
    [60, '480:1080', '420:1020'],
    // Local 00:00 to 02:00 east of Greenwich begins on the day before in UTC.
    [60, '0:120', '0:60,1380:1440'],
    // Local 22:00 to 24:00 west of Greenwich.
    [-300, '1320:1440', '180:300'],
    [-300, '1080:1320', '0:180,1380:1440'],
    [330, '0:1440', '0:1440'],
    [345, '345:346', '0:1'],
    [0, '10:20', '10:20'],
  ])(
    '[PLAN-25] [PLAN-48] is stored in UTC: %i minutes east, %s is stored as %s and shown as it was painted',
    (east, local, utc) => {
      const stored = shiftTimeParts(ranges(local), -east)
      expect(timePartsText(stored)).toBe(utc)
      expect(timePartsText(shiftTimeParts(stored, east))).toBe(local)
    },
  )

  it('[PLAN-25] is painted with the offset that counts when it is saved: in summer the same stored times are an hour later', () => {
    const stored = shiftTimeParts(ranges('480:1080'), -60)
    expect(timePartsText(shiftTimeParts(stored, 120))).toBe('540:1140')
  })

  it('[PLAN-14] is painted on and off in one range or several', () => {
    const on = paintTimeParts(ranges('0:60'), { start: 60, end: 120 }, true)
    expect(timePartsText(on)).toBe('0:120')
    expect(timePartsText(paintTimeParts(on, { start: 30, end: 40 }, false))).toBe('0:30,40:120')
    expect(paintTimeParts(on, { start: 0, end: 1440 }, false)).toEqual([])
  })
})
