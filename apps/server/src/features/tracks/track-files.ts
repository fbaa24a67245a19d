// Belongs here: a track as a file that is made while it is read. Does not: the words of the formats (track-text.ts).
import { AppError } from '@fleetglass/contract/errors'
import type { TrackExportRequest } from '@fleetglass/contract/tracks'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { startWorker, type ThreadSource, type WorkerThread } from '../../platform/worker/index.ts'
import { type Account, type Visibility, visibleStartS } from '../../services/directory/index.ts'
import type { TrackRange, TrackStore } from '../../services/tracks/index.ts'
import {
  beginText,
  endText,
  mediaTypes,
  noPoints,
  type pageText,
  type TrackTextOptions,
} from '../../services/tracks/index.ts'
import type { TrackTextCall } from './track-text.worker.ts'

/** A client that reads nothing for this long is treated as gone, so that another answer can run. */
const UNREAD_MS = 60_000

/** Pages that wait for the writing thread: two readers an account, and accounts do not come by hundreds at once. */
const MOST_WAITING = 500

export interface TrackFilesDeps {
  readonly clock: Clock
  readonly log: Log
  readonly threads: ThreadSource
  readonly store: Pick<TrackStore, 'numbersBetween'>
  readonly visibility: Visibility
}

/** A file on its way. */
export interface TrackFile {
  readonly chunks: AsyncIterable<string>
  readonly type: string
  /** Starts to watch whether the client reads; `end` is called when it does not. */
  watch(end: () => void): void
  /** To be called when no client reads any more. */
  close(): void
}

export interface TrackFiles {
  /** Refused for a device that is not there for the account, and while too many files of the account are read. */
  file(account: Account, request: TrackExportRequest): Promise<TrackFile>
  close(): Promise<void>
}

export function createTrackFiles({ clock, log, threads, store, visibility }: TrackFilesDeps): TrackFiles {
  const limiter = createConcurrencyLimiter()
  let writing: Promise<WorkerThread> | null = null
  /** Started by the first file: most servers never write one. */
  const thread = async (): Promise<WorkerThread> => {
    const onFailure = (error: Error): void => {
      log.error({ err: error }, 'the thread that writes files of tracks ended: the next file starts another one')
      writing = null
    }
    const script = new URL('./track-text.worker.ts', import.meta.url)
    const options = { name: 'track files', script, data: null, threads, maxWaiting: MOST_WAITING, onFailure }
    writing ??= startWorker(options)
    const started = writing
    try {
      return await started
    } catch (error) {
      if (writing === started) writing = null
      throw error
    }
  }
  return {
    async file(account, request) {
      const device = visibility.device(account, request.deviceid)
      if (device === undefined) throw new AppError('unknown-device')
      const { format, start: startS, end: endS, tz: offsetS } = request
      // Before the limiter: a thread that does not start would occupy a place.
      const writer = await thread()
      const giveBack = await limiter.acquire(account.id)
      const unread = new Unread(clock)
      const options = { format, startS, endS, offsetS, deviceId: device.deviceId }
      const visible: TrackRange = { deviceKey: device.key, startS: visibleStartS(account, startS, clock.nowMs()), endS }
      const pages = store.numbersBetween(visible)
      return {
        chunks: unread.around(textOf(pages, options, writer)),
        type: mediaTypes[format],
        watch: (end) => unread.watch(end),
        close() {
          unread.close()
          giveBack()
        },
      }
    },
    async close() {
      const started = await writing
      await started?.close()
    },
  }
}

async function* textOf(
  pages: AsyncIterable<Float64Array>,
  options: TrackTextOptions,
  thread: WorkerThread,
): AsyncGenerator<string> {
  yield beginText(options)
  let before = noPoints
  for await (const values of pages) {
    const call: TrackTextCall = { values, options, before }
    const { text, state } = await thread.call<ReturnType<typeof pageText>>(call, [values.buffer as ArrayBuffer])
    before = state
    yield text
  }
  yield endText(options, before)
}

/** Watches how long a chunk lies there unread. */
class Unread {
  readonly #clock: Clock
  #end: () => void = () => undefined
  #timer: Timer | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  watch(end: () => void): void {
    this.#end = end
  }

  async *around(chunks: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const chunk of chunks) {
      this.#timer = this.#clock.after(UNREAD_MS, () => this.#end())
      yield chunk
      this.close()
    }
  }

  close(): void {
    this.#timer?.cancel()
    this.#timer = null
  }
}
