import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TimeLine } from './time-line.ts'

const ARRIVAL = 1_800_000_000_000

describe('the time line', () => {
  it('[STRM-20] aligns arrival time with the clock of the device', () => {
    const line = new TimeLine()
    const jitter = [0, 35, 5, 60, 0, 20]
    const stamps = jitter.map((late, index) => line.stamp('video', 9_000 + index * 66, ARRIVAL + index * 66 + late))
    expect(stamps.map((stamp) => stamp.timestampMs - ARRIVAL)).toEqual([0, 66, 132, 198, 264, 330])
    expect(stamps.map((stamp) => stamp.newLine)).toEqual([true, false, false, false, false, false])
  })

  it('[STRM-20] never decreases within a kind, whatever the device says, unless it says that a new line begins', () => {
    const frame = fc.record({
      kind: fc.constantFrom('video' as const, 'audio' as const),
      stepMs: fc.integer({ min: -20_000, max: 20_000 }),
      waitMs: fc.nat(3_000),
    })
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 80 }), (frames) => {
        const line = new TimeLine()
        const last = { video: 0, audio: 0 }
        let deviceMs = 1_000_000
        let arrivalMs = ARRIVAL
        for (const each of frames) {
          deviceMs += each.stepMs
          arrivalMs += each.waitMs
          const stamp = line.stamp(each.kind, deviceMs, arrivalMs, 20)
          expect(Number.isInteger(stamp.timestampMs)).toBe(true)
          if (!stamp.newLine) expect(stamp.timestampMs).toBeGreaterThanOrEqual(last[each.kind])
          last[each.kind] = stamp.timestampMs
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('[STRM-20] begins a new line at arrival time when the clock of the device steps', () => {
    for (const stepMs of [-9_760, -4_000, 6_000, 86_400_000]) {
      const line = new TimeLine()
      line.stamp('video', 50_000, ARRIVAL)
      line.stamp('video', 50_040, ARRIVAL + 40)
      const stepped = line.stamp('video', 50_080 + stepMs, ARRIVAL + 80)
      expect(stepped).toEqual({ timestampMs: ARRIVAL + 80, newLine: true })
      expect(line.stamp('video', 50_120 + stepMs, ARRIVAL + 120)).toEqual({
        timestampMs: ARRIVAL + 120,
        newLine: false,
      })
      expect(line.stamp('audio', 50_120 + stepMs, ARRIVAL + 120).newLine).toBe(true)
    }
  })

  it('bears audio that lags video by some 100 ms', () => {
    const line = new TimeLine()
    line.stamp('video', 1_000, ARRIVAL)
    expect(line.stamp('audio', 700, ARRIVAL + 1)).toEqual({ timestampMs: ARRIVAL - 300, newLine: true })
    expect(line.stamp('video', 1_040, ARRIVAL + 40)).toEqual({ timestampMs: ARRIVAL + 40, newLine: false })
  })

  it('spaces audio packets of one time by their duration', () => {
    const line = new TimeLine()
    const stamps = [1_000, 1_000, 1_000, 1_000, 1_100].map((deviceMs) => line.stamp('audio', deviceMs, ARRIVAL, 25))
    expect(stamps.map((stamp) => stamp.timestampMs - ARRIVAL)).toEqual([0, 25, 50, 75, 98])
  })

  it('keeps its time through a stall of the link', () => {
    const line = new TimeLine()
    line.stamp('video', 0, ARRIVAL)
    expect(line.stamp('video', 66, ARRIVAL + 20_000)).toEqual({ timestampMs: ARRIVAL + 66, newLine: false })
    expect(line.stamp('video', 4_000, ARRIVAL + 20_001)).toEqual({ timestampMs: ARRIVAL + 4_000, newLine: false })
  })

  for (const drift of [1.001, 0.999]) {
    it(`follows a device whose clock runs at ${drift} of ours`, () => {
      const line = new TimeLine()
      let worst = 0
      for (let elapsed = 0; elapsed < 3_600_000; elapsed += 66) {
        const stamp = line.stamp('video', Math.round(elapsed * drift), ARRIVAL + elapsed + (elapsed % 7) * 9)
        worst = Math.max(worst, Math.abs(stamp.timestampMs - ARRIVAL - elapsed))
      }
      expect(worst).toBeLessThan(80)
    })
  }

  it('starts again when the clock of the server is set back', () => {
    const line = new TimeLine()
    line.stamp('video', 0, ARRIVAL)
    const stamp = line.stamp('video', 66, ARRIVAL - 3_600_000)
    expect(stamp).toEqual({ timestampMs: ARRIVAL - 3_600_000, newLine: true })
  })
})
