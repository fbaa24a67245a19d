import { describe, expect, it } from 'vitest'
import { barShare, barsWidth, chartMargin, chartScale, paintSpeeds } from './components/speed-painter.ts'
import { heardIn, hoursWithData, hourTowards, overviewRows, passedIn, rowSeconds } from './coverage.ts'
import { momentMs, testDay, testResult, testTrack } from './gps-playback.fixtures.ts'
import { mayExport, mayQuery, next, startState } from './gps-query.machine.ts'
import { joinedRanges } from './recording-follower.ts'
import { askedRange, minuteText, moved, stepMinutes, wholeDay } from './time-range.ts'
import { placeAt } from './track.ts'

describe('the range of time', () => {
  it('[GPSP-19] [GPSP-65] ends with the last second of its end minute, and 24:00 is 23:59:59', () => {
    const seconds = (from: number, to: number) => {
      const { beginS, endS } = askedRange(testDay, { from, to })
      return [beginS - momentMs('00:00:00') / 1000, endS - momentMs('00:00:00') / 1000]
    }
    expect(seconds(485, 490)).toEqual([485 * 60, 490 * 60 + 59])
    expect(seconds(0, 1440)).toEqual([0, 86_399])
    expect(seconds(1440, 1440)).toEqual([86_400, 86_399])
  })

  it('[GPSP-07] [GPSP-08] [GPSP-09] goes from 0 to 1440 minutes in steps of 5, shown as HH:mm; no end passes the other', () => {
    expect([wholeDay, stepMinutes]).toEqual([{ from: 0, to: 1440 }, 5])
    expect([0, 65, 1435, 1440].map(minuteText)).toEqual(['00:00', '01:05', '23:55', '24:00'])
    expect(moved({ from: 60, to: 120 }, 'from', 500)).toEqual({ from: 120, to: 120 })
    expect(moved({ from: 60, to: 120 }, 'to', 5)).toEqual({ from: 60, to: 60 })
  })
})

describe('the hours', () => {
  const track = testTrack([{ at: '08:00:10' }, { at: '08:00:50' }, { at: '08:30:00' }, { at: '15:59:30' }])

  it('[GPSP-24] those without a point are passed over on the way that the slider goes', () => {
    expect(hoursWithData(track)).toEqual([8, 15])
    expect([9, 12, 15, 20].map((wanted) => hourTowards(track, 8, wanted))).toEqual([15, 15, 15, 8])
    expect(hourTowards(track, 15, 14)).toBe(8)
  })

  it('[GPSP-55] each hour of the day has its points', () => {
    expect(track.hours.map(({ from, to }) => to - from)).toEqual(
      Array.from({ length: 24 }, (_, hour) => ({ 8: 3, 15: 1 })[hour] ?? 0),
    )
  })

  it('[GPSP-32] [GPSP-33] [GPSP-34] the overview has 24 rows of 3600 s; a point counts up to the next, for a minute at most', () => {
    expect([overviewRows, rowSeconds]).toEqual([24, 3600])
    expect(heardIn(track, 8)).toEqual([
      { fromS: 10, toS: 110 },
      { fromS: 1800, toS: 1860 },
    ])
    expect(heardIn(track, 15)).toEqual([{ fromS: 3570, toS: 3600 }])
    expect(heardIn(track, 16)).toEqual([{ fromS: 0, toS: 30 }])
    expect(heardIn(track, 9)).toEqual([])
    // Of the hour that it is, what is still to come is not without data.
    expect([8, 9, 10].map((hour) => passedIn(track, hour, momentMs('09:20:00')))).toEqual([3600, 1200, 0])
  })
})

it('[GPSP-26] [GPSP-67] the chart is 150 high, and what is faster is as high', () => {
  expect([chartScale, barShare(75), barShare(150), barShare(260), barShare(0)]).toEqual([150, 0.5, 1, 1, 0])
})

