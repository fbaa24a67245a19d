// Belongs here: closed files on their way from the disk to the bucket. Does not: requests to the bucket (platform/media-store), what is
// deleted there (services/retention).
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { StartError } from '../../platform/errors/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { BUCKET_SLOT, type MediaBucket, type MediaWithBucket, splitSlot } from '../../platform/media-store/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { ThreadSource } from '../../platform/worker/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'
import { segmentLabel } from '../recordings/index.ts'
import { BucketClaim } from './bucket-claim.ts'
import { createBucketSiteStore } from './bucket-site.store.ts'
import { createMediaUploadStore, type MediaUploadStore } from './media-uploads.store.ts'
import { type UploadedFile, UploadThread } from './upload-thread.ts'

const PERIOD_MS = 5_000
/** Between two tries of a bucket that does not work: doubled each time up to the second. */
const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 60_000
/** The bucket is asked so often whether it works and is still that of this site. */
const PROBE_MS = 60_000
/** What needs the bucket before recording begins waits so long for it. */
const PATIENCE_MS = 600_000
/** Files at a time: a store answers three requests for each, one after the other. */
const AT_ONCE = 12
const PAGE = 120
const COPIES_PAGE = 500
/** Local copies that are looked at before files are uploaded; the next round goes on behind them. */
const COPIES_A_ROUND = 5_000
/** A file that was in neither place is not looked for again before: its row is of another server, or it was lost. */
const MISSING_MS = 600_000
const MAX_MISSING = 10_000
/** A file stays so long after its end: a viewer of the newest moment reads it from disk. */
const STAYS_MS = 60_000

export interface MediaUploadsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly threads: ThreadSource
  readonly metrics: Metrics
  readonly database: Database
  readonly media: MediaWithBucket
  readonly bucket: MediaBucket
  /** What `--take-bucket` names; '': nothing. */
  readonly take?: string | undefined
  /** Before a place with files that the database may not know is taken. */
  readonly beforeTake?: () => Promise<void>
}

/**
 * Uploads closed files, the oldest first. At each moment a file is where its row says: it is on disk until its copy is verified and the row says so,
 * and only then deleted there.
 */
export class MediaUploads {
  readonly #deps: MediaUploadsDeps
  readonly #store: MediaUploadStore
  readonly #thread: UploadThread
  readonly #claim: BucketClaim
  readonly #log: Log
  readonly #count: (outcome: string, bytes: number) => void
  readonly #stopping = new AbortController()
  readonly #timers: Timer[] = []
  #probing: Promise<boolean> | null = null
  #round: Promise<void> | null = null
  #retryMs = FIRST_RETRY_MS
  /** Monotonic. */
  #nextTryMs = 0
  #checkedMs = 0
  /** When a file was in neither place. */
  readonly #missing = new Map<string, number>()
  /** Files of this round that failed for a reason of their own. */
  #failures = 0
  /** The same of local copies that were to be deleted. */
  #copyFailures = 0
  /** Behind which local copy the next round goes on; '': from the first on. */
  #lastCopy = ''

