// Belongs here: when conditions of a device were active, so that a position which arrives late is compared with the conditions
// before and after its own time. Does not: what is active now (causes.ts). Time is a parameter.

import type { Change, Place } from '../../services/events/index.ts'
import type { Cause } from './event-engine.types.ts'
import type { At } from './event-limit.ts'
import { GAP_MS, PositionTimes } from './position-times.ts'

/** Cached runs of one cause; the oldest is dropped. There are no more causes than bits in a position's alarms and items. */
const RUNS = 16
/** Cached momentary alarms, the newest ones. */
const MOMENTS = 128
/** A late cause whose end no other late position shows ended when a newer position did not have it: raised after this. */
const SETTLE_MS = 60_000

/** Raises an event at the time of `at`; what became of it. */
export type Raise = (change: Change, cause: Cause, at: Occurrence) => 'raised' | 'full' | 'flood'

/** When and where an event was. */
export interface Occurrence {
  readonly atMs: number
  readonly place: Place | null
}

/** Positions one after the other, without a gap, that all had the cause. */
interface Run {
  readonly cause: Cause
  place: Place | null
  startMs: number
  endMs: number
  /** The latest time before it and the earliest after it at which the cause is known to have been off. */
  offBeforeMs: number
  offAfterMs: number
  /** Its beginning has been raised. */
  isNewRaised: boolean
  /** For when its end has been raised. */
  endedMs: number | null
  /** Its end is to be raised at the arrival time `dueMs`, if no late position shows it before. */
  settles: { readonly offMs: number; dueMs: number } | null
}

const FOREVER = Number.POSITIVE_INFINITY

export class CauseHistory {
  /** By cause, in order of time. */
  readonly #runs = new Map<string, Run[]>()
  readonly #times = new PositionTimes()
  readonly #moments: { readonly key: string; readonly change: Change; readonly atMs: number }[] = []
  /** Ends that wait for `SETTLE_MS`. */
  #settling = 0

  get isSettling(): boolean {
    return this.#settling > 0
  }

