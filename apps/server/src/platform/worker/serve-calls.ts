import { parentPort } from 'node:worker_threads'
import type { WorkerReply } from './worker.ts'

/**
 * The worker's side: answers each call with what `handle` returns or throws, one after the other. `start` runs at the
 * first call, so that what it throws reaches `startWorker` as an error instead of ending the thread.
 */
export function serveCalls<Request>(start: () => (request: Request) => unknown): void {
  let handle: ((request: Request) => unknown) | null = null
  parentPort?.on('message', ({ id, request }: { id: number; request: Request | 'ready' }) => {
    parentPort?.postMessage(answer(id, request))
  })
  function answer(id: number, request: Request | 'ready'): WorkerReply {
    try {
      handle ??= start()
      return { id, value: request === 'ready' ? true : handle(request as Request) }
    } catch (error) {
      const { message, code } = error as { message?: string; code?: unknown }
      return { id, error: { message: message ?? String(error), ...(typeof code === 'string' && { code }) } }
    }
  }
}
