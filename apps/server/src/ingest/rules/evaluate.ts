// Belongs here: the state of a device and its next position give the transitions. Pure: no clock, no disk.
// Does not: which positions are evaluated (rules.ts), which areas are near a position (watch-list.ts).
import { type Area, boxAround, DRIVING_KMH, degreesFromE6, distanceM, type Place, SILENCE_S } from '@fleetglass/geo'
import type { DeviceState, Fix } from './device-state.ts'
import type { Limits } from './rules.types.ts'
import type { Watch, WatchList } from './watch-list.ts'

/** The part of a position that the rules use. */
export interface Report extends Fix {
  readonly speedKmh: number
  readonly accOn: boolean
  /** The device itself reports overspeed or idling. */
  readonly saysTooFast: boolean
  readonly saysIdle: boolean
  /** The position comes from the device's backlog. */
  readonly isStored: boolean
}

/** A change of a rule's state between two positions or at the second of them. */
export interface Transition extends Fix {
  readonly what: 'enters' | 'leaves' | 'too-fast' | 'fast-no-more' | 'idle' | 'idle-no-more'
  /** Title of the area that is entered or left. */
  readonly title: string
  readonly memo: string
}

/** What the evaluation of a position needs. */
export interface RuleContext {
  readonly watched: WatchList
  readonly newestRule: number
  readonly limits: Limits
  /** False: the device raised too many events; a later position raises this one if its condition still holds. */
  mayRaise(): boolean
}

/** Metres a second, faster than any vehicle: the position jumped, and no area was crossed in between. */
const JUMP_MS = 100
/** Overspeed ends this far below the limit, so that a speed around the limit raises one event. */
const SLACK_KMH = 5

/** Updates `state` to `report` and returns the transitions in order of time. `isNext`: `state` belongs to an earlier position. */
export function evaluate(state: DeviceState, report: Report, context: RuleContext, isNext: boolean): Transition[] {
  const transitions = [
    ...evaluateAreas(state, report, context, isNext),
    ...evaluateSpeed(state, report, context),
    ...evaluateIdling(state, report, context),
  ]
  state.turn += 1
  state.last = { timeS: report.timeS, latE6: report.latE6, lngE6: report.lngE6 }
  state.newestRule = context.newestRule
  return transitions.sort((a, b) => a.timeS - b.timeS)
}

function evaluateAreas(state: DeviceState, report: Report, context: RuleContext, isNext: boolean): Transition[] {
  const to = placeOf(report)
  const from = isNext && isSegment(state.last, report) ? placeOf(state.last) : null
  const near = context.watched.near(state.deviceKey, boxAround(from === null ? [to] : [from, to]))
  for (const id of state.within) {
    const watch = context.watched.of(id)
    if (watch === undefined) state.within.delete(id)
    else if (!near.includes(watch)) near.push(watch)
  }
  return near.flatMap((watch) => {
    if (report.timeS < watch.rule.savedS) return []
    const isKnown = isNext && watch.rule.id <= state.newestRule && watch.rule.savedS <= state.last.timeS
    if (isKnown) return evaluateArea(state, watch, { report, from, to }, context)
    if (watch.area.contains(to)) state.within.add(watch.rule.id)
    return []
  })
}

interface Segment {
  readonly report: Report
  /** `null`: the start is unknown. */
  readonly from: Place | null
  readonly to: Place
}

function evaluateArea(
  state: DeviceState,
  { rule, area }: Watch,
  { report, from, to }: Segment,
  context: RuleContext,
): Transition[] {
  const wasWithin = state.within.has(rule.id)
  const transitions: Transition[] = []
  for (const { share, enters } of crossings(area, wasWithin, from, to)) {
    const isRaised = enters ? rule.raisesOnEnter : rule.raisesOnLeave
    // A transition that may not raise an event is not applied: the next position finds the same difference.
    if (isRaised && !context.mayRaise()) break
    if (enters) state.within.add(rule.id)
    else state.within.delete(rule.id)
    if (!isRaised) continue
    transitions.push({
      ...fixAt(state.last, report, share),
      what: enters ? 'enters' : 'leaves',
      title: rule.title,
      memo: '',
    })
  }
  return transitions
}

