/** Time is given, never taken: engines and features receive a `Clock`, so that tests move time instead of sleeping. */
export interface Clock {
  /** Wall clock, unix milliseconds UTC. May jump. */
  nowMs(): number
  /** Milliseconds from an arbitrary start; never goes back. Use it for durations. */
  monotonicMs(): number
  /** Runs `task` once after `delayMs`, unless cancelled before. */
  after(delayMs: number, task: () => void): Timer
  /** Runs `task` every `periodMs` until cancelled. */
  every(periodMs: number, task: () => void): Timer
}

export interface Timer {
  cancel(): void
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, task) {
    const handle = setTimeout(task, delayMs)
    return { cancel: () => clearTimeout(handle) }
  },
  every(periodMs, task) {
    const handle = setInterval(task, periodMs)
    return { cancel: () => clearInterval(handle) }
  },
}
