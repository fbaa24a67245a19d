import { startWorker, type ThreadSource, type WorkerThread } from '../worker/index.ts'
import type { SqliteNumbers, SqliteReply, SqliteRequest, SqliteThreadData } from './sqlite-thread.ts'

/** The threads of one database file: one that writes, several that read. */
export interface SqliteThreads {
  /** Resolves when the writer is ours alone, with the function that gives it back. */
  takeWriter(): Promise<() => void>
  /** Only while the writer is taken. */
  write(sql: string, parameters: readonly unknown[]): Promise<SqliteReply>
  insertNumbers(tables: readonly SqliteNumbers[]): Promise<void>
  readNumbers(sql: string, parameters: readonly unknown[]): Promise<Float64Array>
  /** Sees what was committed before the call. */
  read(sql: string, parameters: readonly unknown[]): Promise<SqliteReply>
  readonly waiting: number
  close(): Promise<void>
}

// Two readers: a report over months on one leaves the other free for the question of an operator. The second starts with the
// first read that finds the other at work: most processes never need its memory.
const READERS = 2
const CHECKPOINT_MS = 30_000
// Limit of each queue in front of a thread. Further calls are rejected with `WorkerBusy`.
const MAX_WAITING = 10_000

export async function startSqliteThreads(
  file: string,
  threads: ThreadSource,
  onFailure: (error: Error) => void,
  checkpointMs = CHECKPOINT_MS,
): Promise<SqliteThreads> {
  const script = new URL('./sqlite.worker.ts', import.meta.url)
  const startThread = (name: string, role: SqliteThreadData['role']) => {
    const data: SqliteThreadData = { file, role, checkpointMs }
    return startWorker({ name, script, data, threads, maxWaiting: MAX_WAITING, onFailure })
  }
  // The writer first: it makes the file and sets the journal mode that the readers need.
  const writer = await startThread('database writer', 'writer')
  const readers = [await startThread('database reader 1', 'reader')]
  let starting: Promise<unknown> | null = null
  const addReader = (): void => {
    if (starting !== null || readers.length === READERS) return
    const start = startThread(`database reader ${readers.length + 1}`, 'reader')
    starting = start.then((reader) => readers.push(reader), onFailure).finally(() => (starting = null))
  }
  const queue = createQueue()
  const leastBusy = (): WorkerThread => {
    const best = readers.reduce((least, reader) => (reader.waiting < least.waiting ? reader : least))
    if (best.waiting > 0) addReader()
    return best
  }
  const ask = <T>(thread: WorkerThread, request: SqliteRequest, transfer?: ArrayBuffer[]) =>
    thread.call<T>(request, transfer)

  return {
    takeWriter: queue.take,
    write: (sql, parameters) => ask<SqliteReply>(writer, { kind: 'query', sql, parameters }),
    read: (sql, parameters) => ask<SqliteReply>(leastBusy(), { kind: 'query', sql, parameters }),
    readNumbers: (sql, parameters) => ask<Float64Array>(leastBusy(), { kind: 'read-numbers', sql, parameters }),
    async insertNumbers(tables) {
      const giveBack = await queue.take()
      const buffers = tables.map(({ values }) => values.buffer as ArrayBuffer)
      try {
        await ask(writer, { kind: 'insert-numbers', tables }, buffers)
      } finally {
        giveBack()
      }
    },
    get waiting() {
      return queue.waiting + writer.waiting + readers.reduce((sum, reader) => sum + reader.waiting, 0)
    },
    async close() {
      await queue.take()
      await starting
      for (const thread of [...readers, writer]) await thread.close()
    },
  }
}

/** First come, first served; bounded like the queues of the threads. */
function createQueue() {
  const queue: ((release: () => void) => void)[] = []
  let taken = false
  const next = (): void => {
    const first = queue.shift()
    if (first === undefined) taken = false
    else first(releaseOnce())
  }
  const releaseOnce = (): (() => void) => {
    let released = false
    return () => {
      if (released) return
      released = true
      next()
    }
  }
  return {
    take(): Promise<() => void> {
      if (queue.length >= MAX_WAITING)
        return Promise.reject(new Error(`the database is behind: ${queue.length} writes wait`))
      if (taken) return new Promise((resolve) => queue.push(resolve))
      taken = true
      return Promise.resolve(releaseOnce())
    },
    get waiting() {
      return queue.length
    },
  }
}
