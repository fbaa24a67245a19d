// Belongs here: which recordings go, and when. Does not: where they lie (media-folder.ts), how long they are kept (the registry).
import type { Clock } from '../../platform/clock/index.ts'
import { SteadyTime } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { dayName, type MediaFolder } from '../../platform/media-store/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import type { RecordingStore } from '../recordings/index.ts'
import type { DeviceBytes } from './device-bytes.ts'
import type { RetentionHold } from './retention-hold.ts'
import { SpaceAccount } from './space-account.ts'

const DAY_MS = 86_400_000
/** Files removed in one go before the disk is looked at again. */
const BATCH = 100

export interface CleanerDeps {
  readonly clock: Clock
  readonly log: Log
  readonly store: RecordingStore
  readonly folder: MediaFolder
  readonly registry: DeviceRegistry
  /** Days recordings are kept where the device does not say; 0: however old they are. */
  readonly defaultDays: number
  /** Bytes kept of each device; 0: as many as its days make. */
  readonly deviceLimitBytes: number
  readonly deviceBytes: DeviceBytes
  /** Recordings that are younger than their days may be removed for space. */
  readonly overwriteEarly: boolean
  /** Bytes recorded since the start. */
  readonly writtenBytes: () => number
  /** Another program takes the space that is freed, or ceased to. */
  readonly onSpaceTaken: (isTaken: boolean) => void
  /** How the disk stands now; asked again after each batch. */
  readonly disk: () => Promise<{ readonly freeBytes: number; readonly floorBytes: number }>
  readonly onRemoved: (segments: readonly Segment[]) => void
  /** Never removed. */
  readonly isLocked: (segment: Segment) => boolean
  /** Whether a file without a row, by its name, may be locked. */
  readonly mayBeLocked: (path: string) => boolean
  readonly hold: Pick<RetentionHold, 'look'>
}

/**
 * Removes what is older than its device wants it kept, once the clock may be trusted, then the oldest of all until there is
 * room.
 */
export class Cleaner {
  readonly #deps: CleanerDeps
  readonly #stopping = new AbortController()
  #running: Promise<void> | null = null
  readonly #time: SteadyTime
  readonly #space: SpaceAccount
  #wasTaken = false
  /** Up to which day the folder itself was cleaned. */
  #cleanedDay = ''

  constructor(deps: CleanerDeps) {
    this.#deps = deps
    this.#time = new SteadyTime(deps.clock)
    this.#space = new SpaceAccount(deps)
  }

