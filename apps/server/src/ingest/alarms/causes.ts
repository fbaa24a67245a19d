// Belongs here: which alarm conditions of a device are active: edge detection, debouncing and flood control. Time is a parameter.

import type { Change } from '../../services/events/index.ts'
import { CauseHistory, type Occurrence, type Raise } from './cause-history.ts'
import type { Cause } from './event-engine.types.ts'
import { type At, EventLimit } from './event-limit.ts'
import { EACH_TIME, type Reported } from './reported.ts'

/** The same condition is not raised again within this time, so that a flapping input raises two events a minute. */
export const QUIET_MS = 30_000

/** A condition whose item is missing from the positions counts as over after this time. */
export const UNREPORTED_MS = 60_000

/** Why an alarm raises no event. */
export type Suppressed = 'flapping' | 'flood'

/** The outcome of an alarm: `full` when the sink did not take it. */
export type Outcome = 'raised' | 'full' | Suppressed

export interface CauseSink {
  /** False when the event cannot be taken now: the next position tries again. */
  raise(change: Change, cause: Cause, at: Occurrence): boolean
  suppressed(why: Suppressed): void
}

/** A position's time and place, and when it arrived. */
export type Seen = At & Occurrence

/** Shared by all devices without such causes. */
const NONE: ReadonlySet<string> = new Set()

interface RaisedCause {
  readonly cause: Cause
  isOn: boolean
  /** The device itself reported the end. */
  readonly isEnded?: true
  readonly newMs: number
  seenMs: number
}

/**
 * The alarm conditions of one device. A condition whose event cannot be raised now is left unchanged, so that the next position
 * finds the same difference. Times are those of the positions.
 */
export class DeviceCauses {
  readonly #raised = new Map<string, RaisedCause>()
  readonly #history = new CauseHistory()
  /** Keys of causes that are on and that ingest/rules raises. */
  #byRules: ReadonlySet<string> = NONE
  readonly #limit: EventLimit
  /** Of the newest position. */
  #newestMs = 0

  constructor(nowMs: number) {
    this.#limit = new EventLimit(nowMs)
  }

  /** Number of cached conditions, bounded by the event limit. */
  get remembered(): number {
    return this.#raised.size
  }

  /** Whether a position without alarms would change nothing. */
  get isQuiet(): boolean {
    return this.#raised.size === 0 && this.#byRules.size === 0 && !this.#history.isSettling
  }

  get newestMs(): number {
    return this.#newestMs
  }

  /** Sets the time of the newest position, which need not be evaluated if it has no alarms and the device is quiet. */
  passed(atMs: number): void {
    this.#history.passed(atMs)
    this.#newestMs = atMs
  }

  /** Compares the newest position with the active conditions. False when the sink did not take a momentary alarm, which no later position repeats. */
  evaluate({ on, byRules, by, moments }: Reported, at: Seen, sink: CauseSink): boolean {
    this.#note(byRules, at)
    for (const cause of on) this.#isActive(cause, at, sink)
    const keys = new Set(on.map(({ key }) => key))
    for (const [key, raised] of this.#raised) {
      if (keys.has(key)) continue
      const silent = !by.has(groupOf(key)) && at.atMs - raised.seenMs < UNREPORTED_MS
      if (raised.isOn && !silent && sink.raise('cover', { ...raised.cause, call: false }, at)) {
        raised.isOn = false
        this.#history.ended(key, at.atMs)
      }
      if (isOver(raised, at.atMs)) this.#raised.delete(key)
    }
    const outcomes = moments.map(({ change, cause }) =>
      change === 'new' ? this.occurred(cause, at, sink) : this.#ended(cause, at, sink),
    )
    this.#history.settle(at.nowMs, this.#raise(at, sink))
    this.passed(at.atMs)
    return !outcomes.includes('full')
  }

