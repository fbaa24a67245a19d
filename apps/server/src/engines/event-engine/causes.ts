// Belongs here: what of a device has been told and is still so; edges, bounces and floods. Pure but for the time it is given.
import type { Cause, Change } from './event-engine.types.ts'
import { EACH_TIME, type Told } from './told.ts'

/** The same cause is not told as new again before this: an input that flaps is two notices a minute, not one a report. */
export const QUIET_MS = 30_000

/** A cause whose item is left out of the positions counts as over after this. */
export const UNTOLD_MS = 60_000

/** New events a device may raise at once, and how often another one; covers are bounded by them. */
export const BURST = 30
export const REFILL_MS = 4_000

/** Why something that happened is not told. */
export type Held = 'flapping' | 'flood'

/** What became of a cause: `full` when the sink did not take it. */
export type Outcome = 'told' | 'full' | Held

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

  /** What is remembered: no more than the bound lets a device tell in a while. */
  get remembered(): number {
    return this.#told.size
  }

  /** Whether a position that tells nothing would change nothing. */
  get isQuiet(): boolean {
    return this.#told.size === 0
  }

  /** Compares a position with what was told before. False when the sink did not take a moment, which no later position tells. */
  judge({ on, by, moments }: Told, nowMs: number, sink: CauseSink): boolean {
    for (const cause of on) this.#isSo(cause, nowMs, sink)
    const keys = new Set(on.map(({ key }) => key))
    for (const [key, told] of this.#told) {
      if (keys.has(key)) continue
      const silent = !by.has(whoOf(key)) && nowMs - told.seenMs < UNTOLD_MS
      if (told.isOn && !silent && sink.raise('cover', { ...told.cause, call: false })) told.isOn = false
      if (isOver(told, nowMs)) this.#told.delete(key)
    }
    const outcomes = moments.map(({ change, cause }) =>
      change === 'new' ? this.happened(cause, nowMs, sink) : this.#ended(cause, nowMs, sink),
    )
    return !outcomes.includes('full')
  }

  /** Something that begins and ends at once. */
  happened(cause: Cause, nowMs: number, sink: CauseSink): Outcome {
    const before = this.#told.get(cause.key)
    if (before && nowMs - before.newMs < QUIET_MS) {
      sink.held('flapping')
      return 'flapping'
    }
    const outcome = this.#tell('new', cause, nowMs, sink)
    if (outcome !== 'told' || cause.key === EACH_TIME) return outcome
    for (const [key, told] of this.#told) if (isOver(told, nowMs)) this.#told.delete(key)
    this.#told.set(cause.key, { cause, isOn: false, newMs: nowMs, seenMs: nowMs })
    return outcome
  }

  /** Said once, however often the device says it. */
  #ended(cause: Cause, nowMs: number, sink: CauseSink): Outcome {
    const before = this.#told.get(cause.key)
    if (before?.isEnded) return 'told'
    const taken = (): Outcome => (sink.raise('cover', cause) ? 'told' : 'full')
    const outcome = before ? taken() : this.#tell('cover', cause, nowMs, sink)
    if (outcome !== 'told') return outcome
    this.#told.set(cause.key, { cause, isOn: false, isEnded: true, newMs: before?.newMs ?? nowMs, seenMs: nowMs })
    return 'told'
  }

  #isSo(cause: Cause, nowMs: number, sink: CauseSink): void {
    const told = this.#told.get(cause.key)
    if (told?.isOn) {
      told.seenMs = nowMs
    } else if (told && nowMs - told.newMs < QUIET_MS) {
      sink.held('flapping')
    } else if (this.#tell('new', cause, nowMs, sink) === 'told') {
      this.#told.set(cause.key, { cause, isOn: true, newMs: nowMs, seenMs: nowMs })
    }
  }

  /** Within the bound of the device; what the sink does not take costs it nothing. */
  #tell(change: Change, cause: Cause, nowMs: number, sink: CauseSink): Outcome {
    const refilled = Math.floor((nowMs - this.#countedMs) / REFILL_MS)
    this.#left = Math.min(BURST, this.#left + refilled)
    this.#countedMs += refilled * REFILL_MS
    if (this.#left === 0) {
      sink.held('flood')
      return 'flood'
    }
    if (!sink.raise(change, cause)) return 'full'
    this.#left -= 1
    return 'told'
  }
}

/** It may be told as new again: nothing needs to be known of it. */
function isOver({ isOn, newMs }: ToldCause, nowMs: number): boolean {
  return !isOn && nowMs - newMs >= QUIET_MS
}

function whoOf(key: string): string {
  return key.slice(0, key.indexOf(':'))
}
