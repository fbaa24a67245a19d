import { createManualClock } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { removalByAge } from './index.ts'

const DAY_MS = 86_400_000
const T0 = 1_790_000_000_000

describe('a removal by age', () => {
  const clock = createManualClock(T0)
  /** Of ten rows of which seven are old, in batches of three. */
  function started(keepDays: number, onBatch: () => void = () => undefined) {
    const asked: number[] = []
    let old = 7
    const job = removalByAge({
      name: 'rows by age',
      clock,
      keepDays: () => keepDays,
      batch: 3,
      async removeBefore(beforeMs, limit) {
        asked.push(beforeMs)
        onBatch()
        const removed = Math.min(limit, old)
        old -= removed
        return removed
      },
    })
    return { job, asked, left: () => old }
  }

  it('goes on batch by batch until a batch is not full', async () => {
    const { job, asked, left } = started(2)
    await job.run(new AbortController().signal)
    expect([left(), asked]).toEqual([0, [T0, T0, T0].map((nowMs) => nowMs - 2 * DAY_MS)])
    expect(job.needsTrustedTime).toBe(true)
  })

  it('removes nothing where everything is kept', async () => {
    const { job, asked } = started(0)
    await job.run(new AbortController().signal)
    expect(asked).toEqual([])
  })

  it('ends between two batches when the server stops', async () => {
    const stop = new AbortController()
    const { job, left } = started(2, () => stop.abort())
    await job.run(stop.signal)
    expect(left()).toBe(4)
  })
})
