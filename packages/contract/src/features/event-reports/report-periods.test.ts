import { describe, expect, it } from 'vitest'
import { REPORT_PERIODS, reportFileName, reportPeriodAt, reportTimeText } from './index.ts'

const seconds = (text: string): number => Date.parse(text) / 1000
const period = (minutes: number, tz: number, at: string): readonly string[] => {
  const { startS, endS } = reportPeriodAt(minutes, tz, seconds(at))
  return [startS, endS].map((timeS) => new Date(timeS * 1000).toISOString().slice(0, 16))
}

describe('the period of a report', () => {
  it('[RPT-11] is an hour, a day, a week or a month of 60, 1440, 10080 and 43200 minutes', () => {
    expect(REPORT_PERIODS).toEqual({ hourly: 60, daily: 1440, weekly: 10_080, monthly: 43_200 })
  })

  it('[RPT-29] ends at the full hour, at midnight, on Monday and on the first of the month, in the zone of the report', () => {
    const at = '2026-09-16T17:30:00Z'
    expect(period(60, 0, at)).toEqual(['2026-09-16T17:00', '2026-09-16T18:00'])
    expect(period(60, 19_800, at)).toEqual(['2026-09-16T17:30', '2026-09-16T18:30'])
    expect(period(1440, 28_800, at)).toEqual(['2026-09-16T16:00', '2026-09-17T16:00'])
    expect(period(10_080, 0, at)).toEqual(['2026-09-14T00:00', '2026-09-21T00:00'])
    expect(period(10_080, -3_600, '2026-09-14T00:30:00Z')).toEqual(['2026-09-07T01:00', '2026-09-14T01:00'])
    expect(period(43_200, 28_800, at)).toEqual(['2026-08-31T16:00', '2026-09-30T16:00'])
    expect(period(43_200, 0, '2028-02-29T23:59:59Z')).toEqual(['2028-02-01T00:00', '2028-03-01T00:00'])
  })

  it('[RPT-29] of another length ends at multiples of it from local midnight of 1970-01-01', () => {
    expect(period(90, 0, '1970-01-01T02:00:00Z')).toEqual(['1970-01-01T01:30', '1970-01-01T03:00'])
    expect(period(90, 3_600, '1970-01-01T00:00:00Z')).toEqual(['1969-12-31T23:00', '1970-01-01T00:30'])
  })

  it('follows the one before without a gap, over years', () => {
    for (const minutes of [60, 90, 1440, 10_080, 43_200, 1_000]) {
      let { endS } = reportPeriodAt(minutes, -12_600, seconds('2026-12-20T00:00:00Z'))
      for (let count = 0; count < 50; count++) {
        const next = reportPeriodAt(minutes, -12_600, endS)
        expect(next.startS).toBe(endS)
        endS = next.endS
      }
    }
  })
})

it('[RPT-30] a file is named by profile, type and start, without what a file name cannot have', () => {
  const startS = seconds('2026-09-14T16:00:00Z')
  const name = (profile: string) => reportFileName({ profile, type: 'event', tz: 28_800 }, startS)
  expect(name('Night shift')).toBe('Night-shift_event_20260915T0000.csv')
  expect(name('../../etc/passwd')).toBe('etc-passwd_event_20260915T0000.csv')
  expect(name('夜班')).toBe('夜班_event_20260915T0000.csv')
  expect(name('...')).toBe('report_event_20260915T0000.csv')
})

it('[RPT-10] times have the offset of the report', () => {
  expect(reportTimeText(0, -12_600)).toBe('1969-12-31 20:30:00-03:30')
})
