// Belongs here: whether the place in the bucket belongs to this database. Does not: what happens when it does not (media-uploads.ts, platform/media-store).
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { z } from 'zod'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { BucketError, type MediaBucket } from '../../platform/media-store/index.ts'
import type { BucketSite, BucketSiteStore } from './bucket-site.store.ts'

/** A running server writes another claim into the mark so often. */
const RENEW_MS = 300_000
/** A mark that stays the same for so long is of no running server that reaches the bucket: two renewals and the checks in between. */
const WATCH_MS = 2 * RENEW_MS + 120_000
/** After a longer gap between two looks the watch begins anew: the store may have been away, for the owner too. */
const LONGEST_GAP_MS = 120_000

/** A store that answers so is there, and what lies in it can be read. */
const UNWRITABLE: ReadonlySet<string> = new Set(['bucket-full', 'bucket-forbidden'])
const MOST_PENDING = 8

// What a person is to copy from the log is short, and no text of another site.
const markSchema = z.object({ site: z.uuid(), claim: z.uuid(), server: z.string().max(253), time: z.iso.datetime() })
type Mark = z.infer<typeof markSchema>

export interface BucketClaimDeps {
  readonly clock: Clock
  readonly log: Log
  readonly store: BucketSiteStore
  readonly files: Pick<MediaBucket['files'], 'readMark' | 'writeMark' | 'isEmpty' | 'describe'>
  /** What `--take-bucket` names: the claim of the mark that is to be replaced, or the address of a place without a mark. '': nothing. */
  readonly take: string
  /** Before a place with files that this database may not know is taken. Rejects when it must not be. */
  readonly beforeTake: () => Promise<void>
}

/**
 * The mark in the bucket has the id of a site, which each copy of a database shares, and a claim, which the running server replaces all the time: a
 * copy that was started beside it, or a backup that was restored, has an old one.
 */
export class BucketClaim {
  readonly #deps: BucketClaimDeps
  /** Monotonic; `null`: not in this process. */
  #renewedMs: number | null = null
  #cannotRenew = false
  /** What this process may have written without knowing it: '' for nothing. */
  #pending = ''
  /** Since when the mark that is to be taken is seen unchanged, and when it was seen last. Monotonic. */
  #watched: { readonly sinceMs: number; readonly lastMs: number } | null = null

  constructor(deps: BucketClaimDeps) {
    this.#deps = deps
  }

  /** Whether the bucket will be taken if nobody renews its mark. */
  get isTaking(): boolean {
    return this.#watched !== null
  }

  /** Resolves when the place belongs to this database, with a fresh mark. Rejects with `BucketError`. */
  async check(): Promise<void> {
    const { store, files, clock } = this.#deps
    const own = await store.read()
    const found = await files.readMark()
    if (found === null) return await this.#claimUnmarked(own)
    const mark = parseMark(found.text)
    if (mark !== null && isOf(own, mark)) {
      this.#watched = null
      if (this.#renewedMs === null || clock.monotonicMs() - this.#renewedMs >= RENEW_MS) {
        await this.#renew(own, found.etag)
      }
      return
    }
    if (!this.#mayTake(mark)) throw foreign(mark)
    this.#deps.log.warn({ mark }, 'The place in the media store is taken from another site, as --take-bucket says')
    await this.#deps.beforeTake()
    await this.#write(own, found.etag)
    this.#watched = null
  }

  /** The mark is that of this database: without the right or the space to write it, files can still be read, and deleted to make space. */
  async #renew(own: BucketSite, etag: string): Promise<void> {
    try {
      await this.#write(own, etag)
      this.#cannotRenew = false
    } catch (error) {
      if (!(error instanceof BucketError) || !UNWRITABLE.has(error.code)) throw error
      if (!this.#cannotRenew) {
        this.#deps.log.warn({ reason: error.message }, 'The mark of this site in the media store cannot be renewed')
      }
      this.#cannotRenew = true
    }
  }

  async #claimUnmarked(own: BucketSite): Promise<void> {
    const { store, files, take, beforeTake, log } = this.#deps
    this.#watched = null
    const place = addressOf(files.describe(''))
    const hasRows = await store.hasFilesInBucket()
    if (hasRows || !(await files.isEmpty())) {
      if (addressOf(take) !== place) throw new BucketError('bucket-unmarked', `--take-bucket ${place} takes it`)
      log.warn({ place }, 'The place in the media store is taken without a mark, as --take-bucket says')
      if (!hasRows) await beforeTake()
    }
    await this.#write(own, null)
  }

  /** The mark that was named, after it was seen unchanged for longer than a running server leaves it so. */
  #mayTake(mark: Mark | null): boolean {
    const { take, clock, log } = this.#deps
    const nowMs = clock.monotonicMs()
    if (mark === null || mark.claim !== take) {
      this.#watched = null
      return false
    }
    const isWatched = this.#watched !== null && nowMs - this.#watched.lastMs <= LONGEST_GAP_MS
    const sinceMs = isWatched ? (this.#watched?.sinceMs ?? nowMs) : nowMs
    this.#watched = { sinceMs, lastMs: nowMs }
    if (!isWatched) {
      log.warn(
        { mark, seconds: WATCH_MS / 1000 },
        'The place in the media store will be taken when no other server renews its mark meanwhile',
      )
    }
    return nowMs - sinceMs >= WATCH_MS
  }

  /** The database knows the claim before the bucket does: no end of the process leaves a mark that this database does not know. */
  async #write(own: BucketSite, etag: string | null): Promise<void> {
    const { store, files, clock } = this.#deps
    // Never one of another process: a copy of the database would know it too.
    const claim = this.#pending === '' ? randomUUID() : this.#pending
    this.#pending = claim
    await store.begin(pendingWith(own.nextClaim, claim))
    const mark: Mark = { site: own.site, claim, server: hostname(), time: new Date(clock.nowMs()).toISOString() }
    if (!(await files.writeMark(JSON.stringify(mark), etag))) {
      throw new BucketError('bucket-foreign', 'another server wrote its mark in this moment')
    }
    await store.confirm(claim)
    this.#pending = ''
    this.#renewedMs = clock.monotonicMs()
  }
}

/** Whether the text of a mark is of this database. */
export function isMarkOf(own: BucketSite, text: string): boolean {
  const mark = parseMark(text)
  return mark !== null && isOf(own, mark)
}

function isOf(own: BucketSite, { site, claim }: Mark): boolean {
  return site === own.site && (claim === own.claim || own.nextClaim.split(' ').includes(claim))
}

/** A request whose answer was lost may still be carried out: the claims of the last processes stay known. */
function pendingWith(pending: string, claim: string): string {
  const others = pending.split(' ').filter((one) => one !== '' && one !== claim)
  return [...others, claim].slice(-MOST_PENDING).join(' ')
}

function foreign(mark: Mark | null): BucketError {
  if (mark === null) return new BucketError('bucket-foreign', 'its fleetglass-site.json cannot be read')
  const { site, claim, server, time } = mark
  return new BucketError(
    'bucket-foreign',
    `site ${site}, written by ${server} at ${time}; --take-bucket ${claim} takes it`,
  )
}

function parseMark(text: string): Mark | null {
  try {
    return markSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function addressOf(text: string): string {
  return text.replace(/\/+$/, '')
}
