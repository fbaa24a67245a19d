import type { MediaFrame } from '../../ports/live-media/index.ts'
import type { WriteBudget } from './write-budget.ts'

/**
 * Bounds of what is gathered of one channel. A fragment usually ends after a second of media; one that does not, because
 * its times or its pictures stand still, ends here.
 */
const MAX_BYTES = 8 * 1024 * 1024
const LONGEST_ARRIVAL_MS = 2_000

/** Heads of a file and a fragment, and of one sample in them: the account is never below what goes to the disk. */
const HEADS_BYTES = 2_048
const SAMPLE_BYTES = 32

export interface SoundSample {
  readonly timestampMs: number
  readonly payload: Uint8Array
}

/** The frames of one channel that make the next fragment, paid for from the budget of all. */
export class GatheredFragment {
  readonly #budget: WriteBudget
  #video: MediaFrame[] = []
  #sound: SoundSample[] = []
  #bytes = 0
  #firstArrivalMs = 0

  constructor(budget: WriteBudget) {
    this.#budget = budget
  }

  get bytes(): number {
    return this.#bytes
  }

  get frames(): number {
    return this.#video.length + this.#sound.length
  }

  get firstPicture(): MediaFrame | undefined {
    return this.#video[0]
  }

  get firstSound(): SoundSample | undefined {
    return this.#sound[0]
  }

  /** Whether these bytes are too many or too late for this fragment, which is not empty. */
  isFull(payload: Uint8Array, nowMs: number): boolean {
    if (this.frames === 0) return false
    return this.#bytes + costOf(payload) > MAX_BYTES || nowMs - this.#firstArrivalMs >= LONGEST_ARRIVAL_MS
  }

  /** False when there is no room in the budget of all channels; nothing is taken then. */
  addPicture(picture: MediaFrame, nowMs: number): boolean {
    if (!this.#pay(picture.payload, nowMs)) return false
    this.#video.push(picture)
    return true
  }

  /** As `addPicture`. */
  addSound(sound: SoundSample, nowMs: number): boolean {
    if (!this.#pay(sound.payload, nowMs)) return false
    this.#sound.push(sound)
    return true
  }

  /** Empties it; what is taken out is no longer paid for. */
  take(): { readonly video: readonly MediaFrame[]; readonly sound: readonly SoundSample[] } {
    const taken = { video: this.#video, sound: this.#sound }
    this.#budget.give(this.#bytes)
    this.#video = []
    this.#sound = []
    this.#bytes = 0
    return taken
  }

  #pay(payload: Uint8Array, nowMs: number): boolean {
    const cost = costOf(payload) + (this.frames === 0 ? HEADS_BYTES : 0)
    if (!this.#budget.hasSpace(cost)) return false
    if (this.frames === 0) this.#firstArrivalMs = nowMs
    this.#budget.take(cost)
    this.#bytes += cost
    return true
  }
}

function costOf(payload: Uint8Array): number {
  return payload.length + SAMPLE_BYTES
}
