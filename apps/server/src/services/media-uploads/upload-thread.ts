// Belongs here: the thread that uploads, and names in the bucket that two files of one minute would share. Does not: what is uploaded when
// (media-uploads.ts).
import type { Log } from '../../platform/log/index.ts'
import {
  type BucketConnection,
  type MediaFolder,
  type ObjectUpload,
  splitSlot,
  type UploadOutcome,
} from '../../platform/media-store/index.ts'
import { startWorker, type ThreadSource, type WorkerThread } from '../../platform/worker/index.ts'
import { parseSegmentPath, type Segment, segmentPath } from '../../ports/recordings/index.ts'
import { segmentLabel } from '../recordings/index.ts'
import { inBucket, type MediaUploadStore } from './media-uploads.store.ts'

/** More than are uploaded at a time. */
const MAX_WAITING = 64
/** As many as the recorder makes of one minute. */
const MAX_PARTS = 500

export interface UploadThreadDeps {
  readonly log: Log
  readonly threads: ThreadSource
  readonly connection: BucketConnection
  readonly media: Pick<MediaFolder, 'absolute'>
  readonly store: Pick<MediaUploadStore, 'isTaken'>
}

export interface UploadedFile {
  readonly outcome: Exclude<UploadOutcome, 'taken'>
  /** In the bucket, with its slot. */
  readonly path: string
}

export class UploadThread {
  readonly #deps: UploadThreadDeps
  #thread: Promise<WorkerThread> | null = null
  #isClosed = false
  /** Names that uploads under way use. */
  readonly #reserved = new Set<string>()

  constructor(deps: UploadThreadDeps) {
    this.#deps = deps
  }

  /** Calls `use` with the outcome while no other upload can take the same name. Rejects with a code of `bucketProblems`, or of the disk. */
  async upload(segment: Segment, use: (uploaded: UploadedFile) => Promise<void>): Promise<void> {
    const { store, media } = this.#deps
    const file = media.absolute(segment.path)
    for (const path of namesInBucket(segment.path)) {
      if (this.#reserved.has(path)) continue
      this.#reserved.add(path)
      try {
        const replacesUnlabelled = !(await store.isTaken(segment, inBucket(path)))
        const outcome = await this.#call({ path, file, label: segmentLabel(segment), replacesUnlabelled })
        if (outcome === 'taken') continue
        await use({ outcome, path: inBucket(path) })
        return
      } finally {
        this.#reserved.delete(path)
      }
    }
    throw new Error(`more than ${MAX_PARTS} files of one minute`)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const thread = await this.#thread?.catch(() => null)
    this.#thread = null
    if (!thread) return
    await thread.call('stop')
    await thread.close()
  }

  async #call(upload: ObjectUpload): Promise<UploadOutcome> {
    return await (await this.#started()).call(upload)
  }

  #started(): Promise<WorkerThread> {
    if (this.#isClosed) return Promise.reject(new Error('uploads are closed'))
    const forget = (): void => {
      // The next upload starts another.
      this.#thread = null
    }
    this.#thread ??= startWorker({
      name: 'media uploads',
      script: new URL('./upload.worker.ts', import.meta.url),
      data: this.#deps.connection,
      threads: this.#deps.threads,
      maxWaiting: MAX_WAITING,
      onFailure: (error) => {
        forget()
        this.#deps.log.error({ err: error }, 'The thread that uploads recordings ended; the next upload starts another')
      },
    }).catch((error: unknown) => {
      forget()
      throw error
    })
    return this.#thread
  }
}

/** Its own name, then those of further files of its minute: a server that was started again within a minute used a name twice. */
export function* namesInBucket(path: string): Generator<string> {
  const { below } = splitSlot(path)
  yield below
  const name = parseSegmentPath(below)
  if (name === null) return
  for (let part = 2; part <= MAX_PARTS; part++) {
    const other = segmentPath(name.deviceId, name.channel, name.minuteMs, part)
    if (other !== below) yield other
  }
}
