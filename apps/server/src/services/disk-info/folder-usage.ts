// Belongs here: how many bytes the files of a folder have. Does not: removing files (services/retention).
import type { Clock } from '../../platform/clock/index.ts'
import { filesBelow } from '../../platform/files/index.ts'
import type { Log } from '../../platform/log/index.ts'

/** Shortest time between the end of a count and the next one. */
const PAUSE_MS = 5_000
/** A count that takes long is repeated less often: so much of the time is spent on counting at most. */
const PAUSE_PER_COUNT = 20

/** Counts when it is asked, in the background. */
export class FolderUsage {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #log: Log
  readonly #folder: string
  readonly #stopping = new AbortController()
  #bytes: number | null = null
  #nextMs = Number.NEGATIVE_INFINITY
  #counting: Promise<void> | null = null

  constructor(deps: { readonly clock: Pick<Clock, 'monotonicMs'>; readonly log: Log; readonly folder: string }) {
    this.#clock = deps.clock
    this.#log = deps.log
    this.#folder = deps.folder
  }

  /** The last result; `null` before the first one. Begins a new count when it is time for one. */
  get bytes(): number | null {
    if (this.#counting === null && !this.#stopping.signal.aborted && this.#clock.monotonicMs() >= this.#nextMs) {
      this.#counting = this.#count().finally(() => {
        this.#counting = null
      })
    }
    return this.#bytes
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#counting
  }

  async #count(): Promise<void> {
    const beganMs = this.#clock.monotonicMs()
    const { signal } = this.#stopping
    try {
      const bytes = await bytesBelow(this.#folder, signal)
      if (!signal.aborted) this.#bytes = bytes
    } catch (error) {
      this.#bytes = null
      this.#log.warn({ err: error, folder: this.#folder }, 'Cannot count the files of a folder; its size is not shown')
    }
    const endedMs = this.#clock.monotonicMs()
    this.#nextMs = endedMs + Math.max(PAUSE_MS, PAUSE_PER_COUNT * (endedMs - beganMs))
  }
}

async function bytesBelow(folder: string, signal: AbortSignal): Promise<number> {
  let bytes = 0
  for await (const file of filesBelow(folder)) {
    if (signal.aborted) break
    bytes += file.bytes
  }
  return bytes
}
