import { describe, expect, it } from 'vitest'
import { createConcurrencyLimiter, ErrorBudget, MemoryBudget, Mutex, TokenBucket } from './index.ts'

describe('a token bucket', () => {
  const BURST = 30
  const REFILL_MS = 4_000

  it('allows a burst and then one operation each interval, also when time goes back', () => {
    const bucket = new TokenBucket({ burst: BURST, refillMs: REFILL_MS }, 1_000_000)
    const taken = (nowMs: number, tries = 100) =>
      Array.from({ length: tries }, () => bucket.take(nowMs)).filter(Boolean).length
    expect(taken(1_000_000)).toBe(BURST)
    expect(taken(1_000_000 + REFILL_MS * 3)).toBe(3)
    expect(taken(500_000)).toBe(0)
    // The rest of an interval counts for the next token.
    expect([taken(1_000_000 + REFILL_MS * 4 - 1), taken(1_000_000 + REFILL_MS * 4)]).toEqual([0, 1])
    expect([taken(1_000_000 + REFILL_MS * 6 - 1), taken(1_000_000 + REFILL_MS * 6)]).toEqual([1, 1])
    expect(taken(100_000_000)).toBe(BURST)
  })

  it('answers whether a token is there without taking it', () => {
    const bucket = new TokenBucket({ burst: 1, refillMs: REFILL_MS }, 0)
    expect([bucket.has(0), bucket.has(0), bucket.take(0), bucket.has(0)]).toEqual([true, true, true, false])
    expect(bucket.has(REFILL_MS)).toBe(true)
  })

  it('adds tokens for the time behind a point to which it was rewound', () => {
    const bucket = new TokenBucket({ burst: 1, refillMs: REFILL_MS }, 10 * REFILL_MS)
    expect(bucket.take(10 * REFILL_MS)).toBe(true)
    bucket.rewindTo(20 * REFILL_MS)
    expect(bucket.has(10 * REFILL_MS)).toBe(false)
    bucket.rewindTo(5 * REFILL_MS)
    expect([bucket.has(5 * REFILL_MS), bucket.has(6 * REFILL_MS)]).toEqual([false, true])
  })
})

describe('a memory budget', () => {
  it('is exceeded above its limit, until bytes are freed', () => {
    const budget = new MemoryBudget(100)
    expect([budget.fits(100), budget.fits(101)]).toEqual([true, false])
    budget.add(101)
    expect([budget.usedBytes, budget.isExceeded, budget.fits(0)]).toEqual([101, true, false])
    budget.add(-1)
    expect([budget.isExceeded, budget.fits(0), budget.fits(1)]).toEqual([false, true, false])
  })
})

describe('an error budget', () => {
  const limits = { badFrames: 2, bytes: 10 }

  it('is exceeded by more bad frames than the limit; a good frame takes back one of them', () => {
    const budget = new ErrorBudget(limits)
    budget.addGoodFrame()
    budget.addBadFrame(2)
    expect(budget.isExceeded).toBe(false)
    budget.addGoodFrame()
    budget.addBadFrame()
    expect(budget.isExceeded).toBe(false)
    budget.addBadFrame()
    expect(budget.isExceeded).toBe(true)
  })

  it('is exceeded by more bytes than the limit without a good frame', () => {
    const budget = new ErrorBudget(limits)
    budget.addBytes(10)
    expect(budget.isExceeded).toBe(false)
    budget.addGoodFrame()
    budget.addBytes(10)
    expect(budget.isExceeded).toBe(false)
    budget.addBytes(1)
    expect(budget.isExceeded).toBe(true)
  })
})

describe('a mutex', () => {
  it('runs tasks one at a time and in order, also behind one that failed', async () => {
    const mutex = new Mutex()
    const steps: string[] = []
    const first = Promise.withResolvers<void>()
    const failed = mutex.run(async () => {
      steps.push('first begins')
      await first.promise
      steps.push('first ends')
      throw new Error('first')
    })
    const second = mutex.run(async () => {
      steps.push('second')
      return 2
    })
    first.resolve()
    await expect(failed).rejects.toThrow('first')
    await mutex.idle()
    expect(await second).toBe(2)
    expect(steps).toEqual(['first begins', 'first ends', 'second'])
  })
})

describe('a concurrency limiter', () => {
  it('runs two answers of an account at once, queues eight and refuses more, and other accounts do not wait', async () => {
    const limiter = createConcurrencyLimiter()
    const started: number[] = []
    const all = Array.from({ length: 10 }, async (_, n) => {
      const release = await limiter.acquire(1)
      started.push(n)
      return release
    })
    await expect(limiter.acquire(1)).rejects.toMatchObject({ kind: 'too-many' })
    ;(await limiter.acquire(2))()
    expect(started).toEqual([0, 1])
    const [first] = await Promise.all(all.slice(0, 2))
    first?.()
    // A second call for the same place frees nothing more.
    first?.()
    await all[2]
    expect(started).toEqual([0, 1, 2])
  })
})
