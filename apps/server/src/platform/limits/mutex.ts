/** Runs tasks one at a time, in the order in which they were given. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve()

  run<Value>(task: () => Promise<Value>): Promise<Value> {
    const done = this.#last.then(task)
    // Only the caller of this task learns of its failure; the next task runs all the same.
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Resolves when all tasks that were given until now are done. */
  async idle(): Promise<void> {
    await this.#last
  }
}
