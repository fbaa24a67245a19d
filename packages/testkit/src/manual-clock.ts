/** A clock that stands still until a test moves it; has the shape of the server's `Clock`. */
export interface ManualClock {
  nowMs(): number
  monotonicMs(): number
  after(delayMs: number, task: () => void): { cancel(): void }
  every(periodMs: number, task: () => void): { cancel(): void }
  /** Moves time on and runs what falls due on the way, in order of time. */
  advance(ms: number): void
  /** Moves the wall clock alone, as a correction of the system time does. */
  setWallClock(unixMs: number): void
  /** Tasks that wait: 0 when nothing was left behind. */
  readonly pending: number
}

interface Task {
  readonly run: () => void
  readonly periodMs: number | null
  dueMs: number
}

/** `startMs` is the wall clock at the start, unix milliseconds. */
export function createManualClock(startMs = Date.UTC(2026, 0, 5, 12)): ManualClock {
  const tasks = new Set<Task>()
  let elapsedMs = 0
  let offsetMs = startMs

  const schedule = (delayMs: number, run: () => void, periodMs: number | null) => {
    const task = { run, periodMs, dueMs: elapsedMs + Math.max(delayMs, 0) }
    tasks.add(task)
    return { cancel: () => void tasks.delete(task) }
  }
  const nextDue = (limitMs: number): Task | undefined => {
    let next: Task | undefined
    for (const task of tasks) if (task.dueMs <= limitMs && (next === undefined || task.dueMs < next.dueMs)) next = task
    return next
  }
  return {
    nowMs: () => offsetMs + elapsedMs,
    monotonicMs: () => elapsedMs,
    after: (delayMs, task) => schedule(delayMs, task, null),
    every: (periodMs, task) => schedule(periodMs, task, periodMs),
    advance(ms) {
      const limitMs = elapsedMs + ms
      for (let task = nextDue(limitMs); task !== undefined; task = nextDue(limitMs)) {
        elapsedMs = Math.max(elapsedMs, task.dueMs)
        if (task.periodMs === null) tasks.delete(task)
        else task.dueMs += task.periodMs
        task.run()
      }
      elapsedMs = limitMs
    },
    setWallClock(unixMs) {
      offsetMs = unixMs - elapsedMs
    },
    get pending() {
      return tasks.size
    },
  }
}
