// Belongs here: when nothing may be removed, whatever its age. Does not: what would be (expiry.ts, disk-space.ts).
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { type MediaStore, onSlot } from '../../platform/media-store/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import { recordedFiles } from '../recordings/index.ts'

/** In the media folder: it holds for whatever database is used with that folder, until an administrator deletes it. */
export const HOLD_FILE = 'KEEP-EVERYTHING.txt'

/** A new site that is killed has files without rows too, but none from the day before yesterday. */
const OLD_MS = 86_400_000

export interface RetentionHoldDeps {
  readonly clock: Clock
  readonly log: Log
  readonly media: MediaStore
  readonly registry: Pick<DeviceRegistry, 'all'>
}

/**
 * A database that is new, lost or restored does not know how long the recordings in the folder are to be kept, and which
 * are locked. While it knows no device, or since it had no rows for old recordings, nothing is removed.
 */
export class RetentionHold {
  /** Why nothing is removed; `null`: it is. As of the last look. */
  reason: string | null = null
  readonly #deps: RetentionHoldDeps

  constructor(deps: RetentionHoldDeps) {
    this.#deps = deps
  }

  /** To be asked at the start, before rows are made from the folder. */
  async begin(rows: number): Promise<void> {
    const { clock, media, log } = this.#deps
    if (rows > 0 || (await this.#hasMark())) return
    for await (const path of recordedFiles(media, {
      beforeMs: clock.nowMs() - OLD_MS,
      onUnreadable: () => undefined,
    })) {
      await keepEverything(media, clock.nowMs()).catch((error: unknown) => {
        log.error({ err: error }, 'the file that holds back the removal of recordings cannot be written')
      })
      log.warn({ path }, 'the index of recordings was empty, but the media folder is not')
      return
    }
  }

  /** Looks again; the log reports each change. */
  async look(): Promise<string | null> {
    const found = await this.#find()
    if (found !== this.reason) {
      const { log } = this.#deps
      if (found === null) log.info('old recordings are removed again')
      else log.warn({ reason: found }, `no recording is removed, neither for its age nor for space: ${found}`)
    }
    this.reason = found
    return found
  }

  async #find(): Promise<string | null> {
    const { registry, media } = this.#deps
    if (await this.#hasMark()) {
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

  #hasMark(): Promise<boolean> {
    return this.#deps.media.size(HOLD_FILE).then(
      (bytes) => bytes !== null,
      () => false,
    )
  }
}

/** No recording is removed from now on. Rejects when that cannot be stored. */
export async function keepEverything(media: MediaStore, nowMs: number): Promise<void> {
  await media.put(HOLD_FILE, Buffer.from(markText(nowMs)))
}

function markText(nowMs: number): string {
  return `Fleetglass found recordings in this folder or its bucket on ${new Date(nowMs).toISOString()}, which its database did not have.

While this file is here, no recording is removed: not for its age, not for its device's limit and not for space.
When the devices are registered with the days that their recordings are to be kept, and what must stay is locked,
delete this file. Recordings that are older than those days are then removed.
`
}
