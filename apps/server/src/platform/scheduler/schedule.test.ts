import { describe, expect, it } from 'vitest'
import { checkSchedule, nextDueMs } from './schedule.ts'

const at = (text: string): number => Date.parse(text)
const next = (dailyAt: string, timeZone: string, after: string): string =>
  new Date(nextDueMs({ dailyAt, timeZone }, at(after))).toISOString().slice(0, 16)

describe('when a job is due', () => {
  it('is a period later for a job with a period', () => {
    expect(nextDueMs({ everyMs: 5_000 }, 1_000)).toBe(6_000)
  })

  it('is the next time of day in the time zone, never the present moment', () => {
    expect(next('06:30', 'Asia/Tokyo', '2026-09-01T21:29:00Z')).toBe('2026-09-01T21:30')
    expect(next('06:30', 'Asia/Tokyo', '2026-09-01T21:30:00Z')).toBe('2026-09-02T21:30')
    expect(next('00:00', 'America/Los_Angeles', '2026-09-01T23:00:00Z')).toBe('2026-09-02T07:00')
    expect(next('23:59', '-03:00', '2026-09-01T00:00:00Z')).toBe('2026-09-01T02:59')
  })

  it('follows the clocks when they go forward and back', () => {
    expect(next('06:00', 'Europe/Berlin', '2026-03-28T12:00:00Z')).toBe('2026-03-29T04:00')
    expect(next('06:00', 'Europe/Berlin', '2026-10-24T12:00:00Z')).toBe('2026-10-25T05:00')
  })

  it('is once on the day that has the time twice, and an hour later on the day that leaves it out', () => {
    expect(next('02:30', 'Europe/Berlin', '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30')
    expect(next('02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30')
    expect(next('02:30', 'Europe/Berlin', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30')
  })

  it('is on the day after where the zone leaves out a whole day', () => {
    expect(next('12:00', 'Pacific/Apia', '2011-12-29T23:00:00Z')).toBe('2011-12-30T22:00')
  })

  it('is refused for a schedule that cannot be', () => {
    expect(() => checkSchedule({ everyMs: 0 })).toThrow(RangeError)
    expect(() => checkSchedule({ dailyAt: '24:00', timeZone: 'UTC' })).toThrow(RangeError)
    expect(() => checkSchedule({ dailyAt: '12:00', timeZone: 'Mars/Olympus' })).toThrow(RangeError)
    expect(() => checkSchedule({ dailyAt: '12:00', timeZone: 'UTC' })).not.toThrow()
  })
})
