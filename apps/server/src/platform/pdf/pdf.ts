import { AppError } from '@fleetglass/contract/errors'
import type { Log } from '../log/index.ts'
import { startWorker, type ThreadSource, WorkerBusy, type WorkerThread } from '../worker/index.ts'
import { type TableDocument, UNREADABLE_LOGO } from './pdf.types.ts'

/** Makes PDF files on a thread of its own. */
export interface PdfWriter {
  /** Rejects with `pdf-busy` when too many are under way, with `pdf-logo-unreadable` for a picture that is broken. */
  write(table: TableDocument): Promise<Uint8Array>
  close(): Promise<void>
}

/** Files that are made or wait; a further one is refused. One of 5,000 rows takes seconds. */
const WAITING_MAX = 4

export interface PdfWriterDeps {
  readonly log: Log
  readonly threads: ThreadSource
}

/** The thread starts with the first file; one that ended is started again by the next file. */
export function createPdfWriter({ log, threads }: PdfWriterDeps): PdfWriter {
  let thread: Promise<WorkerThread> | null = null
  let closed = false
  const started = (): Promise<WorkerThread> => {
    if (thread !== null) return thread
    const starting = startWorker({
      name: 'pdf writer',
      script: new URL('./pdf.worker.ts', import.meta.url),
      data: null,
      threads,
      maxWaiting: WAITING_MAX,
      onFailure: (error) => {
        thread = null
        log.error({ err: error }, 'The PDF writer ended; the next file starts it again')
      },
    })
    thread = starting
    starting.catch(() => {
      thread = null
    })
    return starting
  }
  return {
    async write(table) {
      if (closed) throw new AppError('server-stopping')
      try {
        return await (await started()).call<Uint8Array>(table)
      } catch (error) {
        if (error instanceof WorkerBusy) throw new AppError('pdf-busy')
        if ((error as { code?: unknown }).code === UNREADABLE_LOGO) throw new AppError('pdf-logo-unreadable')
        throw error
      }
    },
    async close() {
      closed = true
      // One that could not be started has nothing to end.
      await thread?.then(
        (running) => running.close(),
        () => undefined,
      )
    },
  }
}
