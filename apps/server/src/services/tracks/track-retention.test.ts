import { createManualClock } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { trackRetention } from './track-retention.ts'

const DAY_S = 86_400

describe('positions by age', () => {
  it('[SET-091] a round ends after ten minutes, and the next one goes on', async () => {
    const clock = createManualClock(Date.UTC(2026, 8, 30))
    const nowS = clock.nowMs() / 1000
    const removed: number[] = []
    const store = {
      dropDays: async (beforeS: number) => beforeS,
      nextDevice: async (after: number) => (after < 1 ? 1 : null),
      span: async () => ({ firstS: nowS - (400 - removed.length) * DAY_S, lastS: nowS }),
      // A slow database: four minutes for a day of points.
      removePoints: async (_: number, beforeS: number) => {
        removed.push(beforeS)
        clock.advance(4 * 60_000)
      },
      removeStrays: async () => undefined,
    }
    const job = trackRetention({ clock, store, keepDays: () => 180 })
    await job.run(new AbortController().signal)
    expect(removed).toHaveLength(3)
    await job.run(new AbortController().signal)
    expect(removed).toHaveLength(6)
    expect(job.needsTrustedTime).toBe(true)
  })
})