  /** Compares a position that is older than the newest with the conditions around its time. False when the device has to send it again. */
  evaluateLate({ on, byRules, by, moments }: Reported, at: Seen, sink: CauseSink): boolean {
    const raise = this.#raise(at, sink)
    const all = [...on, ...byRules]
    const isOn = (key: string): boolean => this.#raised.get(key)?.isOn === true || this.#byRules.has(key)
    const began = all.map((cause) => this.#history.lateOn(cause, at, isOn(cause.key), raise))
    const keys = new Set(all.map(({ key }) => key))
    const gone = this.#history.keys.filter((key) => !keys.has(key) && by.has(groupOf(key)))
    const ended = gone.map((key) => this.#history.lateOff(key, at, isOn(key), raise))
    const occurred = moments.map(({ change, cause }) => this.#lateMoment(change, cause, at, sink))
    this.#history.settle(at.nowMs, raise)
    this.#history.passed(at.atMs)
    return ![...began, ...occurred].includes('full') && !ended.includes(false)
  }

  /** A momentary alarm. */
  occurred(cause: Cause, at: Seen, sink: CauseSink): Outcome {
    const before = this.#raised.get(cause.key)
    if (before && Math.abs(at.atMs - before.newMs) < QUIET_MS) {
      sink.suppressed('flapping')
      return 'flapping'
    }
    const outcome = this.#raiseNew('new', cause, at, sink)
    if (outcome !== 'raised' || cause.key === EACH_TIME) return outcome
    this.#history.addMoment(cause.key, 'new', at.atMs)
    for (const [key, raised] of this.#raised) if (isOver(raised, at.atMs)) this.#raised.delete(key)
    this.#raised.set(cause.key, { cause, isOn: false, newMs: at.atMs, seenMs: at.atMs })
    return outcome
  }

  /** An end is raised once, however often the device reports it. */
  #ended(cause: Cause, at: Seen, sink: CauseSink): Outcome {
    const before = this.#raised.get(cause.key)
    if (before?.isEnded) return 'raised'
    const taken = (): Outcome => (sink.raise('cover', cause, at) ? 'raised' : 'full')
    const outcome = before ? taken() : this.#raiseNew('cover', cause, at, sink)
    if (outcome !== 'raised') return outcome
    this.#history.addMoment(cause.key, 'cover', at.atMs)
    this.#raised.set(cause.key, { cause, isOn: false, isEnded: true, newMs: before?.newMs ?? at.atMs, seenMs: at.atMs })
    return 'raised'
  }

  /** An alarm that was already raised for its time is the same alarm. */
  #lateMoment(change: Change, cause: Cause, at: Seen, sink: CauseSink): Outcome {
    if (this.#history.hasMoment(cause.key, change, at.atMs, QUIET_MS)) {
      sink.suppressed('flapping')
      return 'flapping'
    }
    const outcome = this.#raiseNew(change, cause, at, sink)
    if (outcome === 'raised') this.#history.addMoment(cause.key, change, at.atMs)
    return outcome
  }

  /** Records since when conditions are active that ingest/rules raises. */
  #note(causes: readonly Cause[], at: Seen): void {
    for (const cause of causes) {
      if (this.#byRules.has(cause.key)) this.#history.lasts(cause, at)
      else this.#history.began(cause, at, this.#newestMs)
    }
    const keys = new Set(causes.map(({ key }) => key))
    for (const key of this.#byRules) if (!keys.has(key)) this.#history.ended(key, at.atMs)
    this.#byRules = keys
  }

  #isActive(cause: Cause, at: Seen, sink: CauseSink): void {
    const raised = this.#raised.get(cause.key)
    if (raised?.isOn) {
      raised.seenMs = at.atMs
      this.#history.lasts(cause, at)
    } else if (raised && Math.abs(at.atMs - raised.newMs) < QUIET_MS) {
      sink.suppressed('flapping')
    } else if (this.#raiseNew('new', cause, at, sink) === 'raised') {
      this.#raised.set(cause.key, { cause, isOn: true, newMs: at.atMs, seenMs: at.atMs })
      this.#history.began(cause, at, this.#newestMs)
    }
  }

  /** Ends are limited by their beginnings, and are always raised. */
  #raise({ nowMs }: Seen, sink: CauseSink): Raise {
    return (change, cause, at) => {
      if (change === 'new') return this.#raiseNew(change, cause, { ...at, nowMs }, sink)
      return sink.raise(change, cause, at) ? 'raised' : 'full'
    }
  }

  /** Raises an event within the limit of the device; an event that the sink does not take is not counted. */
  #raiseNew(change: Change, cause: Cause, at: Seen, sink: CauseSink): 'raised' | 'full' | 'flood' {
    if (!this.#limit.has(at)) {
      sink.suppressed('flood')
      return 'flood'
    }
    if (!sink.raise(change, cause, at)) return 'full'
    this.#limit.take(at)
    return 'raised'
  }
}

/** The condition may be raised as new again and need not be cached. */
function isOver({ isOn, newMs }: RaisedCause, atMs: number): boolean {
  return !isOn && Math.abs(atMs - newMs) >= QUIET_MS
}

function groupOf(key: string): string {
  return key.slice(0, key.indexOf(':'))
}
