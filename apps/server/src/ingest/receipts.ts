import type { CommitWaiter } from '../ports/position-log/index.ts'

/**
 * Waits for the points of one batch; the batch is acknowledged when the last of them is on disk. Made per batch, not
 * per point.
 */
export class BatchReceipt implements CommitWaiter {
  #left: number
  #failed: Error | undefined
  readonly #done: (error?: Error) => void

  constructor(points: number, done: (error?: Error) => void) {
    this.#left = points
    this.#done = done
  }

  committed(_token: number, error?: Error): void {
    this.#failed ??= error
    this.#left -= 1
    if (this.#left === 0) this.#done(this.#failed)
  }
}

/** Waits for a position and the events it raised; the position alone notifies no caller. */
export function withEvents(stored: Promise<void>, waiter: CommitWaiter, token: number): CommitWaiter {
  const both = new BatchReceipt(2, (error) => waiter.committed(token, error))
  stored.then(
    () => both.committed(0),
    (error: Error) => both.committed(0, error),
  )
  return both
}
