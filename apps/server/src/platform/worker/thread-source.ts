import { Worker } from 'node:worker_threads'

/** Where the threads of workers come from, and where they go. */
export interface ThreadSource {
  /** A thread that runs the script and was not opened yet; `name` is for debuggers. */
  take(script: URL, name: string): Worker
  /** Receives a thread whose worker closed without an error, with the listeners of its owner. Any other is ended by its owner. */
  giveBack(thread: Worker, script: URL): Promise<unknown>
}

// A thread's short-lived values are rows on their way; more room than this is memory that nothing uses.
const YOUNG_GENERATION_MB = 16

export function createThread(script: URL, name: string): Worker {
  return new Worker(script, {
    name,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  })
}

/** Each worker has a thread of its own, which ends with it. */
export const ownThreads: ThreadSource = {
  take: createThread,
  giveBack: (thread) => thread.terminate(),
}
