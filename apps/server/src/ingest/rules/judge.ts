// Belongs here: from what is known of a device and its next position to what has happened. Pure: no clock, no disk.
// Does not: which positions are judged (rules.ts), what is watched where (watch-list.ts).
import { type Area, boxAround, DRIVING_KMH, degreesFromE6, distanceM, type Place, SILENCE_S } from '@fleetglass/geo'
import type { DeviceState, Fix } from './device-state.ts'
import type { Limits } from './rules.types.ts'
import type { Watch, WatchList } from './watch-list.ts'

/** A position as the rules see it. */
export interface Report extends Fix {
  readonly speedKmh: number
  readonly accOn: boolean
  /** The device says itself that it is too fast, or that it is idle. */
  readonly saysTooFast: boolean
  readonly saysIdle: boolean
  /** It comes from the device's memory. */
  readonly isStored: boolean
}

/** What has happened between two positions or at the second of them. */
export interface Happening extends Fix {
  readonly what: 'enters' | 'leaves' | 'too-fast' | 'fast-no-more' | 'idle' | 'idle-no-more'
  /** Of what it enters or leaves. */
  readonly title: string
  readonly memo: string
}

/** Rules and limits, and who bounds how much a device may tell. */
export interface Law {
  readonly watched: WatchList
  readonly newestRule: number
  readonly limits: Limits
  /** False: the device has told too much, and this is told by a later position if it is still so. */
  mayTell(): boolean
}

/** Faster than anything on wheels, metres a second: the place has jumped, and nothing was crossed on the way. */
const JUMP_MS = 100
/** So much slower than the limit it is no longer too fast: a speed that trembles is one event. */
const SLACK_KMH = 5

/** Changes `state` to what is so at `report`; what happened comes in order of time. `isNext`: `state` is of a position before it. */
export function judge(state: DeviceState, report: Report, law: Law, isNext: boolean): Happening[] {
  const happenings = [
    ...judgePlaces(state, report, law, isNext),
    ...judgeSpeed(state, report, law),
    ...judgeStanding(state, report, law),
  ]
  state.turn += 1
  state.last = { timeS: report.timeS, latE6: report.latE6, lngE6: report.lngE6 }
  state.newestRule = law.newestRule
  return happenings.sort((a, b) => a.timeS - b.timeS)
}

function judgePlaces(state: DeviceState, report: Report, law: Law, isNext: boolean): Happening[] {
  const to = placeOf(report)
  const from = isNext && isWay(state.last, report) ? placeOf(state.last) : null
  const near = law.watched.near(state.deviceKey, boxAround(from === null ? [to] : [from, to]))
  for (const id of state.within) {
    const watch = law.watched.of(id)
    if (watch === undefined) state.within.delete(id)
    else if (!near.includes(watch)) near.push(watch)
  }
  return near.flatMap((watch) => {
    if (report.timeS < watch.rule.savedS) return []
    const isKnown = isNext && watch.rule.id <= state.newestRule && watch.rule.savedS <= state.last.timeS
    if (isKnown) return judgePlace(state, watch, { report, from, to }, law)
    if (watch.area.contains(to)) state.within.add(watch.rule.id)
    return []
  })
}

interface Way {
  readonly report: Report
  /** `null`: nothing is known of the way. */
  readonly from: Place | null
  readonly to: Place
}

function judgePlace(state: DeviceState, { rule, area }: Watch, { report, from, to }: Way, law: Law): Happening[] {
  const wasWithin = state.within.has(rule.id)
  const happenings: Happening[] = []
  for (const { share, enters } of crossings(area, wasWithin, from, to)) {
    const isTold = enters ? rule.tellsIn : rule.tellsOut
    // What may not be told has not happened yet: the next position finds the same difference.
    if (isTold && !law.mayTell()) break
    if (enters) state.within.add(rule.id)
    else state.within.delete(rule.id)
    if (!isTold) continue
    happenings.push({
      ...fixAt(state.last, report, share),
      what: enters ? 'enters' : 'leaves',
      title: rule.title,
      memo: '',
    })
  }
  return happenings
}

interface Crossing {
  readonly share: number
  readonly enters: boolean
}

/** Where a way goes in and out; what was known before it, and where it ends, are believed before the arithmetic. */
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

/** Whether what lies between two positions is a way: not after hours of silence, not a jump, not over the 180th meridian. */
function isWay(from: Fix, to: Fix): boolean {
  const seconds = to.timeS - from.timeS
  if (seconds > SILENCE_S) return false
  if (Math.abs(to.lngE6 - from.lngE6) > 180_000_000) return false
  return distanceM(placeOf(from), placeOf(to)) <= JUMP_MS * seconds
}

function judgeSpeed(state: DeviceState, report: Report, { limits, mayTell }: Law): Happening[] {
  const { speedKmh, saysTooFast } = report
  const limitKmh = limits.overspeedKmh === 0 ? Number.POSITIVE_INFINITY : limits.overspeedKmh
  const isTooFast = saysTooFast || (state.tooFast ? speedKmh > limitKmh - SLACK_KMH : speedKmh >= limitKmh)
  if (isTooFast === state.tooFast || !mayTell()) return []
  state.tooFast = isTooFast
  const what = isTooFast ? 'too-fast' : 'fast-no-more'
  return [{ ...fixOf(report), what, title: '', memo: `${Math.round(speedKmh)} km/h` }]
}

function judgeStanding(state: DeviceState, report: Report, { limits, mayTell }: Law): Happening[] {
  const { timeS, accOn, speedKmh, saysIdle } = report
  if (!accOn || speedKmh > DRIVING_KMH) {
    const minutes = Math.round((timeS - state.standingSinceS) / 60)
    if (state.idling === 'told' && !mayTell()) return []
    const wasTold = state.idling === 'told'
    state.standingSinceS = 0
    state.idling = 'no'
    return wasTold ? [{ ...fixOf(report), what: 'idle-no-more', title: '', memo: `${minutes} min` }] : []
  }
  const isHeardOf = state.standingSinceS !== 0 && (timeS - state.last.timeS <= SILENCE_S || state.idling !== 'no')
  if (!isHeardOf) state.standingSinceS = timeS
  if (saysIdle && state.idling === 'no') state.idling = 'told-by-device'
  const isLong = limits.idleMinutes > 0 && timeS - state.standingSinceS >= limits.idleMinutes * 60
  if (!isLong || state.idling !== 'no' || !mayTell()) return []
  state.idling = 'told'
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
