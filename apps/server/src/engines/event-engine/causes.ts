// Belongs here: what of a device has been told and is still so; edges, bounces and floods. Pure but for the time it is given.
import type { Cause, Change } from './event-engine.types.ts'
import type { Told } from './told.ts'

/** The same cause is not told as new again before this: an input that flaps is two notices a minute, not one a report. */
export const QUIET_MS = 30_000

/** A cause whose item is left out of the positions counts as over after this. */
export const UNTOLD_MS = 60_000

/** New events a device may raise at once, and how often another one; covers are bounded by them. */
export const BURST = 30
export const REFILL_MS = 4_000

/** Why something that happened is not told. */
export type Held = 'flapping' | 'flood'

export interface CauseSink {
  /** False when it cannot be taken now: it stays untold, and the next position tries again. */
  raise(change: Change, cause: Cause): boolean
  held(why: Held): void
}

interface ToldCause {
  readonly cause: Cause
  isOn: boolean
  /** The device itself said that it ended. */
  readonly isEnded?: true
  readonly newMs: number
  seenMs: number
}

/**
 * What one device has told. A cause that may not be told now is left as it was, so that the next position finds the same
 * difference: what is told always comes to agree with what is so.
 */
export class DeviceCauses {
  readonly #told = new Map<string, ToldCause>()
  #left = BURST
  #countedMs: number

  constructor(nowMs: number) {
    this.#countedMs = nowMs
  }

  /** Whether a position that tells nothing would change nothing. */
  get isQuiet(): boolean {
    return this.#told.size === 0
  }

  /** Compares a position with what was told before. */
  judge({ on, by, moments }: Told, nowMs: number, sink: CauseSink): void {
    for (const cause of on) this.#isSo(cause, nowMs, sink)
    const keys = new Set(on.map(({ key }) => key))
    for (const [key, told] of this.#told) {
      if (keys.has(key)) continue
      const silent = !by.has(whoOf(key)) && nowMs - told.seenMs < UNTOLD_MS
      if (told.isOn && !silent && sink.raise('cover', { ...told.cause, call: false })) told.isOn = false
      if (!told.isOn && nowMs - told.newMs >= QUIET_MS) this.#told.delete(key)
    }
    for (const { change, cause } of moments) {
      if (change === 'new') this.happened(cause, nowMs, sink)
      else this.#ended(cause, nowMs, sink)
    }
  }

  /** Something that begins and ends at once. False when it was not told. */
  happened(cause: Cause, nowMs: number, sink: CauseSink): boolean {
    const before = this.#told.get(cause.key)
    if (before && nowMs - before.newMs < QUIET_MS) {
      sink.held('flapping')
      return false
    }
    if (!this.#mayTell(nowMs, sink) || !sink.raise('new', cause)) return false
    this.#told.set(cause.key, { cause, isOn: false, newMs: nowMs, seenMs: nowMs })
    return true
  }

  /** Said once, however often the device says it. */
  #ended(cause: Cause, nowMs: number, sink: CauseSink): void {
    const before = this.#told.get(cause.key)
    if (before?.isEnded || (!before && !this.#mayTell(nowMs, sink)) || !sink.raise('cover', cause)) return
    this.#told.set(cause.key, { cause, isOn: false, isEnded: true, newMs: before?.newMs ?? nowMs, seenMs: nowMs })
  }

  #isSo(cause: Cause, nowMs: number, sink: CauseSink): void {
    const told = this.#told.get(cause.key)
    if (told?.isOn) {
      told.seenMs = nowMs
    } else if (told && nowMs - told.newMs < QUIET_MS) {
      sink.held('flapping')
    } else if (this.#mayTell(nowMs, sink) && sink.raise('new', cause)) {
      this.#told.set(cause.key, { cause, isOn: true, newMs: nowMs, seenMs: nowMs })
    }
  }

  #mayTell(nowMs: number, sink: CauseSink): boolean {
    const refilled = Math.floor((nowMs - this.#countedMs) / REFILL_MS)
    this.#left = Math.min(BURST, this.#left + refilled)
    this.#countedMs += refilled * REFILL_MS
    if (this.#left > 0) {
      this.#left -= 1
      return true
    }
    sink.held('flood')
    return false
  }
}

function whoOf(key: string): string {
  return key.slice(0, key.indexOf(':'))
}
