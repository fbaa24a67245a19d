// Belongs here: whether the space that is freed stays free. Does not: freeing it (expiry.ts, disk-space.ts).
import type { Clock } from '../../platform/clock/index.ts'

/** What another program may cost within so much time, in floors of the disk guard. */
const PERIOD_MS = 24 * 3_600_000
const LOST_FLOORS = 2

export interface SpaceAccountDeps {
  readonly clock: Clock
  /** Bytes recorded since the start. */
  readonly writtenBytes: () => number
}

/**
 * What is removed for space makes place for what is recorded. Where much more was removed than recorded, another program takes
 * the space, and removing goes on until nothing is left: it ends instead, until the space is there without it.
 */
export class SpaceAccount {
  readonly #deps: SpaceAccountDeps
  #sinceMs: number
  #writtenBefore: number
  #removedBytes = 0
  #isTaken = false

  constructor(deps: SpaceAccountDeps) {
    this.#deps = deps
    this.#sinceMs = deps.clock.monotonicMs()
    this.#writtenBefore = deps.writtenBytes()
  }

  /** Another program takes what is freed. */
  get isTaken(): boolean {
    return this.#isTaken
  }

  removed(bytes: number): void {
    this.#removedBytes += bytes
  }

  /** Bytes that may be removed now; 0: none. */
  allowedBytes({ freeBytes, floorBytes }: { readonly freeBytes: number; readonly floorBytes: number }): number {
    const { clock, writtenBytes } = this.#deps
    if (freeBytes >= floorBytes) {
      this.#isTaken = false
      if (clock.monotonicMs() - this.#sinceMs > PERIOD_MS) this.#begin()
      return 0
    }
    const recordedBytes = writtenBytes() - this.#writtenBefore
    const leftBytes = recordedBytes + LOST_FLOORS * floorBytes - this.#removedBytes
    if (leftBytes <= 0) this.#isTaken = true
    return this.#isTaken ? 0 : leftBytes
  }

  #begin(): void {
    this.#sinceMs = this.#deps.clock.monotonicMs()
    this.#writtenBefore = this.#deps.writtenBytes()
    this.#removedBytes = 0
  }
}
