/** The changes of one write, by key of what they change. */
export type Changes<Change> = ReadonlyMap<number, Change>

export interface WriteBatchesOptions<Change> {
  /** Changes of one write: a fleet that comes back at once is some tens of writes, and positions wait for none of them long. */
  readonly size: number
  /** Puts them on disk in one transaction. */
  write(changes: Changes<Change>): Promise<void>
  /** Two changes of one key as one. */
  merge(earlier: Change, later: Change): Change
}

/**
 * Collects changes while a write is under way and writes them together. Writes follow one another, so that the newest values are the
 * ones on disk. Callers wait for their change, so the queue is bounded by the number of callers.
 */
export class WriteBatches<Change> {
  readonly #options: WriteBatchesOptions<Change>
  #lastWrite: Promise<void> = Promise.resolve()
  /** Takes changes until its turn to be written comes. */
  #batch: Batch<Change> | null = null

  constructor(options: WriteBatchesOptions<Change>) {
    this.#options = options
  }

  /** Resolves when the change is on disk; rejects with what its write failed by. */
  put(key: number, change: Change): Promise<void> {
    const { size, merge } = this.#options
    if (this.#batch === null || this.#batch.changes.size >= size) this.#batch = this.#nextBatch()
    const { changes, written } = this.#batch
    const earlier = changes.get(key)
    changes.set(key, earlier === undefined ? change : merge(earlier, change))
    return written
  }

  /** Resolves when every write has ended, however it ended. */
  idle(): Promise<void> {
    return this.#lastWrite
  }

  #nextBatch(): Batch<Change> {
    const changes: Batch<Change>['changes'] = new Map()
    const written = this.#lastWrite.then(() => {
      if (this.#batch === batch) this.#batch = null
      return this.#options.write(changes)
    })
    const batch = { changes, written }
    this.#lastWrite = written.catch(() => undefined)
    return batch
  }
}

interface Batch<Change> {
  readonly changes: Map<number, Change>
  readonly written: Promise<void>
}
