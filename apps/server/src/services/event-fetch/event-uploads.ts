// Belongs here: which file is uploaded when, and how often it is tried. Does not: FTP (ftp-upload.ts), what is fetched.
import { randomUUID } from 'node:crypto'
import { AppError, type ErrorCode } from '@fleetglass/contract/errors'
import type { MonitorLimits } from '@fleetglass/contract/monitors'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Job } from '../../platform/scheduler/index.ts'
import { type EventUploadStore, UPLOAD_LEASE_MS } from './event-uploads.store.ts'
import type { EventUpload, NewEventUpload } from './event-uploads.types.ts'

const LOOK_MS = 2_000
/** Where nothing waits, the database is asked so often: another server process may have left something. */
const QUIET_LOOK_MS = 60_000
/** PLAN-52. */
const MAX_TRIES = 3
const TRY_AGAIN_MS = 30_000
const DAY_MS = 86_400_000
/** How long the monitor shows what is over. */
const SHOWN_MS = 7 * DAY_MS

export interface EventUploadsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly store: EventUploadStore
  /** Of the FTP monitor, as they are now; what waits is in the table, one row for each file that was fetched. */
  readonly limits: () => MonitorLimits
  /** Rejects with what went wrong. */
  readonly send: (upload: EventUpload & { readonly target: string }, signal: AbortSignal) => Promise<void>
}

/** Uploads of fetched files to the servers that plans name. */
export class EventUploads {
  readonly jobs: readonly Job[]
  readonly #deps: EventUploadsDeps
  readonly #holder = randomUUID()
  readonly #running = new Map<number, Promise<void>>()
  readonly #stopping = new AbortController()
  readonly #timer: { cancel(): void }
  #round: Promise<void> | null = null
  #renewedMs = 0
  /** Nothing waits, as the last look found. */
  #isQuiet = false
  #lookedMs = 0

  constructor(deps: EventUploadsDeps) {
    this.#deps = deps
    this.#timer = deps.clock.every(LOOK_MS, () => {
      if (!this.#isQuiet || deps.clock.monotonicMs() - this.#lookedMs >= QUIET_LOOK_MS) this.wake()
    })
    this.jobs = [
      {
        name: 'uploads of event media by age',
        schedule: { everyMs: DAY_MS },
        needsTrustedTime: true,
        run: async () => {
          await deps.store.removeOver(deps.clock.nowMs() - SHOWN_MS)
        },
      },
    ]
  }

  async add(upload: NewEventUpload): Promise<void> {
    await this.#deps.store.add(upload, this.#deps.limits().maxWait)
    this.#isQuiet = false
  }

  /** The newest first. */
  async newest(limit: number): Promise<readonly (EventUpload & { readonly isRunning: boolean })[]> {
    const uploads = await this.#deps.store.newest(limit)
    return uploads.map((upload) => ({ ...upload, isRunning: this.#running.has(upload.id) }))
  }

  wake(): void {
    if (this.#stopping.signal.aborted) return
    this.#round ??= this.#look()
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'Cannot read which files are to be uploaded'))
      .finally(() => {
        this.#round = null
      })
  }

  async close(): Promise<void> {
    this.#timer.cancel()
    this.#stopping.abort()
    await this.#round
    await Promise.all(this.#running.values())
  }

  async #look(): Promise<void> {
    const { clock, store } = this.#deps
    const nowMs = clock.nowMs()
    this.#lookedMs = clock.monotonicMs()
    if (Math.abs(nowMs - this.#renewedMs) >= UPLOAD_LEASE_MS / 3) {
      this.#renewedMs = nowMs
      await store.renew([...this.#running.keys()], this.#holder, nowMs)
    }
    const free = this.#deps.limits().maxRun - this.#running.size
    if (free <= 0) return
    for (const upload of await store.claim(this.#holder, nowMs, free)) {
      const ended = this.#run(upload).finally(() => this.#running.delete(upload.id))
      this.#running.set(upload.id, ended)
    }
    const isIdle = this.#running.size === 0
    // Before the question: what is added meanwhile is not quiet.
    this.#isQuiet = isIdle
    if (isIdle && (await store.hasWaiting())) this.#isQuiet = false
  }

  async #run(upload: EventUpload & { readonly target: string }): Promise<void> {
    const { clock, log, send, store } = this.#deps
    const held = { id: upload.id, holder: this.#holder }
    const { address } = upload
    try {
      const failure = await send(upload, this.#stopping.signal).then(
        () => null,
        (error: unknown) => ({ error }),
      )
      const nowMs = clock.nowMs()
      if (failure === null) {
        await store.end(held, { state: 'done', reason: null, tries: upload.tries + 1, notBeforeMs: nowMs, address })
        return
      }
      if (this.#stopping.signal.aborted) {
        // The server stops: that is no try.
        await store.end(held, { ...upload, state: 'waiting', notBeforeMs: nowMs })
        return
      }
      const tries = upload.tries + 1
      const isOver = tries >= MAX_TRIES
      log.warn(
        { err: failure.error, serial: upload.serial, name: upload.name, tries },
        isOver
          ? 'Cannot upload a file of an event; it is not tried again'
          : 'Cannot upload a file of an event; it is tried again',
      )
      await store.end(held, {
        state: isOver ? 'failed' : 'waiting',
        reason: reasonOf(failure.error),
        tries,
        notBeforeMs: nowMs + TRY_AGAIN_MS * tries,
        address,
      })
    } catch (error) {
      log.error({ err: error, name: upload.name }, 'Cannot store how an upload ended; it is uploaded again')
    }
  }
}

function reasonOf(error: unknown): ErrorCode {
  return error instanceof AppError ? error.code : 'upload-failed'
}
