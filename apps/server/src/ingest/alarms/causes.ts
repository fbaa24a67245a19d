// Belongs here: what of a device has been told and is still so; edges, bounces and floods. Pure but for the time it is given.

import type { Change } from '../../services/events/index.ts'
import { CauseHistory, type Occurrence, type Raise } from './cause-history.ts'
import type { Cause } from './event-engine.types.ts'
import { type At, EventLimit } from './event-limit.ts'
import { EACH_TIME, type Told } from './told.ts'

/** The same cause is not told as new again before this: an input that flaps is two notices a minute, not one a report. */
export const QUIET_MS = 30_000

/** A cause whose item is left out of the positions counts as over after this. */
export const UNTOLD_MS = 60_000

/** Why something that happened is not told. */
export type Held = 'flapping' | 'flood'

/** What became of a cause: `full` when the sink did not take it. */
export type Outcome = 'told' | 'full' | Held

export interface CauseSink {
  /** False when it cannot be taken now: it stays untold, and the next position tries again. */
  raise(change: Change, cause: Cause, at: Occurrence): boolean
  held(why: Held): void
}

/** A position's time and place, and when it arrived. */
export type Seen = At & Occurrence

/** Of every device that no rule watches: thousands need no set of their own. */
const NONE: ReadonlySet<string> = new Set()

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
 * difference: what is told always comes to agree with what is so. Times are those of the positions.
 */
export class DeviceCauses {
  readonly #told = new Map<string, ToldCause>()
  readonly #history = new CauseHistory()
  /** Keys of causes that are on and that ingest/rules raises. */
  #byRules: ReadonlySet<string> = NONE
  readonly #limit: EventLimit
  /** Of the newest position. */
  #newestMs = 0

  constructor(nowMs: number) {
    this.#limit = new EventLimit(nowMs)
  }

  /** What is remembered: no more than the bound lets a device tell in a while. */
  get remembered(): number {
    return this.#told.size
  }

  /** Whether a position that tells nothing would change nothing. */
  get isQuiet(): boolean {
    return this.#told.size === 0 && this.#byRules.size === 0 && !this.#history.isSettling
  }

  get newestMs(): number {
    return this.#newestMs
  }

  /** The newest position is of this time, and need not be judged if it tells nothing while it is quiet. */
  passed(atMs: number): void {
    this.#history.passed(atMs)
    this.#newestMs = atMs
  }

  /** Compares the newest position with what was told before. False when the sink did not take a moment, which no later position tells. */
  judge({ on, byRules, by, moments }: Told, at: Seen, sink: CauseSink): boolean {
    this.#note(byRules, at)
    for (const cause of on) this.#isSo(cause, at, sink)
    const keys = new Set(on.map(({ key }) => key))
    for (const [key, told] of this.#told) {
      if (keys.has(key)) continue
      const silent = !by.has(whoOf(key)) && at.atMs - told.seenMs < UNTOLD_MS
      if (told.isOn && !silent && sink.raise('cover', { ...told.cause, call: false }, at)) {
        told.isOn = false
        this.#history.ended(key, at.atMs)
      }
      if (isOver(told, at.atMs)) this.#told.delete(key)
    }
    const outcomes = moments.map(({ change, cause }) =>
      change === 'new' ? this.happened(cause, at, sink) : this.#ended(cause, at, sink),
    )
    this.#history.settle(at.nowMs, this.#raise(at, sink))
    this.passed(at.atMs)
    return !outcomes.includes('full')
  }

