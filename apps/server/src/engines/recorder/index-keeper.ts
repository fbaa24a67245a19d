// Belongs here: the life of the index: rows of files that close, rows that could not be written, files without rows.
// Does not: statements (recording.store.ts), what a file holds (index-builder.ts), deleting (cleaner.ts).
import type { Log } from '../../platform/log/index.ts'
import type { DeviceRegistry } from '../registry/index.ts'
import { completeIndex, type IndexScope } from './index-builder.ts'
import { dropLostRows } from './lost-files.ts'
import type { MediaFolder } from './media-folder.ts'
import type { IndexReport, Segment } from './recorder.types.ts'
import type { RecordingStore } from './recording.store.ts'

/**
 * Closed files whose row is not written yet. Above it the oldest are let go, and found again in the folder when the
 * database takes rows.
 */
const MAX_UNINDEXED = 20_000
const NOTHING: IndexReport = { added: 0, repaired: 0, foreign: 0 }

export interface IndexKeeperDeps {
  readonly store: RecordingStore
  readonly folder: MediaFolder
  readonly registry: DeviceRegistry
  readonly log: Log
  /** Whether this file is being written, or closed just now: its row comes when it closes. */
  readonly isWriting: (path: string) => boolean
}

/** Keeps the index equal to the folder. */
export class IndexKeeper {
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

  constructor(deps: IndexKeeperDeps) {
    this.#deps = deps
  }

  /** Completes the index from the folder in the background; the report comes when that is done. */
  async start(): Promise<{ readonly completed: Promise<IndexReport> }> {
    const { store, registry } = this.#deps
    this.usedBytes = (await store.totals()).bytes
    const fromMs = (await store.newestStart()) ?? 0
    const deviceFolders = await this.#deps.folder.deviceIds().catch((error: unknown) => {
      this.#deps.log.error({ err: error }, 'the folder of recordings cannot be read')
      return new Set<string>()
    })
    const completed = this.#complete({ fromMs }).then(async (report) => {
      await this.#dropLost(deviceFolders)
      return report
    })
    // What was recorded before it was removed, or lies there from another site.
    this.#subscription = registry.onChange(({ kind, device }) => {
      if (kind === 'added') void this.#complete({ fromMs: 0, device })
    })
    return { completed }
  }

  /** Closed files that no row tells of yet. */
  unindexed(): IterableIterator<Segment> {
    return this.#unindexed.values()
  }

  /** A file was closed: never rejects, a row that cannot be written now is tried again. */
  async fileClosed(segment: Segment): Promise<void> {
    this.#unindexed.set(segment.path, segment)
    this.usedBytes += segment.bytes
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
  }

  /** Once a minute: writes the rows that could not be written. */
  retry(): Promise<void> {
    this.#retrying ??= this.#retry().finally(() => {
      this.#retrying = null
    })
    return this.#retrying
  }

  /** Makes the whole index again from the folder. */
  rebuild(): Promise<IndexReport> {
    return this.#walk(async () => {
      await this.#deps.store.clear()
      return this.#completeNow({ fromMs: 0 })
    })
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    this.#subscription?.close()
    await this.retry()
    await Promise.all([this.#walks, this.#retrying])
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
    await this.#complete({ fromMs: forgottenMs })
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
      return NOTHING
    })
  }

  async #completeNow(scope: IndexScope): Promise<IndexReport> {
    const { store, folder, registry, log } = this.#deps
    const isBusy = (path: string): boolean => this.#unindexed.has(path) || this.#deps.isWriting(path)
    const report = await completeIndex({ store, folder, registry, log, isBusy, signal: this.#stopping.signal }, scope)
    if (report.added + report.repaired > 0) {
      log.info(report, 'recordings found in the folder')
      this.usedBytes = (await store.totals()).bytes
    }
    return report
  }

  async #dropLost(deviceFolders: ReadonlySet<string>): Promise<void> {
    const { store, folder, log } = this.#deps
    await this.#walk(async () => {
      const dropped = await dropLostRows({ store, folder, log, signal: this.#stopping.signal }, deviceFolders)
      if (dropped > 0) this.usedBytes = (await store.totals()).bytes
      return NOTHING
    }).catch((error: unknown) => {
      log.error({ err: error }, 'the index of recordings could not be compared with the folder')
    })
  }

  #walk(task: () => Promise<IndexReport>): Promise<IndexReport> {
    const walk = this.#walks.then(() => (this.#stopping.signal.aborted ? NOTHING : task()))
    this.#walks = walk.catch(() => NOTHING)
    return walk
  }
}
