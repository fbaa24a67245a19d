import { statfs } from 'node:fs/promises'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { DiskState } from './recorder.types.ts'

/** Room that is left to everything else: so much, or on a small disk this part of it. */
const FLOOR_BYTES = 1024 * 1024 * 1024
const FLOOR_PART = 1 / 20
/** How often the free space is looked at. */
const PERIOD_MS = 5_000

export interface DiskGuardDeps {
  readonly clock: Clock
  readonly log: Log
  readonly folder: string
  readonly onChange: (state: DiskState) => void
}

/** Watches the room on the disk, so that a full one stops recording and nothing else. */
export class DiskGuard {
  freeBytes = Number.NaN
  /** Recording stops below half of it, and goes on above it. The cleaner makes room below it. */
  floorBytes = FLOOR_BYTES
  readonly #deps: DiskGuardDeps
  #state: DiskState = { kind: 'writing' }
  #timer: Timer | null = null
  #closed = false

  constructor(deps: DiskGuardDeps) {
    this.#deps = deps
  }

  get state(): DiskState {
    return this.#state
  }

  /** Resolves after the first look. */
  async start(): Promise<void> {
    await this.look()
    if (!this.#closed) this.#timer = this.#deps.clock.every(PERIOD_MS, () => void this.look())
  }

  async look(): Promise<void> {
    try {
      const { bavail, blocks, bsize } = await statfs(this.#deps.folder)
      this.freeBytes = bavail * bsize
      this.floorBytes = Math.min(FLOOR_BYTES, blocks * bsize * FLOOR_PART)
    } catch (error) {
      this.#stop('failing', `the media folder cannot be read: ${(error as Error).message}`)
      return
    }
    if (this.freeBytes < this.floorBytes / 2) this.#stop('full', `${this.freeBytes} bytes are free`)
    else if (this.#state.kind === 'stopped' && this.freeBytes >= this.floorBytes) this.#go()
  }

  /** A write failed: no further one is tried before the next look finds room. */
  writeFailed(error: NodeJS.ErrnoException): void {
    const isFull = error.code === 'ENOSPC' || error.code === 'EDQUOT'
    this.#stop(isFull ? 'full' : 'failing', error.message)
  }

  close(): void {
    this.#closed = true
    this.#timer?.cancel()
  }

  #stop(reason: 'full' | 'failing', detail: string): void {
    if (this.#closed || this.#state.kind === 'stopped') return
    this.#state = { kind: 'stopped', reason, sinceMs: this.#deps.clock.nowMs(), detail }
    this.#deps.log.error({ reason, detail }, 'recording stopped; it goes on by itself when the disk takes data again')
    this.#deps.onChange(this.#state)
  }

  #go(): void {
    this.#state = { kind: 'writing' }
    this.#deps.log.info({ freeBytes: this.freeBytes }, 'recording goes on')
    this.#deps.onChange(this.#state)
  }
}
