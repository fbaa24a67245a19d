import { firstAt, secondOfHour, type Track } from './track.ts'

/** GPSP-34. */
export const overviewRows = 24
export const rowSeconds = 3600

/** After a point a vehicle counts as reporting for so long. */
const heardForS = 60

/** A stretch of an hour in seconds of it, `[fromS, toS)`. */
export interface HeardStretch {
  readonly fromS: number
  readonly toS: number
}

/** When there is GPS data in an hour (GPSP-32, GPSP-33): from each point up to the next, for a minute at most. */
export function heardIn(track: Track, hour: number): readonly HeardStretch[] {
  const span = track.hours[hour]
  if (!span) return []
  const stretches: { fromS: number; toS: number }[] = []
  // The point before the hour may still count into it.
  const before = span.from - 1
  if (span.from < span.to || before >= 0) {
    const carried = before >= 0 ? carriedInto(track, before, hour) : 0
    if (carried > 0) stretches.push({ fromS: 0, toS: carried })
  }
  for (let index = span.from; index < span.to; index++) {
    const fromS = secondOfHour(track.timesMs[index]!)
    const nextS = index + 1 < span.to ? secondOfHour(track.timesMs[index + 1]!) : rowSeconds
    const toS = Math.min(rowSeconds, fromS + heardForS, Math.max(nextS, fromS + 1))
    const last = stretches.at(-1)
    if (last && last.toS >= fromS) last.toS = Math.max(last.toS, toS)
    else stretches.push({ fromS, toS })
  }
  return stretches
}

function carriedInto(track: Track, index: number, hour: number): number {
  const startMs = hourStartMs(track, hour)
  const nextMs = track.timesMs[index + 1] ?? Number.POSITIVE_INFINITY
  return Math.max(0, Math.min((track.timesMs[index]! - startMs) / 1000 + heardForS, (nextMs - startMs) / 1000))
}

function hourStartMs(track: Track, hour: number): number {
  const date = new Date(track.beginS * 1000)
  date.setHours(hour, 0, 0, 0)
  return date.getTime()
}

/** How many seconds of an hour have passed: what is still to come has no data for that reason alone. */
export function passedIn(track: Track, hour: number, nowMs: number): number {
  return Math.min(rowSeconds, Math.max(0, (nowMs - hourStartMs(track, hour)) / 1000))
}

/** Whole minutes with data, for those who listen. */
export function heardMinutes(track: Track, hour: number): number {
  return Math.round(heardIn(track, hour).reduce((sum, { fromS, toS }) => sum + toS - fromS, 0) / 60)
}

/** GPSP-24: the hours that can be chosen. */
export function hoursWithData(track: Track): readonly number[] {
  return track.hours.flatMap(({ from, to }, hour) => (to > from ? [hour] : []))
}

/** The hour that a slider moved to `wanted` comes to: that one when it has data, else the next with data on that way. */
export function hourTowards(track: Track, now: number, wanted: number): number {
  const hours = hoursWithData(track)
  if (hours.includes(wanted)) return wanted
  const onward = wanted > now ? hours.find((hour) => hour > wanted) : hours.findLast((hour) => hour < wanted)
  return onward ?? now
}

/** The hour of the day in which a moment lies, by the points of the track. */
export function hourOfMoment(track: Track, ms: number): number {
  const index = Math.min(track.count - 1, firstAt(track.timesMs, ms))
  return Math.max(
    0,
    track.hours.findIndex(({ from, to }) => index >= from && index < to),
  )
}
