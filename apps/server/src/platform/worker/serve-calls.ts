import { parentPort } from 'node:worker_threads'
import type { WorkerReply, WorkerRequest } from './worker.ts'

/** What a worker does between its opening and its closing. */
export interface ServedCalls<Request> {
  handle(request: Request): unknown
  /** Releases everything that was opened, timers too: a thread may be opened again, for another owner. Left out: there is nothing. */
  close?(): unknown
}

/**
 * The worker's side: answers each call with what `handle` returns or throws, one after the other; those that return a promise
 * may overlap. `open` receives the data of `startWorker`; what it throws reaches that as an error instead of ending the thread.
 */
export function serveCalls<Data, Request>(open: (data: Data) => ServedCalls<Request>): void {
  let served: ServedCalls<Request> | null = null
  const post = (reply: WorkerReply): void => parentPort?.postMessage(reply)
  const postError = (id: number, error: unknown): void => {
    const { message, code } = error as { message?: string; code?: unknown }
    post({ id, error: { message: message ?? String(error), ...(typeof code === 'string' && { code }) } })
  }
  const answer = (request: WorkerRequest): unknown => {
    if (request.kind === 'open') {
      served = open(request.data as Data)
      return true
    }
    if (request.kind === 'call') return served?.handle(request.request as Request)
    const closing = served
    served = null
    return closing?.close?.()
  }
  parentPort?.on('message', (request: WorkerRequest) => {
    const { id } = request
    try {
      const value = answer(request)
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
