import { describe, expect, it } from 'vitest'
import type { Clock } from './clock.ts'
import { TimerWheel, WheelTask } from './timer-wheel.ts'

/** Time that a test moves. */
class HandClock implements Clock {
  #nowMs = 1_000_000
  #timers: { atMs: number; task: () => void }[] = []

  get timers(): number {
    return this.#timers.length
  }

  nowMs(): number {
    return this.#nowMs
  }

  monotonicMs(): number {
    return this.#nowMs
  }

  after(delayMs: number, task: () => void) {
    const timer = { atMs: this.#nowMs + delayMs, task }
    this.#timers.push(timer)
    const cancel = (): void => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
    return { cancel }
  }

  move(ms: number): void {
    const untilMs = this.#nowMs + ms
    for (;;) {
      const next = this.#timers.filter((timer) => timer.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0]
      if (!next) break
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.#nowMs = Math.max(this.#nowMs, next.atMs)
      next.task()
    }
    this.#nowMs = untilMs
  }
}

class Recording extends WheelTask {
  readonly ranMs: number[] = []
  afterwards: ((nowMs: number) => void) | null = null

  override onDue(nowMs: number): void {
    this.ranMs.push(nowMs)
    this.afterwards?.(nowMs)
  }
}

describe('the timer wheel', () => {
  function make() {
    const clock = new HandClock()
    return { clock, wheel: new TimerWheel(clock), startMs: clock.nowMs() }
  }

  it('runs each task once, not before its time and at most a grain after it, also far ahead', () => {
    const { clock, wheel, startMs } = make()
    const tasks = [0, 1, 4, 5, 6, 999, 5119, 5120, 5121, 60_000, 3_600_000].map((delayMs) => {
      const task = new Recording()
      wheel.schedule(task, startMs + delayMs)
      return { delayMs, task }
    })
    clock.move(3_600_100)
    for (const { delayMs, task } of tasks) {
      expect(task.ranMs).toHaveLength(1)
      const lateMs = task.ranMs[0]! - startMs - delayMs
      expect(lateMs).toBeGreaterThanOrEqual(0)
      expect(lateMs).toBeLessThanOrEqual(10)
    }
    expect(wheel.size).toBe(0)
    expect(clock.timers).toBe(0)
  })

  it('moves a task that is scheduled again and forgets one that is cancelled', () => {
    const { clock, wheel, startMs } = make()
    const moved = new Recording()
    const cancelled = new Recording()
    wheel.schedule(moved, startMs + 100)
    wheel.schedule(cancelled, startMs + 100)
    wheel.schedule(moved, startMs + 300)
    wheel.cancel(cancelled)
    clock.move(200)
    expect(moved.ranMs).toEqual([])
    clock.move(200)
    expect(moved.ranMs).toHaveLength(1)
    expect(cancelled.ranMs).toEqual([])
  })

  it('lets a task schedule itself again, and end another that was due in the same moment', () => {
    const { clock, wheel, startMs } = make()
    const repeating = new Recording()
    const victim = new Recording()
    repeating.afterwards = (nowMs) => {
      wheel.cancel(victim)
      if (repeating.ranMs.length < 5) wheel.schedule(repeating, nowMs + 50)
    }
    wheel.schedule(victim, startMs + 50)
    wheel.schedule(repeating, startMs + 50)
    clock.move(1000)
    expect(repeating.ranMs).toHaveLength(5)
    expect(victim.ranMs).toEqual([])
  })

  it('needs one timer for ten thousand tasks and none after close', () => {
    const { clock, wheel, startMs } = make()
    const tasks = Array.from({ length: 10_000 }, () => new Recording())
    for (const [at, task] of tasks.entries()) wheel.schedule(task, startMs + 10 + (at % 3000))
    expect(clock.timers).toBe(1)
    clock.move(1500)
    wheel.close()
    expect(clock.timers).toBe(0)
    const ran = tasks.filter((task) => task.ranMs.length === 1).length
    clock.move(5000)
    expect(tasks.filter((task) => task.ranMs.length === 1)).toHaveLength(ran)
    expect(ran).toBeGreaterThan(4000)
  })
})
