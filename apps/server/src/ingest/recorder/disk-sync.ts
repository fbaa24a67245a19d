// Belongs here: how often recordings are forced to the disk. Does not: writing them (segment-file.ts).
import type { Clock, Timer } from '../../platform/clock/index.ts'

/** How long whole fragments may lie in the operating system's memory: what a power cut costs beside the one being gathered. */
const PERIOD_MS = 1_000
/** Syncs that run at once: they wait in the thread pool that the writes need too. */
const AT_ONCE = 2

/** A file that can be forced to the disk; never rejects, a file that fails says so itself. */
export interface Syncable {
  readonly needsSync: boolean
  sync(): Promise<void>
}

/**
 * Forces the files that grew to the disk once a second, away from the media loop. The queue is one round: each open file
 * once. A round that takes longer than its second leaves out the next, so a slow disk is synced less often, never more.
 */
export class DiskSync {
  /** Duration of the latest round. */
  lastRoundMs = 0
  readonly #clock: Clock
  readonly #files: () => Iterable<Syncable>
  #timer: Timer | null = null
  #round: Promise<void> | null = null

  constructor(clock: Clock, files: () => Iterable<Syncable>) {
    this.#clock = clock
    this.#files = files
  }

  start(): void {
    this.#timer = this.#clock.every(PERIOD_MS, () => {
      this.#round ??= this.#syncAll().finally(() => {
        this.#round = null
      })
    })
  }

  async close(): Promise<void> {
    this.#timer?.cancel()
    await this.#round
  }

  async #syncAll(): Promise<void> {
    const begunMs = this.#clock.monotonicMs()
    const queue = [...this.#files()].filter((file) => file.needsSync)
    const work = async (): Promise<void> => {
      for (let file = queue.pop(); file !== undefined; file = queue.pop()) await file.sync()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    this.lastRoundMs = this.#clock.monotonicMs() - begunMs
  }
}