  constructor(deps: MediaUploadsDeps) {
    const { database, media, bucket, metrics, clock, threads, take = '', beforeTake = async () => undefined } = deps
    this.#deps = deps
    this.#log = deps.log.child({ part: 'media uploads' })
    this.#store = createMediaUploadStore(database)
    const { connection } = bucket
    this.#thread = new UploadThread({ log: this.#log, threads, connection, media, store: this.#store })
    const store = createBucketSiteStore(database)
    this.#claim = new BucketClaim({ clock, log: this.#log, store, files: bucket.files, take, beforeTake })
    const files = metrics.counter('fleetglass_media_store_uploads_total', 'Files uploaded to the bucket', ['outcome'])
    const bytes = metrics.counter('fleetglass_media_store_uploaded_bytes_total', 'Bytes uploaded to the bucket')
    this.#count = (outcome, by) => {
      files.inc({ outcome })
      if (outcome === 'stored') bytes.inc(by)
    }
    metrics.measured('fleetglass_media_store_up', '1 while the bucket works', () =>
      bucket.health.problem === null ? 1 : 0,
    )
    metrics.measured(
      'fleetglass_media_store_waiting_seconds',
      'Age of the oldest file that waits for its upload',
      async () => {
        const startMs = await this.#store.oldestStart(this.#slots())
        return startMs === null ? 0 : Math.max(0, clock.nowMs() - startMs) / 1000
      },
    )
  }

  /** Before files without a row are looked for: one that was to be deleted must not be found again. Never rejects for the bucket. */
  async prepare(): Promise<void> {
    const { clock, bucket } = this.#deps
    // From now on, since an index of millions of files takes hours: also in the middle of a round, which may take days.
    const look = (): void => {
      if (bucket.health.problem === null) void this.#probe().catch((error: unknown) => this.#report(error))
    }
    this.#timers.push(clock.every(PROBE_MS, look))
    if (await this.#probe()) await this.#deleteCopies()
  }

  /** Resolves when the bucket can be used; rejects with `StartError` when it cannot for a long time, or is another site's. */
  async untilUsable(): Promise<void> {
    const { clock, bucket } = this.#deps
    const begunMs = clock.monotonicMs()
    while (!(await this.#probe())) {
      const isPatient = bucket.health.isOthers ? this.#claim.isTaking : clock.monotonicMs() - begunMs < PATIENCE_MS
      if (!isPatient) {
        throw new StartError(`${bucket.health.message}. Nothing was changed: the index of recordings is as it was.`)
      }
      await new Promise<void>((resolve) => clock.after(Math.max(0, this.#nextTryMs - clock.monotonicMs()), resolve))
      if (this.#stopping.signal.aborted) throw new Error('the server stops')
    }
  }

  onWorking(listener: () => void): void {
    this.#deps.bucket.health.onWorking(listener)
  }

  /** Why nothing is uploaded, for people; `null` while the bucket works. */
  get fault(): string | null {
    return this.#deps.bucket.health.sentence
  }

  start(): void {
    this.#timers.push(this.#deps.clock.every(PERIOD_MS, () => void this.round()))
    void this.round()
  }

  /** Never rejects; a call during a round waits for its end. */
  round(): Promise<void> {
    this.#round ??= this.#run()
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        this.#round = null
      })
    return this.#round
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) timer.cancel()
    this.#stopping.abort()
    await this.#thread.close()
    await this.#round
    await this.#probing?.catch(() => undefined)
    this.#deps.bucket.files.close()
  }

  async #run(): Promise<void> {
    const { clock, bucket } = this.#deps
    const nowMs = clock.monotonicMs()
    if (nowMs < this.#nextTryMs) return
    if ((bucket.health.problem !== null || nowMs - this.#checkedMs >= PROBE_MS) && !(await this.#probe())) return
    await this.#deleteCopies()
    await this.#uploadAll()
  }

  /** From the oldest on, each once: one that fails for a reason of its own waits for the next round and holds up no other. */
  async #uploadAll(): Promise<void> {
    const endMs = this.#deps.clock.nowMs() - STAYS_MS
    let after: Segment | null = null
    this.#failures = 0
    for (;;) {
      const page: Segment[] = await this.#store.waiting(this.#slots(), endMs, after, PAGE)
      const left = page.filter(({ path }) => !this.#isMissing(path))
      const work = async (): Promise<void> => {
        for (let next = left.shift(); next !== undefined && this.#mayGoOn; next = left.shift()) await this.#upload(next)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      if (!this.#mayGoOn || page.length < PAGE) return
      after = page.at(-1) ?? null
    }
  }

  get #mayGoOn(): boolean {
    return !this.#stopping.signal.aborted && this.#deps.bucket.health.problem === null
  }

  async #upload(segment: Segment): Promise<void> {
    try {
      await this.#thread.upload(segment, (uploaded) => this.#take(segment, uploaded))
    } catch (error) {
      if (this.#stopping.signal.aborted) return
      this.#count('failed', 0)
      if (this.#fails(error)) return
      this.#failures += 1
      // One line a round: the metric counts all.
      if (this.#failures > 1) return
      this.#log.warn(
        { path: segment.path, reason: (error as Error).message },
        'A recording cannot be uploaded and stays on disk; tried again',
      )
    }
  }

  #isMissing(path: string): boolean {
    const sinceMs = this.#missing.get(path)
    return sinceMs !== undefined && this.#deps.clock.monotonicMs() - sinceMs < MISSING_MS
  }

  #setMissing(path: string): void {
    if (this.#missing.size >= MAX_MISSING) this.#missing.clear()
    this.#missing.set(path, this.#deps.clock.monotonicMs())
  }

  async #take(segment: Segment, { outcome, path }: UploadedFile): Promise<void> {
    if (outcome === 'missing' && !(await this.#isInBucket(segment, path))) {
      this.#setMissing(segment.path)
      return
    }
    const { media, bucket } = this.#deps
    // Taken by another site during the upload: the file stays where it is.
    if (!bucket.health.isOwn) return
    this.#count(outcome, segment.bytes)
    media.moved(segment.path, path)
    if (await this.#store.moved(segment, path)) {
      await this.#deleteCopy(segment.path)
      return
    }
    if (await this.#store.isTaken(segment, path)) {
      // The index found the object meanwhile, which is verified by now.
      await this.#deleteCopy(segment.path)
      return
    }
    // It was deleted while it was uploaded.
    await bucket.files.delete(splitSlot(path).below)
  }

  /** A row that was written late may say that a file is on disk that was moved already. */
  async #isInBucket(segment: Segment, path: string): Promise<boolean> {
    const file = await this.#deps.bucket.files.open(splitSlot(path).below).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    return file?.label === segmentLabel(segment)
  }

  /** One that cannot be deleted holds up no other. */
  async #deleteCopies(): Promise<void> {
    this.#copyFailures = 0
    for (let seen = 0; seen < COPIES_A_ROUND && this.#mayGoOn; seen += COPIES_PAGE) {
      const writable = new Set(this.#slots())
      const page = await this.#store.localCopies(this.#lastCopy, COPIES_PAGE)
      for (const { path, mayGo } of page) {
        if (!mayGo) await this.#store.copyIsGone(path)
        else if (writable.has(splitSlot(path).slot)) await this.#deleteCopy(path)
      }
      const isLast = page.length < COPIES_PAGE
      this.#lastCopy = isLast ? '' : (page.at(-1)?.path ?? '')
      if (isLast) return
    }
  }

  /** What cannot be deleted now is tried again in a later round. */
  async #deleteCopy(path: string): Promise<void> {
    try {
      await this.#deps.media.delete(path)
    } catch (error) {
      this.#copyFailures += 1
      // One line a round, as for uploads.
      if (this.#copyFailures > 1) return
      this.#log.warn({ path, reason: (error as Error).message }, 'The local copy of a recording cannot be deleted')
      return
    }
    await this.#store.copyIsGone(path)
  }

  /** Whether the bucket works and is that of this site. */
  #probe(): Promise<boolean> {
    this.#probing ??= this.#check().finally(() => {
      this.#probing = null
    })
    return this.#probing
  }

  async #check(): Promise<boolean> {
    const { bucket, clock } = this.#deps
    try {
      await bucket.files.check()
      await this.#claim.check()
    } catch (error) {
      if (!this.#fails(error)) throw error
      return false
    }
    bucket.health.works()
    this.#checkedMs = clock.monotonicMs()
    this.#retryMs = FIRST_RETRY_MS
    return true
  }

  #report(error: unknown): void {
    if (!this.#stopping.signal.aborted) this.#log.error({ err: error }, 'Recordings cannot be uploaded; tried again')
  }

  #fails(error: unknown): boolean {
    const { bucket, clock } = this.#deps
    const wasWorking = bucket.health.problem === null
    if (!bucket.health.failed(error)) return false
    // Uploads that fail together are one failure.
    if (wasWorking || clock.monotonicMs() >= this.#nextTryMs) {
      this.#nextTryMs = clock.monotonicMs() + this.#retryMs
      this.#retryMs = Math.min(LAST_RETRY_MS, 2 * this.#retryMs)
    }
    return true
  }

  /** Those of which a copy may be deleted. */
  #slots(): readonly string[] {
    return this.#deps.media.slots('writable').filter((slot) => slot !== BUCKET_SLOT)
  }
}