it('[GPSP-25] [GPSP-26] [GPSP-67] a bar stands for each point of the hour, at its second, and as high as it was fast, up to 150', () => {
  const bars: number[][] = []
  const context = { fillStyle: '', fillText: () => {}, fillRect: (...of: number[]) => void bars.push([...of]) }
  const drawn = () => bars.map(([x = 0, , , high = 0]) => [x, Math.round(high)])
  const track = testTrack([
    { at: '08:00:00', kmh: 75 },
    { at: '08:30:00', kmh: 150 },
    { at: '08:45:00', kmh: 260 },
    { at: '09:00:00' },
  ])
  const [widthPx, heightPx] = [400, chartMargin.top + 100 + chartMargin.bottom]
  const chart = { context: context as unknown as CanvasRenderingContext2D, widthPx, heightPx, ink: () => '' }
  paintSpeeds(chart, track, 7, (kmh) => kmh)
  const scale = bars.length
  paintSpeeds(chart, track, 8, (kmh) => kmh)
  expect(drawn().slice(2 * scale)).toEqual([
    [chartMargin.left, 50],
    [chartMargin.left + barsWidth(widthPx) / 2, 100],
    [chartMargin.left + (barsWidth(widthPx) * 3) / 4, 100],
  ])
})

it('a vehicle is between two points while it reports, and stands at the last one while it does not', () => {
  const track = testTrack([
    { at: '08:00:00', lat: 24, kmh: 10 },
    { at: '08:00:10', lat: 24.001, kmh: 20 },
    { at: '09:00:00', lat: 25, kmh: 30 },
  ])
  const between = placeAt(track, momentMs('08:00:05'))
  expect([between.lat.toFixed(6), between.speedKmh]).toEqual(['24.000500', 10])
  expect(placeAt(track, momentMs('08:30:00'))).toMatchObject({ lat: 24.001, speedKmh: 20 })
  expect(placeAt(track, momentMs('07:00:00')).lat).toBe(24)
  expect(placeAt(track, momentMs('23:00:00'))).toMatchObject({ lat: 25, index: 2 })
})

describe('what may be done', () => {
  const result = testResult([{ at: '08:00:00' }])
  const asking = next(startState, { type: 'query' })
  const answered = next(asking, { type: 'answered', result })

  const exporting = next(answered, { type: 'export' })
  const again = next(answered, { type: 'query' })

  it('[GPSP-14] [GPSP-15] [GPSP-16] files are of a result only, and not while a query or an export runs', () => {
    expect([startState, asking, answered, again, exporting].map(mayExport)).toEqual([false, false, true, false, false])
  })

  it('[GPSP-17] [GPSP-18] a query can begin while none runs', () => {
    expect([startState, asking, answered, again].map(mayQuery)).toEqual([true, false, true, false])
  })

  it('one thing runs at a time', () => {
    expect(mayQuery(exporting)).toBe(false)
    expect(next(exporting, { type: 'query' })).toBe(exporting)
    expect(next(startState, { type: 'export' })).toBe(startState)
  })

  it('[GPSP-62] [GPSP-70] an empty answer ends the query; a failed one also keeps what was there before', () => {
    const again = next(answered, { type: 'query' })
    expect(next(again, { type: 'failed' })).toEqual(answered)
    expect(next(again, { type: 'answered', result: null })).toEqual({ ...startState, isEmpty: true })
  })
})

it('recorded stretches of several channels are joined where they touch', () => {
  const channels = [
    {
      channel: 1,
      ranges: [
        [100, 160],
        [400, 460],
      ] as const,
    },
    {
      channel: 2,
      ranges: [
        [150, 220],
        [300, 310],
      ] as const,
    },
    { channel: 3, ranges: [[0, 900]] as const },
  ]
  expect(joinedRanges(channels, [1, 2])).toEqual([
    [100, 220],
    [300, 310],
    [400, 460],
  ])
})
