// Belongs here: whether one disk can be written, and how much space it has. Does not: making space (services/retention), which disks
// there are (recording-disks.ts).
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { DiskState, RecordingPlace } from '../../ports/recordings/index.ts'

/** Space that is left to everything else: so much, or on a small disk this part of it. */
const FLOOR_BYTES = 1024 * 1024 * 1024
const FLOOR_PART = 1 / 20
/** How often the disk is looked at. */
const PERIOD_MS = 2_000
/** A look that takes longer has no answer any more: a network share that is gone, for one. */
const SLOW_MS = 10_000
/** A file that cannot be written where others can is named so often at most. */
const FILE_LOG_MS = 60_000
const PROBE_NAME = '.write-probe'
const PROBE_BYTES = new Uint8Array(1_024)

export interface DiskGuardDeps {
  readonly clock: Clock
  readonly log: Log
  /** UUID of a media slot; '' is the media folder. */
  readonly slot: string
  readonly folder: string
}

/** Watches a disk, by writing to it: one that is full or takes no data gets no recordings. */
export class DiskGuard implements RecordingPlace {
  sizeBytes = Number.NaN
  usedBytes = Number.NaN
  freeBytes = Number.NaN
  floorBytes = FLOOR_BYTES
  writtenBytes = 0
  readonly #deps: DiskGuardDeps
  #state: DiskState = { kind: 'writing' }
  #timer: Timer | null = null
  #closed = false
  #looking: { readonly sinceMs: number; readonly done: Promise<void> } | null = null
  #fileLoggedMs = Number.NEGATIVE_INFINITY
  readonly #onChange: (guard: DiskGuard) => void

  constructor(deps: DiskGuardDeps, onChange: (guard: DiskGuard) => void) {
    this.#deps = deps
    this.#onChange = onChange
  }

  get slot(): string {
    return this.#deps.slot
  }

  get folder(): string {
    return this.#deps.folder
  }

  get state(): DiskState {
    return this.#state
  }

  get #name(): string {
    return this.slot === '' ? 'the media folder' : `the media slot ${this.slot}`
  }

  get isFull(): boolean {
    return this.freeBytes < this.floorBytes
  }

  /** Resolves after the first look. */
  async start(): Promise<void> {
    await this.look()
    if (!this.#closed) this.#timer = this.#deps.clock.every(PERIOD_MS, () => void this.look())
  }

  /** One look at a time; a second call waits for the first. */
  look(): Promise<void> {
    const nowMs = this.#deps.clock.monotonicMs()
    if (this.#looking !== null) {
      if (nowMs - this.#looking.sinceMs > SLOW_MS) this.#stop('failing', 'the disk does not answer')
      return this.#looking.done
    }
    const done = this.#look().finally(() => {
      this.#looking = null
    })
    this.#looking = { sinceMs: nowMs, done }
    return done
  }

  /** A write failed: when the disk is full, no further one is tried before a look finds room; otherwise a check finds the cause. */
  writeFailed(error: NodeJS.ErrnoException): void {
    if (isFull(error)) {
      this.#stop('full', error.message)
      return
    }
    void this.look().then(() => {
      const nowMs = this.#deps.clock.monotonicMs()
      if (this.#state.kind === 'stopped' || nowMs - this.#fileLoggedMs < FILE_LOG_MS) return
      this.#fileLoggedMs = nowMs
      this.#deps.log.error({ err: error }, 'a recording could not be written; it is tried again with the next picture')
    })
  }

  close(): void {
    this.#closed = true
    this.#timer?.cancel()
  }

  async #look(): Promise<void> {
    const { folder } = this.#deps
    try {
      const { bavail, bfree, blocks, bsize } = await statfs(folder)
      this.sizeBytes = blocks * bsize
      this.usedBytes = (blocks - bfree) * bsize
      this.freeBytes = bavail * bsize
      this.floorBytes = Math.min(FLOOR_BYTES, blocks * bsize * FLOOR_PART)
    } catch (error) {
      this.#stop('failing', `${this.#name} cannot be read: ${(error as Error).message}`)
      return
    }
    if (this.freeBytes < this.floorBytes / 2) {
      this.#stop('full', `${this.freeBytes} bytes are free`)
      return
    }
    try {
      await probe(join(folder, PROBE_NAME))
    } catch (error) {
      if (isFull(error as Error)) this.#stop('full', (error as Error).message)
      else this.#stop('failing', `${this.#name} cannot be written: ${(error as Error).message}`)
      return
    }
    if (this.#state.kind === 'stopped' && this.freeBytes >= this.floorBytes) this.#go()
  }

  #stop(reason: 'full' | 'failing', detail: string): void {
    if (this.#closed) return
    if (this.#state.kind === 'stopped') {
      // A disk that was slow to answer at first may turn out to be full.
      if (this.#state.reason === reason) return
      this.#state = { ...this.#state, reason, detail }
      this.#onChange(this)
      return
    }
    this.#state = { kind: 'stopped', reason, sinceMs: this.#deps.clock.nowMs(), detail }
    const { log, slot } = this.#deps
    if (slot === '')
      log.error({ reason, detail }, 'recording stopped; it goes on by itself when the disk takes data again')
    else log.error({ reason, detail, slot }, 'a media slot takes no data; it is used again when it does')
    this.#onChange(this)
  }

  #go(): void {
    this.#state = { kind: 'writing' }
    const { log, slot } = this.#deps
    if (slot === '') log.info({ freeBytes: this.freeBytes }, 'recording goes on')
    else log.info({ freeBytes: this.freeBytes, slot }, 'a media slot takes data again')
    this.#onChange(this)
  }
}

function isFull({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT'
}

async function probe(path: string): Promise<void> {
  const handle = await open(path, 'w')
  try {
    const { bytesWritten } = await handle.write(PROBE_BYTES)
    if (bytesWritten < PROBE_BYTES.length) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
  } finally {
    await handle.close()
    await rm(path, { force: true })
  }
}
