import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers'

interface Timer {
  cancel(): void
}

/** Time that runs faster than the machine's, so that a minute takes seconds; has the shape of the server's `Clock`. */
export interface FastClock {
  nowMs(): number
  monotonicMs(): number
  after(delayMs: number, task: () => void): Timer
  every(periodMs: number, task: () => void): Timer
}

/** Starts at `startMs` (unix ms) and runs `factor` times as fast as the machine's clock. */
export function fastClock(factor: number, startMs: number): FastClock {
  const begunMs = performance.now()
  const elapsedMs = (): number => (performance.now() - begunMs) * factor
  return {
    nowMs: () => Math.floor(startMs + elapsedMs()),
    monotonicMs: elapsedMs,
    after(delayMs, task) {
      const handle = setTimeout(task, delayMs / factor)
      return { cancel: () => clearTimeout(handle) }
    },
    every(periodMs, task) {
      const handle = setInterval(task, periodMs / factor)
      return { cancel: () => clearInterval(handle) }
    },
  }
}
