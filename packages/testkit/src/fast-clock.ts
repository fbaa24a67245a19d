import { clearTimeout, setInterval, setTimeout } from 'node:timers'

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

/**
 * Starts at `startMs` (unix ms) and runs `factor` times as fast as the machine's clock, but stands still while this thread does
 * not get the processor: on a busy machine a patience of ten seconds would else be over before anyone could answer. At a factor
 * of 1 it is the machine's own time, which other programs go by.
 */
export function fastClock(factor: number, startMs: number): FastClock {
  const realMs = factor === 1 ? () => performance.now() : servedMs
  const begunMs = realMs()
  const elapsedMs = (): number => (realMs() - begunMs) * factor

  /** Runs `task` when `dueMs` has come by this clock, which may be later than by the machine's. */
  const at = (dueMs: number, task: () => void): Timer => {
    let handle: NodeJS.Timeout
    const wait = (): void => {
      handle = setTimeout(() => (elapsedMs() < dueMs ? wait() : task()), Math.max(0, dueMs - elapsedMs()) / factor)
    }
    wait()
    return { cancel: () => clearTimeout(handle) }
  }

  return {
    nowMs: () => Math.floor(startMs + elapsedMs()),
    monotonicMs: elapsedMs,
    after: (delayMs, task) => at(elapsedMs() + delayMs, task),
    every(periodMs, task) {
      let timer: Timer
      const next = (): void => {
        timer = at(elapsedMs() + periodMs, () => {
          next()
          task()
        })
      }
      next()
      return { cancel: () => timer.cancel() }
    },
  }
}

/** How often the thread shows that it is served. */
const LOOK_MS = 10
/** A longer time between two looks is time without the processor, as far as the thread did not work in it. */
const SERVED_MS = 25

let [lookedMs, usedMs, servedSumMs] = [0, 0, 0]
let looks: NodeJS.Timeout | undefined

/** Milliseconds in which this thread had the processor or slept by its own will; never goes back. */
function servedMs(): number {
  if (looks === undefined) {
    ;[lookedMs, usedMs] = [performance.now(), threadMs()]
    looks = setInterval(servedMs, LOOK_MS).unref()
  }
  const [nowMs, usedUntilNowMs] = [performance.now(), threadMs()]
  servedSumMs += Math.min(nowMs - lookedMs, Math.max(SERVED_MS, usedUntilNowMs - usedMs))
  ;[lookedMs, usedMs] = [nowMs, usedUntilNowMs]
  return servedSumMs
}

/** What this thread used of the processor so far. A server that blocks itself is not without the processor. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
