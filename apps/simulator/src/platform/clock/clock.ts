/** Time is given, never taken: the whole simulator runs on one `Clock`, so that tests move time instead of sleeping. */
export interface Clock {
  /** Wall clock, unix milliseconds UTC. */
  nowMs(): number
  /** Milliseconds from an arbitrary start; never goes back. For durations. */
  monotonicMs(): number
  /** Runs `task` once after `delayMs`, unless cancelled before. */
  after(delayMs: number, task: () => void): Timer
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
}