  /** Compares a position that is older than the newest with what was before and after its time. False when it has to come again. */
  judgeLate({ on, byRules, by, moments }: Told, at: Seen, sink: CauseSink): boolean {
    const raise = this.#raise(at, sink)
    const all = [...on, ...byRules]
    const isOn = (key: string): boolean => this.#told.get(key)?.isOn === true || this.#byRules.has(key)
    const began = all.map((cause) => this.#history.lateOn(cause, at, isOn(cause.key), raise))
    const keys = new Set(all.map(({ key }) => key))
    const gone = this.#history.keys.filter((key) => !keys.has(key) && by.has(whoOf(key)))
    const ended = gone.map((key) => this.#history.lateOff(key, at, isOn(key), raise))
    const happened = moments.map(({ change, cause }) => this.#lateMoment(change, cause, at, sink))
    this.#history.settle(at.nowMs, raise)
    this.#history.passed(at.atMs)
    return ![...began, ...happened].includes('full') && !ended.includes(false)
  }

  /** Something that begins and ends at once. */
  happened(cause: Cause, at: Seen, sink: CauseSink): Outcome {
    const before = this.#told.get(cause.key)
    if (before && Math.abs(at.atMs - before.newMs) < QUIET_MS) {
      sink.held('flapping')
      return 'flapping'
    }
    const outcome = this.#tell('new', cause, at, sink)
    if (outcome !== 'told' || cause.key === EACH_TIME) return outcome
    this.#history.addMoment(cause.key, 'new', at.atMs)
    for (const [key, told] of this.#told) if (isOver(told, at.atMs)) this.#told.delete(key)
    this.#told.set(cause.key, { cause, isOn: false, newMs: at.atMs, seenMs: at.atMs })
    return outcome
  }

  /** Said once, however often the device says it. */
  #ended(cause: Cause, at: Seen, sink: CauseSink): Outcome {
    const before = this.#told.get(cause.key)
    if (before?.isEnded) return 'told'
    const taken = (): Outcome => (sink.raise('cover', cause, at) ? 'told' : 'full')
    const outcome = before ? taken() : this.#tell('cover', cause, at, sink)
    if (outcome !== 'told') return outcome
    this.#history.addMoment(cause.key, 'cover', at.atMs)
    this.#told.set(cause.key, { cause, isOn: false, isEnded: true, newMs: before?.newMs ?? at.atMs, seenMs: at.atMs })
    return 'told'
  }

  /** An alarm that was raised for its own time already, by whatever position, is the same. */
  #lateMoment(change: Change, cause: Cause, at: Seen, sink: CauseSink): Outcome {
    if (this.#history.hasMoment(cause.key, change, at.atMs, QUIET_MS)) {
      sink.held('flapping')
      return 'flapping'
    }
    const outcome = this.#tell(change, cause, at, sink)
    if (outcome === 'told') this.#history.addMoment(cause.key, change, at.atMs)
    return outcome
  }

  /** Remembers since when causes are on that are raised elsewhere. */
  #note(causes: readonly Cause[], at: Seen): void {
    for (const cause of causes) {
      if (this.#byRules.has(cause.key)) this.#history.lasts(cause, at)
      else this.#history.began(cause, at, this.#newestMs)
    }
    const keys = new Set(causes.map(({ key }) => key))
    for (const key of this.#byRules) if (!keys.has(key)) this.#history.ended(key, at.atMs)
    this.#byRules = keys
  }

  #isSo(cause: Cause, at: Seen, sink: CauseSink): void {
    const told = this.#told.get(cause.key)
    if (told?.isOn) {
      told.seenMs = at.atMs
      this.#history.lasts(cause, at)
    } else if (told && Math.abs(at.atMs - told.newMs) < QUIET_MS) {
      sink.held('flapping')
    } else if (this.#tell('new', cause, at, sink) === 'told') {
      this.#told.set(cause.key, { cause, isOn: true, newMs: at.atMs, seenMs: at.atMs })
      this.#history.began(cause, at, this.#newestMs)
    }
  }

  /** Ends are bounded by beginnings, and are always raised. */
  #raise({ nowMs }: Seen, sink: CauseSink): Raise {
    return (change, cause, at) => {
      if (change === 'new') return this.#tell(change, cause, { ...at, nowMs }, sink)
      return sink.raise(change, cause, at) ? 'told' : 'full'
    }
  }

  /** Within the bound of the device; what the sink does not take costs it nothing. */
  #tell(change: Change, cause: Cause, at: Seen, sink: CauseSink): 'told' | 'full' | 'flood' {
    if (!this.#limit.has(at)) {
      sink.held('flood')
      return 'flood'
    }
    if (!sink.raise(change, cause, at)) return 'full'
    this.#limit.take(at)
    return 'told'
  }
}

/** It may be told as new again: nothing needs to be known of it. */
function isOver({ isOn, newMs }: ToldCause, atMs: number): boolean {
  return !isOn && Math.abs(atMs - newMs) >= QUIET_MS
}

function whoOf(key: string): string {
  return key.slice(0, key.indexOf(':'))
}
