import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutWith, playbackKey, sliderKey } from './timeline-keys.ts'
import { around, dayS, panned, secondAt, shareOf, showing, ticks, tickText, wholeDay, zoomed } from './timeline-view.ts'

describe('what a timeline shows', () => {
  it('zooms around a second, which stays where it is, from a minute to the whole day', () => {
    const near = zoomed(wholeDay, 24, 43_200)
    expect(near).toEqual({ fromS: 41_400, toS: 45_000 })
    const off = zoomed(near, 2, 42_000)
    expect(shareOf(off, 42_000)).toBeCloseTo(shareOf(near, 42_000))
    expect(zoomed(near, 1e6, 43_000).toS - zoomed(near, 1e6, 43_000).fromS).toBeCloseTo(60)
    expect(zoomed(near, 1e-6, 43_000)).toEqual(wholeDay)
  })

  it('never leaves the day, whatever is requested', () => {
    const anything = fc.record({
      factor: fc.double({ min: 0.01, max: 100, noNaN: true }),
      at: fc.double({ min: 0, max: dayS, noNaN: true }),
      by: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 8 }), (moves) => {
        const view = moves.reduce((now, { factor, at, by }) => panned(zoomed(now, factor, at), by), wholeDay)
        expect(view.fromS).toBeGreaterThanOrEqual(0)
        expect(view.toS).toBeLessThanOrEqual(dayS + 1e-6)
        expect(view.toS - view.fromS).toBeGreaterThanOrEqual(59.99)
      }),
    )
  })

  it('a place of the line is a second, and back', () => {
    const view = { fromS: 3_600, toS: 7_200 }
    expect(secondAt(view, 0.5)).toBe(5_400)
    expect(shareOf(view, 5_400)).toBe(0.5)
    expect([secondAt(view, -1), secondAt(view, 2)]).toEqual([3_600, 7_200])
  })

  it('moves to what is to be seen, and begins around what is recorded', () => {
    const view = { fromS: 3_600, toS: 7_200 }
    expect(showing(view, 5_000)).toBe(view)
    expect(showing(view, 20_000)).toEqual({ fromS: 18_200, toS: 21_800 })
    expect(around(null)).toEqual(wholeDay)
    expect(around({ fromS: 600, toS: 660 })).toEqual({ fromS: 0, toS: 3_600 })
  })

  it('writes round times, and no more than there is room for', () => {
    expect(ticks(wholeDay, 1_500).map(tickText).slice(0, 3)).toEqual(['00:00', '01:00', '02:00'])
    expect(ticks(wholeDay, 300)).toHaveLength(5)
    expect(ticks({ fromS: 7_500, toS: 7_560 }, 1_200).slice(0, 2).map(tickText)).toEqual(['02:05', '02:05:05'])
  })
})

describe('keys', () => {
  it('of the slider go by seconds, minutes and ten minutes, and to both ends of what is recorded', () => {
    const recorded = { fromS: 600, toS: 7_200 }
    const to = (key: string, atS = 1_000) => {
      const does = sliderKey(key, atS, { recorded, events: [] })
      return does?.does === 'go' ? does.toS : null
    }
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'].map((key) => to(key))).toEqual([
      990, 1_010, 1_060, 940, 1_600, 400,
    ])
    const short = { recorded: { fromS: 600, toS: 630 }, events: [] }
    expect(sliderKey('End', 1_000, short)).toEqual({ does: 'go', toS: 600 })
    expect([to('Home'), to('End'), to('ArrowLeft', 5), to('ArrowRight', 86_395), to('a')]).toEqual([
      600,
      7_140,
      0,
      86_399,
      null,
    ])
  })

  it('of the slider go to the next and the previous event', () => {
    const events = [100, 200, 300].map((atS) => ({ atS, look: 'alarm' as const, label: '' }))
    const to = (key: string, atS: number) => {
      const does = sliderKey(key, atS, { recorded: null, events })
      return does?.does === 'go' ? does.toS : null
    }
    expect([to('n', 0), to('n', 100), to('n', 300)]).toEqual([100, 200, null])
    // Just on an event, or a second before it, is there already.
    expect([to('n', 98), to('n', 99), to('p', 102), to('p', 103)]).toEqual([100, 200, null, 100])
    expect([to('Home', 250), to('End', 250), to('m', 250)]).toEqual([null, null, null])
    // Played on for a second since: the key that goes back does not stay there.
    expect([to('p', 99), to('p', 201), to('p', 250)]).toEqual([null, 100, 200])
  })

  it('of the page play, run, jump, step, zoom and mark, each in its direction', () => {
    const keys: Readonly<Record<string, ReturnType<typeof playbackKey>>> = {
      ' ': { does: 'play' },
      k: { does: 'play' },
      K: { does: 'play' },
      j: { does: 'run', direction: -1 },
      J: { does: 'run', direction: -1 },
      l: { does: 'run', direction: 1 },
      ArrowLeft: { does: 'jump', seconds: -10 },
      ArrowRight: { does: 'jump', seconds: 10 },
      ArrowDown: { does: 'jump', seconds: -60 },
      ArrowUp: { does: 'jump', seconds: 60 },
      ',': { does: 'step', frames: -1 },
      '.': { does: 'step', frames: 1 },
      '+': { does: 'zoom', nearer: true },
      '=': { does: 'zoom', nearer: true },
      '-': { does: 'zoom', nearer: false },
      '[': { does: 'cut', end: 'begin' },
      ']': { does: 'cut', end: 'end' },
      Escape: { does: 'no-cut' },
    }
    for (const [key, does] of Object.entries(keys)) expect(playbackKey(key), key).toEqual(does)
    for (const key of ['x', 'PageUp', 'Home', 'Enter', 'escape', '']) expect(playbackKey(key), key).toBe(null)
  })

  it('a mark is put end by end, and never turns round', () => {
    expect(cutWith(null, 'begin', 100)).toEqual({ fromS: 100, toS: 130 })
    expect(cutWith({ fromS: 100, toS: 130 }, 'end', 160)).toEqual({ fromS: 100, toS: 160 })
    expect(cutWith({ fromS: 100, toS: 160 }, 'begin', 200)).toEqual({ fromS: 200, toS: 230 })
    expect(cutWith({ fromS: 100, toS: 160 }, 'end', 50)).toEqual({ fromS: 20, toS: 50 })
    expect(cutWith(null, 'end', 100)).toEqual({ fromS: 70, toS: 100 })
    expect(cutWith({ fromS: 100, toS: 160 }, 'begin', 120)).toEqual({ fromS: 120, toS: 160 })
    // Not before the day, and never of no length.
    expect([cutWith(null, 'end', 10), cutWith({ fromS: 100, toS: 160 }, 'end', 20)]).toEqual([
      { fromS: 0, toS: 10 },
      { fromS: 0, toS: 20 },
    ])
    expect(cutWith({ fromS: 100, toS: 160 }, 'begin', 160)).toEqual({ fromS: 160, toS: 190 })
    expect(cutWith({ fromS: 100, toS: 160 }, 'end', 100)).toEqual({ fromS: 70, toS: 100 })
  })
})
