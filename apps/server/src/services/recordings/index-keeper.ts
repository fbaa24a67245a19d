// Belongs here: the life of the index: rows of files that close, rows that could not be written, files without rows.
// Does not: statements (recording.store.ts), what a file holds (index-builder.ts), deleting (services/retention).

import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import {
  BUCKET_SLOT,
  isInBucket,
  type MediaFolder,
  type MediaSlots,
  onSlot,
  splitSlot,
} from '../../platform/media-store/index.ts'
import type { ClosedRecordings, RecordedRange, RunningRecordings, Segment } from '../../ports/recordings/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import { findClosed } from './closed-files.ts'
import { addFromFolder, type IndexScope, NOTHING_FOUND } from './index-builder.ts'
import { rebuildIndex } from './index-rebuild.ts'
import { dropLostRows } from './lost-files.ts'
import type { RecordingStore } from './recording.store.ts'
import type { IndexReport } from './recordings.types.ts'

/**
 * Closed files whose row is not written yet. Above it the oldest are let go, and found again in the folder when the
 * database takes rows.
 */
const MAX_UNINDEXED = 20_000
/** Rows come by the start of a file, files by the day: so far back a file may lie that has none yet. */
const LOOK_BACK_MS = 2 * 86_400_000
const RETRY_PERIOD_MS = 60_000

export interface IndexKeeperDeps {
  readonly clock: Clock
  readonly store: RecordingStore
  readonly folder: MediaFolder
  /** Left out: there are none but the folder. */
  readonly slots?: Pick<MediaSlots, 'onChange'> | undefined
  /** Left out: there is none. */
  readonly bucket?: IndexedBucket | undefined
  readonly registry: DeviceRegistry
  readonly log: Log
}

/** The bucket that recordings move to. */
export interface IndexedBucket {
  /** Called when it can be used again. */
  onWorking(listener: () => void): void
  /** Resolves when it can be used; rejects when it cannot for a long time. */
  untilUsable(): Promise<void>
}

export interface IndexStart {
  /** A file that is being written gets its row when it closes. */
  readonly running: Pick<RunningRecordings, 'isWriting'>
  /** Makes all of the index again from the folder. */
  readonly rebuild?: boolean
}

/** What other parts count of the closed files. */
export interface ClosedFilesListener {
  added(segment: Segment): void
  removed(segments: readonly Segment[]): void
}

/** Keeps the index equal to the folder. */
export class IndexKeeper implements ClosedRecordings {
  usedBytes = 0
  readonly #deps: IndexKeeperDeps
  readonly #unindexed = new Map<string, Segment>()
  readonly #stopping = new AbortController()
  /** Start of the earliest file that was let go without a row. */
  #forgottenMs: number | null = null
  /** Walks through the folder go one after the other. */
  #walks: Promise<unknown> = Promise.resolve()
  #retrying: Promise<void> | null = null
  #subscription: { close(): void } | null = null
  #closedWhileRebuilt: Segment[] | null = null
  #running: IndexStart['running'] | null = null
  #timer: Timer | null = null
  readonly #listeners: ClosedFilesListener[] = []
  #bucketWalks: Promise<void> = Promise.resolve()
  /** Keys of devices whose files in the bucket were read in part when it failed. */
  readonly #halfRead = new Set<number>()
  /** Media slots whose files were looked for since they are there. */
  #slots: readonly string[] = []

  constructor(deps: IndexKeeperDeps) {
    this.#deps = deps
  }

