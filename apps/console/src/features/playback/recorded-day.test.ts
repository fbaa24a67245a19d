import { describe, expect, it } from 'vitest'
import { dayAfter, dayName, dayStartS, isDay } from '../../shared/calendar/index.ts'
import {
  hourHasRecord,
  isWritten,
  latestRecorded,
  minuteHasRecord,
  nearestRecorded,
  nextRecorded,
  type RecordedDay,
  recordedHours,
  recordedRuns,
  timeOfDay,
} from './recorded-day.ts'

function day(...runs: readonly (readonly [from: number, to: number])[]): RecordedDay {
  const flags = Array.from({ length: 1440 }, (_, minute) =>
    runs.some(([a, b]) => minute >= a && minute < b) ? '1' : '0',
  )
  return { startS: 0, flags: flags.join('') }
}

describe('a recorded day', () => {
  it('an hour has data when one of its 60 minutes has', () => {
    const recorded = day([179, 181])
    expect([1, 2, 3, 4].map((hour) => hourHasRecord(recorded, hour))).toEqual([false, true, true, false])
  })

  it('a minute is offered only when it has a recording', () => {
    const recorded = day([125, 126])
    expect([4, 5, 6].map((minute) => minuteHasRecord(recorded, 2, minute))).toEqual([false, true, false])
  })

  it('gives the recorded stretches, half open', () => {
    expect(recordedRuns(day([0, 1], [60, 65], [1439, 1440]))).toEqual([
      { from: 0, to: 1 },
      { from: 60, to: 65 },
      { from: 1439, to: 1440 },
    ])
  })

  it('begins at the next recorded minute when the requested one has none', () => {
    const recorded = day([10, 12], [20, 21])
    expect(nearestRecorded(recorded, 11 * 60 + 7)).toBe(11 * 60 + 7)
    expect(nearestRecorded(recorded, 12 * 60 + 7)).toBe(20 * 60)
    expect(nearestRecorded(recorded, 21 * 60)).toBeNull()
  })

  it('knows the latest recorded minute', () => {
    expect(latestRecorded(day([10, 12], [20, 21]))).toBe(20 * 60)
    expect(latestRecorded(day())).toBeNull()
  })

  it('writes the time of day', () => {
    expect(timeOfDay(0)).toBe('00:00:00')
    expect(timeOfDay(86_399.9)).toBe('23:59:59')
  })
})

describe('days of the browser', () => {
  it('go there and back over months and years', () => {
    expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
    expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29')
    expect(dayName(new Date(dayStartS('2026-11-21') * 1000))).toBe('2026-11-21')
  })

  it('are refused when they do not exist', () => {
    expect([isDay('2026-02-30'), isDay('nonsense'), isDay(null), isDay('2026-11-21')]).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  it('a second is there to be played when it lies some seconds back', () => {
    const recorded = day([0, 1])
    const nowS = recorded.startS + 30
    expect([0, 28, 29, 31].map((second) => isWritten(recorded, second, nowS))).toEqual([true, true, false, false])
  })

  it('the hours that hold all recordings, and the next recorded minute after one', () => {
    const recorded = day([125, 127], [600, 601])
    expect(recordedHours(recorded)).toEqual({ from: 2, to: 11 })
    expect(recordedHours(day())).toEqual({ from: 0, to: 24 })
    expect([0, 125 * 60 + 7, 126 * 60, 600 * 60].map((second) => nextRecorded(recorded, second))).toEqual([
      125 * 60,
      126 * 60,
      600 * 60,
      null,
    ])
  })
})
