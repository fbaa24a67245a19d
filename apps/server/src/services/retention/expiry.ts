// Belongs here: recordings whose days are over, and those above the bytes of their device. Does not: what goes for space
// (disk-space.ts), when this runs (retention.ts).
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { BUCKET_SLOT } from '../../platform/media-store/index.ts'
import { limitRound } from '../../platform/scheduler/index.ts'
import { dayName } from '../../ports/recordings/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import { recordedFiles } from '../recordings/index.ts'
import type { DeviceBytes } from './device-bytes.ts'
import { asMuchAs, BATCH, removeFileWithoutRow, removeSegments, type SegmentRemoval } from './segment-removal.ts'

const DAY_MS = 86_400_000
/** Half of the minute between two rounds: what makes room on a full disk gets its turn. */
const ROUND_MS = 30_000

export interface ExpiryDeps extends SegmentRemoval {
  readonly clock: Clock
  readonly log: Log
  readonly registry: Pick<DeviceRegistry, 'all'>
  /** Days recordings are kept where the device does not say; 0: however old they are. */
  readonly defaultDays: () => number
  /** Bytes kept of each device; 0: as many as its days make. */
  readonly deviceLimitBytes: number
  readonly deviceBytes: Pick<DeviceBytes, 'above'>
  /** Whether a file without a row, by its name, may be locked. */
  readonly mayBeLocked: (path: string) => boolean
}

/** Removes what is older than its device wants it kept. */
export class Expiry {
  readonly #deps: ExpiryDeps
  /** Up to which day the folder itself was cleaned. */
  #cleanedDay = ''

  constructor(deps: ExpiryDeps) {
    this.#deps = deps
  }

  /** To be called only while the wall clock may be trusted. */
  async removeOld(signal: AbortSignal): Promise<void> {
    const isOver = limitRound({ clock: this.#deps.clock, signal }, ROUND_MS)
    await removeExpired(this.#deps, isOver)
    await this.#removeForgotten(isOver)
  }

  /** The oldest of each device that has more than it may. */
  async removeAboveLimit(signal: AbortSignal): Promise<void> {
    const deps = this.#deps
    if (deps.deviceLimitBytes === 0) return
    for (const [deviceKey, bytes] of await deps.deviceBytes.above(deps.deviceLimitBytes)) {
      for (let tooMany = bytes; tooMany > 0 && !signal.aborted; ) {
        const oldest = await deps.store.oldest({
          slots: deps.media.slots('writable'),
          beforeMs: Number.MAX_SAFE_INTEGER,
          limit: BATCH,
          only: [deviceKey],
        })
        const segments = asMuchAs(oldest, tooMany)
        if (segments.length === 0) break
        if ((await removeSegments(deps, segments)) === 0) break
        for (const segment of segments) tooMany -= segment.bytes
      }
    }
  }

  /**
   * Files without a row, such as those of devices that were removed, or that were set aside: whole days that are beyond what any device keeps.
   * That changes with the day, so the folder is gone through once a day and after each start.
   */
  async #removeForgotten(isOver: () => boolean): Promise<void> {
    const { clock, registry, media, store, log } = this.#deps
    const defaultDays = this.#deps.defaultDays()
    // Where nothing ends by its age, nobody knows what is forgotten.
    if (defaultDays === 0) return
    let longestDays = defaultDays
    for (const { retentionDays } of registry.all()) longestDays = Math.max(longestDays, retentionDays)
    const beforeMs = clock.nowMs() - longestDays * DAY_MS
    if (beforeMs <= 0 || dayName(beforeMs) === this.#cleanedDay) return
    let removed = 0
    const locked = await store.lockedPaths()
    const onUnreadable = (path: string, error: Error): void =>
      log.warn({ path, reason: error.message }, 'a folder of recordings cannot be read')
    // The bucket is not gone through: that takes a request for each channel and day, and a file without a row there takes a lost index.
    const slots = media.slots('writable').filter((slot) => slot !== BUCKET_SLOT)
    for await (const path of recordedFiles(media, { beforeMs, setAside: true, slots, onUnreadable })) {
      if (isOver()) return
      // services/media-uploads deletes local copies, when the bucket is that of this site.
      if (locked.has(path) || (await store.isLocalCopy(path))) continue
      if (await removeFileWithoutRow(this.#deps, path)) removed += 1
    }
    this.#cleanedDay = dayName(beforeMs)
    if (removed > 0) log.info({ files: removed }, 'old files that no device keeps were removed')
  }
}

async function removeExpired(deps: ExpiryDeps, isOver: () => boolean): Promise<void> {
  const byDays = new Map<number, number[]>()
  for (const { key, retentionDays } of deps.registry.all()) {
    if (retentionDays > 0) byDays.set(retentionDays, [...(byDays.get(retentionDays) ?? []), key])
  }
  const nowMs = deps.clock.nowMs()
  const except = [...byDays.values()].flat()
  // Removed devices have no say any more: the default counts for them.
  const defaultDays = deps.defaultDays()
  if (defaultDays > 0) await removeAll(deps, { beforeMs: nowMs - defaultDays * DAY_MS, except }, isOver)
  for (const [days, only] of byDays) await removeAll(deps, { beforeMs: nowMs - days * DAY_MS, only }, isOver)
}

async function removeAll(
  deps: ExpiryDeps,
  query: { beforeMs: number; only?: readonly number[]; except?: readonly number[] },
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const segments = await deps.store.oldest({ ...query, slots: deps.media.slots('writable'), limit: BATCH })
    const gone = await removeSegments(deps, segments)
    // What was not removed is found again.
    if (segments.length < BATCH || gone === 0) break
  }
}
