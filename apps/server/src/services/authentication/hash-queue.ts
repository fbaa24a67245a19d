/** Runs slow tasks, a few at once; further ones wait in a queue for each address. */
export interface HashQueue {
  /** Runs `task` when it is next. `null` without running it: too many wait, in total or of this address. */
  run<T>(address: string, task: () => Promise<T>): Promise<T | null>
}

export interface HashQueueLimits {
  readonly running: number
  readonly waiting: number
  readonly waitingOfAddress: number
}

/** Addresses are served in rotation, so that a long queue of one does not delay the others. */
export function createHashQueue(limits: HashQueueLimits): HashQueue {
  // In the order in which addresses are served next; an address with an empty queue is removed.
  const queues = new Map<string, (() => void)[]>()
  let waiting = 0
  let running = 0

  const next = (): (() => void) | undefined => {
    const [first] = queues
    if (first === undefined) return undefined
    const [address, queue] = first
    const start = queue.shift()
    waiting--
    queues.delete(address)
    if (queue.length > 0) queues.set(address, queue)
    return start
  }
  const wait = (address: string): Promise<void> | null => {
    const queue = queues.get(address) ?? []
    if (waiting >= limits.waiting || queue.length >= limits.waitingOfAddress) return null
    queues.set(address, queue)
    waiting++
    return new Promise((resolve) => queue.push(resolve))
  }
  return {
    async run(address, task) {
      if (running >= limits.running) {
        const started = wait(address)
        if (started === null) return null
        await started
      } else running++
      try {
        return await task()
      } finally {
        // The next task takes over the place of this one: `running` stays as it is.
        const start = next()
        if (start === undefined) running--
        else start()
      }
    },
  }
}
