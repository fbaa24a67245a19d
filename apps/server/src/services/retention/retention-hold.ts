// Belongs here: when nothing may be removed, whatever its age. Does not: what would be (expiry.ts, disk-space.ts).
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { BUCKET_SLOT, type MediaStore, onSlot } from '../../platform/media-store/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import { recordedFiles } from '../recordings/index.ts'

/**
 * In the media folder: it holds for whatever database is used with that folder, until an administrator deletes it, or, if it was written
 * because the bucket could not be read, until the bucket was read and has nothing old.
 */
export const HOLD_FILE = 'KEEP-EVERYTHING.txt'

/** A new site that is killed has files without rows too, but none from the day before yesterday. */
const OLD_MS = 86_400_000

export interface RetentionHoldDeps {
  readonly clock: Clock
  readonly log: Log
  readonly media: MediaStore
  readonly registry: Pick<DeviceRegistry, 'all'>
  /** Whether there is a bucket that cannot be looked into. */
  readonly isBucketUnusable: () => boolean
}

/**
 * A database that is new, lost or restored does not know how long the recordings in the folder are to be kept, and which
 * are locked. While it knows no device, or since it had no rows for old recordings, nothing is removed.
 */
export class RetentionHold {
  /** Why nothing is removed; `null`: it is. As of the last look. */
  reason: string | null = null
  readonly #deps: RetentionHoldDeps
  /** The mark is there only until the bucket can be looked into. */
  #isTemporary = false

  constructor(deps: RetentionHoldDeps) {
    this.#deps = deps
  }

  /** To be asked at the start, before rows are made from the folder. */
  async begin(rows: number): Promise<void> {
    const { clock, media, log, isBucketUnusable } = this.#deps
    if (await this.#hasHoldFile()) {
      this.#isTemporary = await this.#isTemporaryHold()
      return
    }
    if (rows > 0) return
    const isAway = isBucketUnusable()
    const { path } = await this.#findOld()
    if (path === null && !isAway) return
    this.#isTemporary = path === null
    const content = path === null ? TEMPORARY_HOLD : holdText(clock.nowMs())
    await media.put(HOLD_FILE, Buffer.from(content)).catch((error: unknown) => {
      log.error({ err: error }, 'the file that holds back the removal of recordings cannot be written')
    })
    if (path === null) log.warn('the index of recordings is empty, and the bucket cannot be looked into')
    else log.warn({ path }, 'the index of recordings was empty, but the media folder is not')
  }

  /** Looks again; the log reports each change. */
  async look(): Promise<string | null> {
    if (this.#isTemporary && !this.#deps.isBucketUnusable()) await this.#lookIntoBucket()
    const found = await this.#find()
    if (found !== this.reason) {
      const { log } = this.#deps
      if (found === null) log.info('old recordings are removed again')
      else log.warn({ reason: found }, `no recording is removed, neither for its age nor for space: ${found}`)
    }
    this.reason = found
    return found
  }

  /** Nobody could say at the start whether the bucket has recordings that the index lacks. */
  async #lookIntoBucket(): Promise<void> {
    const { clock, media } = this.#deps
    const { path, isWhole } = await this.#findOld([BUCKET_SLOT])
    if (!isWhole) return
    // An administrator may have deleted it, and a place that was taken has another.
    if (await this.#isTemporaryHold()) {
      if (path === null) await media.delete(HOLD_FILE)
      else await keepEverything(media, clock.nowMs())
    }
    this.#isTemporary = false
  }

  /** The first recording that is older than a new site has any; `isWhole`: everything could be looked at. */
  async #findOld(slots?: readonly string[]): Promise<{ readonly path: string | null; readonly isWhole: boolean }> {
    const { clock, media } = this.#deps
    let isWhole = true
    const onUnreadable = (): void => {
      isWhole = false
    }
    const which = { beforeMs: clock.nowMs() - OLD_MS, onUnreadable, ...(slots && { slots }) }
    for await (const path of recordedFiles(media, which)) return { path, isWhole: true }
    return { path: null, isWhole }
  }

  async #isTemporaryHold(): Promise<boolean> {
    const file = await this.#deps.media.open(HOLD_FILE).catch(() => null)
    const text = file && Buffer.from(await file.read(0, TEMPORARY_HOLD.length + 1)).toString()
    await file?.close()
    return text === TEMPORARY_HOLD
  }

  async #find(): Promise<string | null> {
    const { registry, media } = this.#deps
    if (await this.#hasHoldFile()) {
      if (this.#isTemporary) {
        return 'the index of recordings is empty, and the bucket cannot be read. Correct the media store; the server then decides by itself'
      }
      return `the index was lost or is new. Add the devices, lock what must stay, then delete ${media.describe(HOLD_FILE)}`
    }
    if ([...registry.all()].length > 0) return null
    for (const slot of media.slots()) {
      if ((await media.list(onSlot(slot, ''))).length > 0) {
        return 'no device is registered. Add those whose recordings are in the media folder'
      }
    }
    return null
  }

  #hasHoldFile(): Promise<boolean> {
    return this.#deps.media.size(HOLD_FILE).then(
      (bytes) => bytes !== null,
      () => false,
    )
  }
}

const TEMPORARY_HOLD = `Fleetglass found no recordings in its database, and could not look into the bucket.

While this file is here, no recording is removed. It is deleted when the bucket turns out to have no old recordings.
`

/** No recording is removed from now on. Rejects when that cannot be stored. */
export async function keepEverything(media: MediaStore, nowMs: number): Promise<void> {
  await media.put(HOLD_FILE, Buffer.from(holdText(nowMs)))
}

function holdText(nowMs: number): string {
  return `Fleetglass found recordings in this folder or its bucket on ${new Date(nowMs).toISOString()}, which its database did not have.

While this file is here, no recording is removed: not for its age, not for its device's limit and not for space.
When the devices are registered with the days that their recordings are to be kept, and what must stay is locked,
delete this file. Recordings that are older than those days are then removed.
`
}