  /** Never rejects; a second call waits for the first. */
  clean(): Promise<void> {
    this.#running ??= this.#clean()
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'old recordings could not be removed'))
      .finally(() => {
        this.#running = null
      })
    return this.#running
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #clean(): Promise<void> {
    const { signal } = this.#stopping
    const isTimeTrusted = this.#time.look()
    if ((await this.#deps.hold.look()) !== null) return
    if (isTimeTrusted) {
      await removeExpired(this.#deps, signal)
      await this.#removeForgotten(signal)
    }
    await removeAboveLimit(this.#deps, signal)
    const forRoom = await makeRoom(this.#deps, this.#space, signal)
    if (forRoom > 0) this.#deps.log.warn({ files: forRoom }, 'the oldest recordings were removed to make room')
    this.#reportSpace()
  }

  #reportSpace(): void {
    const { isTaken } = this.#space
    if (isTaken === this.#wasTaken) return
    this.#wasTaken = isTaken
    const { log, onSpaceTaken } = this.#deps
    if (isTaken) {
      log.error(
        'another program takes the space that removed recordings leave; none is removed for space until it is free',
      )
    } else log.info('there is space again; recordings are removed for it where needed')
    onSpaceTaken(isTaken)
  }

  /**
   * Files without a row, such as those of devices that were removed, or that were set aside: whole days that are beyond what any device keeps.
   * That changes with the day, so the folder is gone through once a day and after each start.
   */
  async #removeForgotten(signal: AbortSignal): Promise<void> {
    const { clock, registry, defaultDays, folder, store, log, mayBeLocked } = this.#deps
    // Where nothing ends by its age, nobody knows what is forgotten.
    if (defaultDays === 0) return
    let longestDays = defaultDays
    for (const { recdays } of registry.all()) longestDays = Math.max(longestDays, recdays)
    const beforeMs = clock.nowMs() - longestDays * DAY_MS
    if (beforeMs <= 0 || dayName(beforeMs) === this.#cleanedDay) return
    let removed = 0
    const locked = await store.lockedPaths()
    const onUnreadable = (path: string, error: Error): void =>
      log.warn({ path, reason: error.message }, 'a folder of recordings cannot be read')
    for await (const path of folder.list({ beforeMs, setAside: true, onUnreadable })) {
      if (signal.aborted) return
      if (!locked.has(path) && !mayBeLocked(path) && (await folder.remove(path))) removed += 1
    }
    this.#cleanedDay = dayName(beforeMs)
    if (removed > 0) log.info({ files: removed }, 'old files that no device keeps were removed')
  }
}

async function removeExpired(deps: CleanerDeps, signal: AbortSignal): Promise<number> {
  const byDays = new Map<number, number[]>()
  for (const { key, recdays } of deps.registry.all()) {
    if (recdays > 0) byDays.set(recdays, [...(byDays.get(recdays) ?? []), key])
  }
  const nowMs = deps.clock.nowMs()
  const except = [...byDays.values()].flat()
  // Removed devices have no say any more: the default counts for them.
  let removed = 0
  if (deps.defaultDays > 0) {
    removed += await removeAll(deps, { beforeMs: nowMs - deps.defaultDays * DAY_MS, except }, signal)
  }
  for (const [days, only] of byDays) removed += await removeAll(deps, { beforeMs: nowMs - days * DAY_MS, only }, signal)
  return removed
}

async function removeAll(
  deps: CleanerDeps,
  query: { beforeMs: number; only?: readonly number[]; except?: readonly number[] },
  signal: AbortSignal,
): Promise<number> {
  let removed = 0
  while (!signal.aborted) {
    const segments = await deps.store.oldest({ ...query, limit: BATCH })
    const gone = await removeSegments(deps, segments)
    removed += gone
    // What was not removed is found again.
    if (segments.length < BATCH || gone === 0) break
  }
  return removed
}

/** The oldest of each device that has more than it may. */
async function removeAboveLimit(deps: CleanerDeps, signal: AbortSignal): Promise<void> {
  if (deps.deviceLimitBytes === 0) return
  for (const [deviceKey, bytes] of await deps.deviceBytes.above(deps.deviceLimitBytes)) {
    for (let tooMany = bytes; tooMany > 0 && !signal.aborted; ) {
      const oldest = await deps.store.oldest({ beforeMs: Number.MAX_SAFE_INTEGER, limit: BATCH, only: [deviceKey] })
      const segments = asMuchAs(oldest, tooMany)
      if (segments.length === 0) break
      if ((await removeSegments(deps, segments)) === 0) break
      for (const segment of segments) tooMany -= segment.bytes
    }
  }
}

async function makeRoom(deps: CleanerDeps, space: SpaceAccount, signal: AbortSignal): Promise<number> {
  let removed = 0
  while (!signal.aborted) {
    const { freeBytes, floorBytes } = await deps.disk()
    const allowedBytes = space.allowedBytes({ freeBytes, floorBytes })
    if (freeBytes >= floorBytes || allowedBytes === 0) break
    const oldest = await oldestForRoom(deps)
    const segments = asMuchAs(oldest, Math.min(floorBytes - freeBytes, allowedBytes))
    let goneBytes = 0
    const onRemoved = (gone: readonly Segment[]): void => {
      for (const { bytes } of gone) goneBytes += bytes
      deps.onRemoved(gone)
    }
    const gone = await removeSegments({ ...deps, onRemoved }, segments)
    space.removed(goneBytes)
    if (gone === 0) break
    removed += gone
  }
  return removed
}

/** Where recordings are promised for days, they go by their age; without days, whenever space is needed. */
function oldestForRoom({ store, registry, defaultDays, overwriteEarly }: CleanerDeps): Promise<Segment[]> {
  const query = { beforeMs: Number.MAX_SAFE_INTEGER, limit: BATCH }
  if (overwriteEarly) return store.oldest(query)
  const promised = [...registry.all()].filter(({ recdays }) => recdays > 0).map(({ key }) => key)
  return defaultDays > 0 ? Promise.resolve([]) : store.oldest({ ...query, except: promised })
}

/** The first ones that together have so many bytes. */
function asMuchAs(segments: readonly Segment[], bytes: number): Segment[] {
  let sum = 0
  const enough = segments.findIndex((segment) => {
    sum += segment.bytes
    return sum >= bytes
  })
  return enough === -1 ? [...segments] : segments.slice(0, enough + 1)
}

/** What it takes to remove a recording. */
export type SegmentRemoval = Pick<CleanerDeps, 'folder' | 'store' | 'onRemoved' | 'isLocked'>

/**
 * The file first: a row without a file is skipped by the reader, a file without a row would stay for ever. Rejects when a file cannot be removed, after the rows of those before it are gone too.
 * Resolves with how many went.
 */
export async function removeSegments(
  { folder, store, onRemoved, isLocked }: SegmentRemoval,
  segments: readonly Segment[],
): Promise<number> {
  const gone: Segment[] = []
  try {
    for (const segment of segments) {
      // Locked since it was looked for.
      if (isLocked(segment)) continue
      await folder.remove(segment.path)
      gone.push(segment)
    }
  } finally {
    await store.remove(gone)
    onRemoved(gone)
  }
  return gone.length
}
