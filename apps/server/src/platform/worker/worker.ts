import { Worker } from 'node:worker_threads'

/**
 * A worker thread that answers calls. What blocks (database files, hashing of folders) runs there, so that the loop that
 * moves media waits for nobody.
 */
export interface WorkerThread {
  /** Rejects with the error the worker threw, or with `WorkerBusy` when `maxWaiting` calls wait already. */
  call<T>(request: unknown, transfer?: ArrayBuffer[]): Promise<T>
  /** Calls that were sent and not answered yet. */
  readonly waiting: number
  /** Lets the calls under way finish, then ends the thread. */
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
  /** Bound of the queue; a call above it is refused. */
  readonly maxWaiting: number
  /** The thread ended by itself: a bug or out of memory. Every call under way has been rejected with the same error. */
  readonly onFailure: (error: Error) => void
}

interface Pending {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

/** What a worker posts back; `serveCalls` writes it. */
export type WorkerReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: { readonly message: string; readonly code?: string } }

// A thread's short-lived values are rows on their way; more room than this is memory that nothing uses.
const YOUNG_GENERATION_MB = 16

/** Starts the thread; resolves when it answered that it is ready, rejects with what it threw at its start. */
export async function startWorker(options: WorkerOptions): Promise<WorkerThread> {
  const worker = new Worker(options.script, {
    name: options.name,
    workerData: options.data,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  })
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
    if (unexpected) options.onFailure(error)
  }
  worker.on('message', (reply: WorkerReply) => {
    const call = pending.get(reply.id)
    pending.delete(reply.id)
    if ('error' in reply) call?.reject(Object.assign(new Error(reply.error.message), { code: reply.error.code }))
    else call?.resolve(reply.value as never)
    if (pending.size === 0) idle?.()
  })
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', (code) => fail(new Error(`${options.name} ended with code ${code}`)))

  const thread: WorkerThread = {
    call(request, transfer = []) {
      if (state !== 'running') return Promise.reject(new Error(`${options.name} is closed`))
      if (pending.size >= options.maxWaiting) return Promise.reject(new WorkerBusy(options.name, pending.size))
      return new Promise((resolve, reject) => {
        const id = nextId++
        pending.set(id, { resolve, reject })
        worker.postMessage({ id, request }, transfer)
      })
    },
    get waiting() {
      return pending.size
    },
    async close() {
      if (state === 'running') state = 'closing'
      if (pending.size > 0) await new Promise<void>((resolve) => (idle = resolve))
      state = 'ended'
      await worker.terminate()
    },
  }
  await thread.call('ready').catch(async (error: Error) => {
    state = 'ended'
    await worker.terminate()
    throw error
  })
  return thread
}