  /**
   * Completes the index from the folder in the background; the report comes when that is done. With `rebuild` all of it is made
   * again instead, and this rejects when that fails.
   */
  async start({ running, rebuild = false }: IndexStart): Promise<{ readonly completed: Promise<IndexReport> }> {
    const { clock, store, registry } = this.#deps
    this.#running = running
    const rebuilt = rebuild ? await this.rebuild() : null
    this.usedBytes = (await store.totals()).bytes
    const fromMs = (await store.newestStart()) ?? 0
    const deviceFolders = await this.#deviceFolders()
    this.#slots = this.#localSlots()
    // A file in the bucket that has no row has its local copy and a row for that.
    const completing = rebuilt === null ? this.#complete({ fromMs, slots: this.#slots }) : Promise.resolve(rebuilt)
    const completed = completing.then(async (report) => {
      await this.#dropLost(deviceFolders)
      return report
    })
    // What was recorded before it was removed, or lies there from another site.
    this.#subscription = registry.onChange(({ kind, device }) => {
      if (kind === 'added') void this.#complete({ fromMs: 0, device })
    })
    this.#deps.slots?.onChange(async () => this.#followSlots())
    this.#deps.bucket?.onWorking(() => this.#followBucket())
    this.#followBucket()
    this.#timer = clock.every(RETRY_PERIOD_MS, () => void this.retry())
    return { completed }
  }

  /** Closed files without a row in the index yet. */
  unindexed(): IterableIterator<Segment> {
    return this.#unindexed.values()
  }

  find(deviceKey: number, range: RecordedRange & { readonly channel?: number }): Promise<Segment[]> {
    return findClosed({ store: this.#deps.store, unindexed: () => this.unindexed() }, deviceKey, range)
  }

  onChange(listener: ClosedFilesListener): void {
    this.#listeners.push(listener)
  }

  /** A file was closed: never rejects, a row that cannot be written now is tried again. */
  async fileClosed(segment: Segment): Promise<void> {
    this.#unindexed.set(segment.path, segment)
    this.#closedWhileRebuilt?.push(segment)
    this.usedBytes += segment.bytes
    for (const listener of this.#listeners) listener.added(segment)
    if (this.#unindexed.size > MAX_UNINDEXED) this.#forgetOldest()
    try {
      await this.#deps.store.add([segment])
      this.#unindexed.delete(segment.path)
    } catch (error) {
      this.#deps.log.error({ err: error, path: segment.path }, 'a recording is not in the index yet; tried again')
    }
  }

  removed(segments: readonly Segment[]): void {
    for (const { bytes, path } of segments) {
      this.usedBytes -= bytes
      this.#unindexed.delete(path)
    }
    for (const listener of this.#listeners) listener.removed(segments)
  }

  /** Once a minute: writes the rows that could not be written. */
  retry(): Promise<void> {
    this.#retrying ??= this.#retry().finally(() => {
      this.#retrying = null
    })
    return this.#retrying
  }

  /** Makes the whole index again from the folder; the former one stays until the new one is whole. */
  rebuild(): Promise<IndexReport> {
    return this.#walk(async () => {
      const { clock, store, folder, registry, log, bucket } = this.#deps
      const closed = [...this.#unindexed.values()]
      this.#closedWhileRebuilt = closed
      const patience = bucket && { clock, untilUsable: () => bucket.untilUsable() }
      const common = { store, folder, registry, log, patience, signal: this.#stopping.signal }
      try {
        const skips = (path: string): Promise<boolean> => this.#isBusy(path)
        const report = await rebuildIndex({ ...common, skips, closedMeanwhile: () => closed })
        this.usedBytes = (await store.totals()).bytes
        return report
      } finally {
        this.#closedWhileRebuilt = null
      }
    })
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    this.#timer?.cancel()
    this.#subscription?.close()
    await this.retry()
    await Promise.all([this.#walks, this.#retrying, this.#bucketWalks])
  }

  async #retry(): Promise<void> {
    const segments = [...this.#unindexed.values()]
    const forgottenMs = this.#forgottenMs
    if (segments.length === 0 && forgottenMs === null) return
    try {
      await this.#deps.store.add(segments)
    } catch (error) {
      this.#deps.log.error({ err: error, files: segments.length }, 'recordings are still not in the index; tried again')
      return
    }
    for (const { path } of segments) this.#unindexed.delete(path)
    this.#deps.log.info({ files: segments.length }, 'recordings were entered into the index late')
    if (forgottenMs === null) return
    this.#forgottenMs = null
    await this.#complete({ fromMs: forgottenMs, slots: this.#localSlots() })
  }

  #forgetOldest(): void {
    const [oldest] = this.#unindexed.values()
    if (oldest === undefined) return
    this.#unindexed.delete(oldest.path)
    this.#forgottenMs = Math.min(this.#forgottenMs ?? oldest.startMs, oldest.startMs)
  }

  #complete(scope: IndexScope): Promise<IndexReport> {
    return this.#walk(() => this.#completeNow(scope)).catch((error: unknown) => {
      this.#deps.log.error({ err: error }, 'the index of recordings could not be completed from the folder')
      return NOTHING_FOUND
    })
  }

  /** A file that is not being written any more has its row, or is among those without: asked in this order. */
  async #isBusy(path: string): Promise<boolean> {
    return (await this.#running?.isWriting(path)) === true || this.#unindexed.has(path)
  }

  /** What lies on a media slot that was set or mounted since the start, device by device. */
  #followSlots(): void {
    const before = this.#slots
    this.#slots = this.#localSlots()
    for (const slot of this.#slots) if (!before.includes(slot)) void this.#completeSlot(slot)
  }

  /** What lies in the bucket of devices that have no row for it: they were added while it was away, or the place was taken. */
  #followBucket(): void {
    this.#bucketWalks = this.#bucketWalks
      .then(() => this.#completeBucket())
      .catch((error: unknown) =>
        this.#deps.log.error({ err: error }, 'the bucket could not be compared with the index'),
      )
  }

  async #completeBucket(): Promise<void> {
    const { folder, registry, store } = this.#deps
    const isThere = (): boolean => folder.slots().includes(BUCKET_SLOT) && !this.#stopping.signal.aborted
    if (!isThere()) return
    for (const deviceId of await folder.list(onSlot(BUCKET_SLOT, ''))) {
      if (!isThere()) return
      const device = registry.byId(deviceId)
      if (device === undefined) continue
      if (!this.#halfRead.has(device.key) && (await store.hasFiles(device.key, BUCKET_SLOT))) continue
      await this.#complete({ fromMs: 0, device, slots: [BUCKET_SLOT] })
    }
  }

  #localSlots(which?: 'writable'): readonly string[] {
    return this.#deps.folder.slots(which).filter((slot) => slot !== BUCKET_SLOT)
  }

  async #completeSlot(slot: string): Promise<void> {
    const { folder, registry, log } = this.#deps
    const deviceIds = await folder.list(onSlot(slot, '')).catch((error: unknown) => {
      log.error({ err: error, slot }, 'Cannot read a media slot')
      return []
    })
    for (const deviceId of deviceIds) {
      const device = registry.byId(deviceId)
      if (device !== undefined) await this.#complete({ fromMs: 0, device, slots: [slot] })
    }
  }

  /** Of devices whose files may be missed: not on a media slot that is read-only. */
  async #deviceFolders(): Promise<ReadonlySet<string>> {
    const { folder, log } = this.#deps
    const found = new Set<string>()
    // Nothing is missed in the bucket: its files go with their rows, and listing all of them takes hours.
    for (const slot of this.#localSlots('writable')) {
      const names = await folder.list(onSlot(slot, '')).catch((error: unknown) => {
        log.error({ err: error, slot }, 'the folder of recordings cannot be read')
        return []
      })
      for (const name of names) found.add(onSlot(slot, name))
    }
    return found
  }

  async #completeNow({ fromMs, device, slots = this.#deps.folder.slots() }: IndexScope): Promise<IndexReport> {
    const { store, folder, registry, log } = this.#deps
    if (device !== undefined && !(await this.#hasFolder(device.deviceId, slots))) return NOTHING_FOUND
    const slot = slots.length === 1 ? slots[0] : undefined
    const known = await store.pathsSince(fromMs - LOOK_BACK_MS, { deviceKey: device?.key, slot })
    const skips = async (path: string): Promise<boolean> => known.has(path) || (await this.#isBusy(path))
    const add = async (segments: readonly Segment[]): Promise<void> => {
      // A kill may have left an upload that nobody verified: a row that says that the file is on disk stays.
      const [there, here] = [segments.filter(inBucket), segments.filter((segment) => !inBucket(segment))]
      if (there.length > 0) await store.addMissing(there)
      const uploaded = await this.#uploadedFrom(here)
      await store.add(here.filter((segment) => !uploaded.has(segment)))
    }
    const deps = { folder, registry, log, signal: this.#stopping.signal, skips, add }
    if (device !== undefined) this.#halfRead.delete(device.key)
    const onUnreadable = (path: string): void => {
      if (device !== undefined && isInBucket(path)) this.#halfRead.add(device.key)
    }
    const report = await addFromFolder({ ...deps, onUnreadable }, { fromMs, slots, ...(device && { device }) })
    if (report.added + report.cut + report.setAside > 0) {
      log.info(report, 'recordings found in the folder')
      this.usedBytes = (await store.totals()).bytes
    }
    return report
  }

  /** Files on read-only slots whose rows name the bucket: a move has uploaded them, and nobody deletes them there. */
  async #uploadedFrom(segments: readonly Segment[]): Promise<ReadonlySet<Segment>> {
    const writable = this.#localSlots('writable')
    const found = new Set<Segment>()
    for (const segment of segments) {
      const { deviceKey, startMs, channel, path } = segment
      if (writable.includes(splitSlot(path).slot)) continue
      const range = { startMs, endMs: startMs + 1, channel, slots: [BUCKET_SLOT] }
      const rows = await this.#deps.store.overlapping(deviceKey, range)
      if (rows.some((row) => row.startMs === startMs)) found.add(segment)
    }
    return found
  }

  async #hasFolder(deviceId: string, slots: readonly string[]): Promise<boolean> {
    for (const slot of slots) if ((await this.#deps.folder.list(onSlot(slot, deviceId))).length > 0) return true
    return false
  }

  async #dropLost(deviceFolders: ReadonlySet<string>): Promise<void> {
    const { store, folder, log } = this.#deps
    await this.#walk(async () => {
      const dropped = await dropLostRows({ store, folder, log, signal: this.#stopping.signal }, deviceFolders)
      if (dropped > 0) this.usedBytes = (await store.totals()).bytes
      return NOTHING_FOUND
    }).catch((error: unknown) => {
      log.error({ err: error }, 'the index of recordings could not be compared with the folder')
    })
  }

  #walk(task: () => Promise<IndexReport>): Promise<IndexReport> {
    const walk = this.#walks.then(() => (this.#stopping.signal.aborted ? NOTHING_FOUND : task()))
    this.#walks = walk.catch(() => NOTHING_FOUND)
    return walk
  }
}

function inBucket({ path }: Segment): boolean {
  return isInBucket(path)
}
