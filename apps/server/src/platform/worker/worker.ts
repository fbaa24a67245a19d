import type { ThreadSource } from './thread-source.ts'

/**
 * A worker thread that answers calls. What blocks (database files, hashing of folders) runs there, so that the loop that
 * moves media waits for nobody.
 */
export interface WorkerThread {
  /** Rejects with the error the worker threw, or with `WorkerBusy` when `maxWaiting` calls wait already. */
  call<T>(request: unknown, transfer?: ArrayBuffer[]): Promise<T>
  /** Calls that were sent and not answered yet. */
  readonly waiting: number
  /** Lets the calls under way finish, then closes the worker. Rejects with what its closing threw; the thread ends all the same. */
  close(): Promise<void>
}

/** The queue in front of a worker is full: the caller must slow down or refuse its own caller. */
export class WorkerBusy extends Error {
  constructor(name: string, waiting: number) {
    super(`${name} is behind: ${waiting} calls wait`)
  }
}

export interface WorkerOptions {
  readonly name: string
  readonly script: URL
  readonly data: unknown
  readonly threads: ThreadSource
  /** Bound of the queue; a call above it is refused. */
  readonly maxWaiting: number
  /** The thread ended by itself: a bug or out of memory. Every call under way has been rejected with the same error. */
  readonly onFailure: (error: Error) => void
}

interface Pending {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

type WorkerMessage =
  | { readonly kind: 'open'; readonly data: unknown }
  | { readonly kind: 'call'; readonly request: unknown }
  | { readonly kind: 'close' }

/** What a worker receives; `serveCalls` reads it. */
export type WorkerRequest = WorkerMessage & { readonly id: number }

/** What a worker posts back; `serveCalls` writes it. */
export type WorkerReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: { readonly message: string; readonly code?: string } }

/** Opens the worker on a thread; resolves when it answered that it is ready, rejects with what it threw at its start. */
export async function startWorker(options: WorkerOptions): Promise<WorkerThread> {
  const { name, script, threads, maxWaiting, onFailure } = options
  const thread = threads.take(script, name)
  const pending = new Map<number, Pending>()
  let nextId = 1
  let state: 'running' | 'closing' | 'ended' = 'running'
  let idle: (() => void) | null = null

  const fail = (error: Error): void => {
    const unexpected = state === 'running'
    state = 'ended'
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
    idle?.()
    if (unexpected) onFailure(error)
  }
  thread.on('message', (reply: WorkerReply) => {
    const call = pending.get(reply.id)
    pending.delete(reply.id)
    if ('error' in reply) call?.reject(Object.assign(new Error(reply.error.message), { code: reply.error.code }))
    else call?.resolve(reply.value as never)
    if (pending.size === 0) idle?.()
  })
  thread.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
  thread.on('exit', (code) => fail(new Error(`${name} ended with code ${code}`)))

  const send = <T>(message: WorkerMessage, transfer: ArrayBuffer[] = []): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = nextId++
      pending.set(id, { resolve, reject })
      thread.postMessage({ ...message, id } satisfies WorkerRequest, transfer)
    })
  const hasEnded = (): boolean => state === 'ended'
  const end = async (): Promise<void> => {
    state = 'ended'
    await thread.terminate()
  }
  const close = async (): Promise<void> => {
    // It ended by itself.
    if (hasEnded()) return
    state = 'closing'
    if (pending.size > 0) await new Promise<void>((resolve) => (idle = resolve))
    if (hasEnded()) return
    try {
      await send({ kind: 'close' })
    } catch (error) {
      await end()
      throw error
    }
    state = 'ended'
    await threads.giveBack(thread, script)
  }

  let closing: Promise<void> | null = null
  const worker: WorkerThread = {
    call(request, transfer) {
      if (state !== 'running') return Promise.reject(new Error(`${name} is closed`))
      if (pending.size >= maxWaiting) return Promise.reject(new WorkerBusy(name, pending.size))
      return send({ kind: 'call', request }, transfer)
    },
    get waiting() {
      return pending.size
    },
    close() {
      closing ??= close()
      return closing
    },
  }
  try {
    await send({ kind: 'open', data: options.data })
  } catch (error) {
    await end()
    throw error
  }
  return worker
}