  get keys(): string[] {
    return [...this.#runs.keys()]
  }

  /** A position of this time was compared. */
  passed(atMs: number): void {
    this.#times.add(atMs)
  }

  /** The newest position has a cause that the one before it, of `offBeforeMs`, did not have. */
  began(cause: Cause, at: Occurrence, offBeforeMs: number): void {
    this.#insert(this.#of(cause.key), { ...runOf(cause, at), offBeforeMs, isNewRaised: true })
  }

  /** The newest position still has it. */
  lasts(cause: Cause, at: Occurrence): void {
    const runs = this.#of(cause.key)
    const last = runs.at(-1)
    if (last && at.atMs - last.endMs <= GAP_MS) last.endMs = Math.max(last.endMs, at.atMs)
    else this.#insert(runs, runOf(cause, at))
  }

  /** The newest position does not have it any more. */
  ended(key: string, atMs: number): void {
    const last = this.#of(key).at(-1)
    if (last) Object.assign(last, { offAfterMs: atMs, endedMs: atMs })
  }

  /** Whether the same was raised for about this time. */
  hasMoment(key: string, change: Change, atMs: number, withinMs: number): boolean {
    return this.#moments.some((one) => one.key === key && one.change === change && Math.abs(one.atMs - atMs) < withinMs)
  }

  addMoment(key: string, change: Change, atMs: number): void {
    this.#moments.push({ key, change, atMs })
    if (this.#moments.length > MOMENTS) this.#moments.shift()
  }

  /** A late position had the cause, which the newest one has or not. */
  lateOn(cause: Cause, at: At & Occurrence, isOnNow: boolean, raise: Raise): 'raised' | 'full' | 'flood' {
    const runs = this.#of(cause.key)
    const next = runs.findIndex(({ startMs }) => startMs > at.atMs)
    const after = next < 0 ? undefined : runs[next]
    const before = runs[(next < 0 ? runs.length : next) - 1]
    if (before && at.atMs <= before.endMs) return 'raised'
    const joinsBefore =
      before !== undefined && before.offAfterMs > at.atMs && !this.#isOffBetween(before.endMs, at.atMs)
    const joinsAfter = after !== undefined && after.offBeforeMs < at.atMs && !this.#isOffBetween(at.atMs, after.startMs)
    if (joinsBefore && at.atMs - before.endMs <= GAP_MS) {
      before.endMs = at.atMs
      if (before.settles) this.#settle(before, this.#endOf(at))
      return 'raised'
    }
    if (joinsAfter && after.startMs - at.atMs <= GAP_MS) {
      Object.assign(after, { startMs: at.atMs, place: at.place })
      return 'raised'
    }
    const run = runOf(cause, at)
    if (joinsBefore) {
      takeEnd(before, run)
      if (before.settles) this.#settle(run, this.#endOf(at))
      this.#settle(before, null)
    }
    if (!joinsBefore && before && !this.#passEndOn(before, run, raise)) return 'full'
    if (!joinsBefore && !joinsAfter) {
      const outcome = raise('new', cause, at)
      if (outcome !== 'raised') return outcome
      run.isNewRaised = true
      if (run.endedMs === null && (after !== undefined || !isOnNow)) this.#settle(run, this.#endOf(at))
    }
    this.#insert(runs, run)
    return 'raised'
  }

  /** A late position says that the cause was off. False when an event was not taken: the position has to come again. */
  lateOff(key: string, at: At & Occurrence, isOnNow: boolean, raise: Raise): boolean {
    const runs = this.#runs.get(key)
    if (!runs) return true
    const next = runs.findIndex(({ startMs }) => startMs >= at.atMs)
    const after = next < 0 ? undefined : runs[next]
    const before = runs[(next < 0 ? runs.length : next) - 1]
    // Off between two positions that are close together: the cause flaps, and that is no event.
    if (before && before.endMs >= at.atMs) return true
    if (before && after && this.#isJoined(before, after)) {
      const isSplit =
        this.#raiseNew(runs, before, raise) && raiseEnd(before, at, raise) && this.#raiseNewAfter(runs, after, raise)
      if (!isSplit) return false
    } else if (before?.settles && !this.#endSettling(before, at, raise)) return false
    if (after) after.offBeforeMs = Math.max(after.offBeforeMs, at.atMs)
    if (before && !(isOnNow && after === undefined)) before.offAfterMs = Math.min(before.offAfterMs, at.atMs)
    return true
  }

  /** Raises the ends that no late position has shown in time. */
  settle(nowMs: number, raise: Raise): void {
    if (this.#settling === 0) return
    for (const runs of this.#runs.values()) {
      for (const run of runs) {
        if (!run.settles || run.settles.dueMs > nowMs) continue
        this.#endSettling(run, { atMs: Math.max(run.settles.offMs, run.endMs), place: null }, raise)
      }
    }
  }

  #endSettling(run: Run, at: Occurrence, raise: Raise): boolean {
    if (!raiseEnd(run, at, raise)) return false
    run.offAfterMs = Math.min(run.offAfterMs, at.atMs)
    this.#settle(run, null)
    return true
  }

  #settle(run: Run, settles: Run['settles']): void {
    this.#settling += Number(settles !== null) - Number(run.settles !== null)
    run.settles = settles
  }

  /** The runs up to this one are an alarm of their own: its beginning is raised if it was not. */
  #raiseNew(runs: readonly Run[], last: Run, raise: Raise): boolean {
    const to = runs.indexOf(last)
    let from = to
    while (from > 0 && this.#isJoined(runs[from - 1]!, runs[from]!)) from -= 1
    return raiseFirst(runs.slice(from, to + 1), raise)
  }

  #raiseNewAfter(runs: readonly Run[], first: Run, raise: Raise): boolean {
    const from = runs.indexOf(first)
    let to = from
    while (to + 1 < runs.length && this.#isJoined(runs[to]!, runs[to + 1]!)) to += 1
    return raiseFirst(runs.slice(from, to + 1), raise)
  }

  /** An end that was raised for later than this run is its own: the run before ended earlier, which is raised now. */
  #passEndOn(before: Run, run: Run, raise: Raise): boolean {
    const { endedMs } = before
    if (endedMs === null || endedMs <= run.startMs) return true
    const offMs = Math.min(before.offAfterMs, this.#times.firstAfter(before.endMs) ?? FOREVER)
    before.endedMs = null
    if (!raiseEnd(before, { atMs: offMs, place: null }, raise)) {
      before.endedMs = endedMs
      return false
    }
    before.offAfterMs = offMs
    Object.assign(run, { endedMs, offAfterMs: endedMs })
    return true
  }

  /** When the late cause of a position ends, unless another late position says so. */
  #endOf({ atMs, nowMs }: At): Run['settles'] {
    return { offMs: this.#times.firstAfter(atMs) ?? atMs, dueMs: nowMs + SETTLE_MS }
  }

  /** Nothing says that the cause was off between them. */
  #isJoined(before: Run, after: Run): boolean {
    const isKnownOff = before.offAfterMs < after.startMs || after.offBeforeMs > before.endMs
    return !isKnownOff && !this.#isOffBetween(before.endMs, after.startMs)
  }

  /** Between runs that are next to each other every position was without the cause; of a gap only its edges are known. */
  #isOffBetween(afterMs: number, beforeMs: number): boolean {
    return beforeMs - afterMs > GAP_MS && this.#times.isAnyBetween(afterMs, beforeMs)
  }

  #of(key: string): Run[] {
    const known = this.#runs.get(key)
    if (known) return known
    const runs: Run[] = []
    this.#runs.set(key, runs)
    return runs
  }

  #insert(runs: Run[], run: Run): void {
    const at = runs.findIndex(({ startMs }) => startMs > run.startMs)
    runs.splice(at < 0 ? runs.length : at, 0, run)
    if (runs.length > RUNS) this.#settle(runs.shift()!, null)
  }
}

function runOf(cause: Cause, { atMs, place }: Occurrence): Run {
  return {
    cause,
    place,
    startMs: atMs,
    endMs: atMs,
    offBeforeMs: -FOREVER,
    offAfterMs: FOREVER,
    isNewRaised: false,
    endedMs: null,
    settles: null,
  }
}

/** What was known of the end of a run is that of the later one that goes on with it. */
function takeEnd(before: Run, run: Run): void {
  run.offAfterMs = before.offAfterMs
  run.endedMs = before.endedMs
  before.offAfterMs = FOREVER
  before.endedMs = null
}

function raiseFirst(alarm: readonly Run[], raise: Raise): boolean {
  const [first] = alarm
  if (!first || alarm.some(({ isNewRaised }) => isNewRaised)) return true
  first.isNewRaised = raise('new', first.cause, { atMs: first.startMs, place: first.place }) === 'raised'
  return first.isNewRaised
}

function raiseEnd(run: Run, at: Occurrence, raise: Raise): boolean {
  if (run.endedMs === null && raise('cover', { ...run.cause, call: false }, at) === 'raised') run.endedMs = at.atMs
  return run.endedMs !== null
}