interface Crossing {
  readonly share: number
  readonly enters: boolean
}

/** Where a segment enters and leaves an area. The state before it and the position at its end take precedence over the calculation. */
export function crossings(area: Area, wasWithin: boolean, from: Place | null, to: Place): Crossing[] {
  const isWithin = area.contains(to)
  if (from === null) return wasWithin === isWithin ? [] : [{ share: 1, enters: isWithin }]
  const found: Crossing[] = []
  let within = wasWithin
  const cross = (share: number, enters: boolean): void => {
    if (within !== enters) found.push({ share, enters })
    within = enters
  }
  const spans = area.spans(from, to)
  if ((spans[0]?.from ?? 1) > 0) cross(0, false)
  for (const span of spans) {
    cross(span.from, true)
    if (span.to < 1) cross(span.to, false)
  }
  cross(1, isWithin)
  return found
}

/** Whether two positions form a segment: not after a long silence, not a jump, not across the 180th meridian. */
function isSegment(from: Fix, to: Fix): boolean {
  const seconds = to.timeS - from.timeS
  if (seconds > SILENCE_S) return false
  if (Math.abs(to.lngE6 - from.lngE6) > 180_000_000) return false
  return distanceM(placeOf(from), placeOf(to)) <= JUMP_MS * seconds
}

function evaluateSpeed(state: DeviceState, report: Report, { limits, mayRaise }: RuleContext): Transition[] {
  const { speedKmh, saysTooFast } = report
  const limitKmh = limits.overspeedKmh === 0 ? Number.POSITIVE_INFINITY : limits.overspeedKmh
  const isTooFast = saysTooFast || (state.tooFast ? speedKmh > limitKmh - SLACK_KMH : speedKmh >= limitKmh)
  if (isTooFast === state.tooFast || !mayRaise()) return []
  state.tooFast = isTooFast
  const what = isTooFast ? 'too-fast' : 'fast-no-more'
  return [{ ...fixOf(report), what, title: '', memo: `${Math.round(speedKmh)} km/h` }]
}

function evaluateIdling(state: DeviceState, report: Report, { limits, mayRaise }: RuleContext): Transition[] {
  const { timeS, accOn, speedKmh, saysIdle } = report
  if (!accOn || speedKmh > DRIVING_KMH) {
    const minutes = Math.round((timeS - state.standingSinceS) / 60)
    if (state.idling === 'raised' && !mayRaise()) return []
    const wasRaised = state.idling === 'raised'
    state.standingSinceS = 0
    state.idling = 'no'
    return wasRaised ? [{ ...fixOf(report), what: 'idle-no-more', title: '', memo: `${minutes} min` }] : []
  }
  const isContinued = state.standingSinceS !== 0 && (timeS - state.last.timeS <= SILENCE_S || state.idling !== 'no')
  if (!isContinued) state.standingSinceS = timeS
  if (saysIdle && state.idling === 'no') state.idling = 'raised-by-device'
  const isLong = limits.idleMinutes > 0 && timeS - state.standingSinceS >= limits.idleMinutes * 60
  if (!isLong || state.idling !== 'no' || !mayRaise()) return []
  state.idling = 'raised'
  return [{ ...fixOf(report), what: 'idle', title: '', memo: `${limits.idleMinutes} min` }]
}

function fixOf({ timeS, latE6, lngE6 }: Fix): Fix {
  return { timeS, latE6, lngE6 }
}

function fixAt(from: Fix, to: Fix, share: number): Fix {
  const between = (a: number, b: number): number => Math.round(a + (b - a) * share)
  return {
    timeS: between(from.timeS, to.timeS),
    latE6: between(from.latE6, to.latE6),
    lngE6: between(from.lngE6, to.lngE6),
  }
}

function placeOf({ latE6, lngE6 }: Fix): Place {
  return { lat: degreesFromE6(latE6), lng: degreesFromE6(lngE6) }
}
