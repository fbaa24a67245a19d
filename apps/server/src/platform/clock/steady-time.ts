import type { Clock } from './clock.ts'

/** How long the wall clock must have been in step before anything is removed because of its age. */
const TRUSTED_AFTER_MS = 3_600_000
/** A step of the wall clock against the monotonic one that is no jitter. */
const STEP_MS = 60_000

/**
 * Whether the wall clock may decide what is old or due. A machine without a battery starts in the wrong year, and a wrong
 * setting puts it days ahead until somebody sees it: it counts again when it has been in step with the monotonic clock for an
 * hour, or as long as was given.
 */
export class SteadyTime {
  readonly #clock: Clock
  readonly #trustedAfterMs: number
  #offsetMs: number
  #steadySinceMs: number

  constructor(clock: Clock, trustedAfterMs = TRUSTED_AFTER_MS) {
    this.#clock = clock
    this.#trustedAfterMs = trustedAfterMs
    this.#steadySinceMs = clock.monotonicMs()
    this.#offsetMs = clock.nowMs() - this.#steadySinceMs
  }

  /** To be asked regularly: it notices steps only then. */
  look(): boolean {
    const monotonicMs = this.#clock.monotonicMs()
    const offsetMs = this.#clock.nowMs() - monotonicMs
    if (Math.abs(offsetMs - this.#offsetMs) > STEP_MS) this.#steadySinceMs = monotonicMs
    this.#offsetMs = offsetMs
    return monotonicMs - this.#steadySinceMs >= this.#trustedAfterMs
  }
}
