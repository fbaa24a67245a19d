import { describe, expect, it } from 'vitest'
import { RecordedTimeLine } from './recorded-time-line.ts'

const FROM = 1_800_000_000_000
const TO = FROM + 60_000
const times = (line: RecordedTimeLine, stamps: readonly number[]): number[] =>
  stamps.map((deviceMs) => line.stamp('video', deviceMs).timestampMs - FROM)

describe('the time of a recording', () => {
  it.each([
    ['unix time', 0],
    ['local time written as unix time', 8 * 3_600_000],
  ])('[STRM-20] a device that stamps with %s is believed, also over a gap', (_, aheadMs) => {
    const line = new RecordedTimeLine(FROM, TO)
    expect(
      times(
        line,
        [-500, 0, 66, 30_000, 30_066].map((ms) => FROM + aheadMs + ms),
      ),
    ).toEqual([-500, 0, 66, 30_000, 30_066])
  })

  it('[STRM-20] another clock counts from where the playback began, and goes on without a seam where it steps', () => {
    const line = new RecordedTimeLine(FROM, TO)
    expect(times(line, [9_000, 9_066, 9_132])).toEqual([0, 66, 132])
    const after = line.stamp('video', 500)
    expect(after).toEqual({ timestampMs: FROM + 132 + 40, newLine: true })
    line.goTo(FROM + 20_000)
    expect(line.stamp('video', 90_000)).toEqual({ timestampMs: FROM + 20_000, newLine: true })
  })

  it('[STRM-20] sound of one time is spread, and nothing goes back within a kind', () => {
    const line = new RecordedTimeLine(FROM, TO)
    line.stamp('video', FROM)
    expect([0, 0, 80, 60].map((ms) => line.stamp('audio', FROM + ms, 40).timestampMs - FROM)).toEqual([0, 40, 80, 80])
  })
})
