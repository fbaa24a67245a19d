import { parentPort } from 'node:worker_threads'
import type { WorkerReply } from './worker.ts'

/**
 * The worker's side: answers each call with what `handle` returns or throws, one after the other; those that return a promise
 * may overlap. `start` runs at the first call, so that what it throws reaches `startWorker` as an error instead of ending
 * the thread.
 */
export function serveCalls<Request>(start: () => (request: Request) => unknown): void {
  let handle: ((request: Request) => unknown) | null = null
  const post = (reply: WorkerReply): void => parentPort?.postMessage(reply)
  const postError = (id: number, error: unknown): void => {
    const { message, code } = error as { message?: string; code?: unknown }
    post({ id, error: { message: message ?? String(error), ...(typeof code === 'string' && { code }) } })
  }
  parentPort?.on('message', ({ id, request }: { id: number; request: Request | 'ready' }) => {
    try {
      handle ??= start()
      const value = request === 'ready' ? true : handle(request as Request)
      if (!(value instanceof Promise)) return post({ id, value })
      value.then(
        (later: unknown) => post({ id, value: later }),
        (error: unknown) => postError(id, error),
      )
    } catch (error) {
      postError(id, error)
    }
  })
}
