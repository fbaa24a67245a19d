import { describe, expect, it } from 'vitest'
import { byteText, MoveProgress, progressLine } from './move-progress.ts'

describe('the progress of a move', () => {
  it('says how far it is, how fast, and how long it will take', () => {
    const state = { title: 'Copying rows', noun: 'rows', count: 5_000_000, done: 1_000_000, added: 500_000 }
    expect(progressLine({ ...state, bytes: 24_000_000, elapsedMs: 10_000, detail: 'track_points' })).toBe(
      'Copying rows: 1,000,000 of 5,000,000 rows, 24.0 MB, 50,000 rows/s, 2 min left, track_points',
    )
    expect(progressLine({ ...state, done: 0, added: 0, bytes: 0, elapsedMs: 0, detail: '' })).toBe(
      'Copying rows: 0 of 5,000,000 rows, 0 B',
    )
    expect(byteText(1_500_000_000_000)).toBe('1.5 TB')
  })

  it('writes one line over and over on a terminal, and a line each few seconds elsewhere', () => {
    for (const isTerminal of [true, false]) {
      let nowMs = 0
      const written: string[] = []
      const output = { isTerminal, write: (text: string) => void written.push(text) }
      const progress = new MoveProgress({ monotonicMs: () => nowMs }, output)
      progress.begin('Copying rows', { count: 4, done: 1, noun: 'rows' })
      for (let n = 0; n < 3; n++) {
        progress.add(1, 10, 'users')
        nowMs += 3_000
      }
      progress.end()
      if (isTerminal) expect(written.at(-1)).toBe('\n')
      else expect(written).toHaveLength(2)
      expect(written.filter((text) => text.startsWith('\r')).length > 0).toBe(isTerminal)
      expect(written.join('')).toContain('4 of 4 rows')
    }
  })
})
