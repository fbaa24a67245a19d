import type { Clock, Timer } from '../../platform/clock/index.ts'

/** Times as fast as it was. */
export const paces: readonly number[] = [1, 2, 4, 8, 16, 30, 60]

const tickMs = 33
/** A recording that is further than this from the replay's moment is not followed: it is still at another time. */
const followWithinMs = 10_000

export interface ReplayState {
  readonly playing: boolean
  readonly pace: number
  /** Counts the jumps: each needs its recording from the new place. */
  readonly jumps: number
}

/**
 * The one clock of a replay: cursors, gauge, list and recording are all shown as of its moment. While a recording plays, the clock goes
 * by what is seen in it; else by the time that passes.
 */
export class ReplayClock {
  readonly #clock: Clock
  #fromMs: number
  #toMs: number
  #atMs: number
  #state: ReplayState = { playing: false, pace: 1, jumps: 0 }
  #timer: Timer | null = null
  #lastMs = 0
  #recording: (() => number | 'wait' | null) | null = null
  readonly #onTick = new Set<(atMs: number) => void>()
  readonly #onState = new Set<() => void>()

  constructor(clock: Clock, fromMs: number, toMs: number) {
    this.#clock = clock
    this.#fromMs = fromMs
    this.#toMs = toMs
    this.#atMs = fromMs
  }

  get atMs(): number {
    return this.#atMs
  }

  get fromMs(): number {
    return this.#fromMs
  }

  get toMs(): number {
    return this.#toMs
  }

  /** The same object until something has changed. */
  state(): ReplayState {
    return this.#state
  }

  /** Called with the moment, up to thirty times a second while it plays. */
  onTick(listener: (atMs: number) => void): () => void {
    this.#onTick.add(listener)
    return () => this.#onTick.delete(listener)
  }

  onState(listener: () => void): () => void {
    this.#onState.add(listener)
    return () => this.#onState.delete(listener)
  }

  /** At the end it begins anew. */
  play(): void {
    if (this.#state.playing) return
    if (this.#atMs >= this.#toMs) this.seek(this.#fromMs)
    this.#change({ playing: true })
    this.#lastMs = this.#clock.monotonicMs()
    this.#timer = this.#clock.every(tickMs, () => this.#tick())
  }

  pause(): void {
    if (!this.#state.playing) return
    this.#timer?.cancel()
    this.#timer = null
    this.#change({ playing: false })
  }

  setPace(pace: number): void {
    // What has passed until now passed at the pace before.
    if (this.#state.playing) this.#tick()
    this.#change({ pace })
  }

  /** From now on it goes from here to there; where it stands, and whether it plays, stays as far as that is within. */
  setStretch(fromMs: number, toMs: number): void {
    if (fromMs === this.#fromMs && toMs === this.#toMs) return
    this.#fromMs = fromMs
    this.#toMs = toMs
    if (this.#atMs < fromMs || this.#atMs > toMs) this.seek(this.#atMs)
    else this.#change({})
  }

  seek(atMs: number): void {
    this.#atMs = Math.min(this.#toMs, Math.max(this.#fromMs, atMs))
    this.#change({ jumps: this.#state.jumps + 1 })
    this.#tell()
  }

  /** The position of the recording that is shown with this replay: `wait` before its first picture, null where there is none. */
  followRecording(recording: (() => number | 'wait' | null) | null): void {
    this.#recording = recording
  }

  close(): void {
    this.pause()
    this.#recording = null
    this.#onTick.clear()
    this.#onState.clear()
  }

  #tick(): void {
    const nowMs = this.#clock.monotonicMs()
    const passedMs = (nowMs - this.#lastMs) * this.#state.pace
    this.#lastMs = nowMs
    const recording = this.#recording?.() ?? null
    if (recording === 'wait') return
    const follows = recording !== null && Math.abs(recording - this.#atMs) <= followWithinMs * this.#state.pace
    // A recording may be a little behind or ahead: the clock never goes back.
    this.#atMs = follows ? Math.max(this.#atMs, recording) : this.#atMs + passedMs
    if (this.#atMs >= this.#toMs) {
      this.#atMs = this.#toMs
      this.pause()
    }
    this.#tell()
  }

  #change(change: Partial<ReplayState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#onState]) listener()
  }

  #tell(): void {
    for (const listener of [...this.#onTick]) listener(this.#atMs)
  }
}
