// Time that runs faster than the machine's, so that a minute of film takes seconds.
import { type Clock, systemClock } from '../src/platform/clock/index.ts'

/** Starts at `startMs` (unix ms) and runs `factor` times as fast as the machine's clock. */
export function fastClock(factor: number, startMs: number): Clock {
  const begunMs = performance.now()
  const elapsedMs = (): number => (performance.now() - begunMs) * factor
  return {
    nowMs: () => Math.floor(startMs + elapsedMs()),
    monotonicMs: elapsedMs,
    after: (delayMs, task) => systemClock.after(delayMs / factor, task),
    every: (periodMs, task) => systemClock.every(periodMs / factor, task),
  }
}
