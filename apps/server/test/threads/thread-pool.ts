// Threads of servers that closed, for the next server: most of what the start of a server costs is that its threads load and compile
// their modules.
import type { Worker } from 'node:worker_threads'
import { createThread, type ThreadSource } from '../../src/platform/worker/index.ts'

export interface ThreadPool extends ThreadSource {
  /** Threads that wait for a worker. */
  readonly idle: number
  /** Ends the threads that wait. */
  close(): Promise<void>
}

/** Further ones are ended. A server has seven at most, and few tests have more than two servers. */
const MOST_IDLE = 8

/** A thread serves one worker after the other, all of the same script. */
export function createThreadPool(mostIdle = MOST_IDLE): ThreadPool {
  /** With their scripts. */
  const idle = new Map<Worker, URL>()
  return {
    take(script, name) {
      const [thread] = [...idle].find(([, { href }]) => href === script.href) ?? []
      if (thread === undefined) return createThread(script, name)
      idle.delete(thread)
      removeOwner(thread)
      thread.ref()
      return thread
    },
    async giveBack(thread, script) {
      if (idle.size >= mostIdle) return await thread.terminate()
      removeOwner(thread)
      // It has no owner now to receive its error.
      const forget = (): void => void idle.delete(thread)
      thread.on('error', forget).on('exit', forget)
      // The process may end although it waits.
      thread.unref()
      return idle.set(thread, script)
    },
    get idle() {
      return idle.size
    },
    async close() {
      await Promise.all([...idle.keys()].map((thread) => thread.terminate()))
    },
  }
}

/** Its listeners are removed by name: those that Node has of its own must stay. */
function removeOwner(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
}

/** For all servers of this test thread. */
export const threadsOfTests = createThreadPool()
