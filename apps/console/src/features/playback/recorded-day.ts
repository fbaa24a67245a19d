/** One local day of a device: which of its 1440 minutes have a recording. */
export interface RecordedDay {
  /** Unix seconds of the day's first second. */
  readonly startS: number
  /** 1440 characters, `1` where the minute has a recording (VCP-059). */
  readonly flags: string
}

export function hasRecord(day: RecordedDay): boolean {
  return day.flags.includes('1')
}

/** LOPB-08, LOPB-39: an hour has data when one of its minutes has. */
export function hourHasRecord(day: RecordedDay, hour: number): boolean {
  return day.flags.slice(hour * 60, hour * 60 + 60).includes('1')
}

/** LOPB-10. */
export function minuteHasRecord(day: RecordedDay, hour: number, minute: number): boolean {
  return day.flags[hour * 60 + minute] === '1'
}

/** What was played of the present must be written first: closer to now there is nothing yet. */
const writtenAfterS = 2

/** Whether a second of the day lies so far back that it can have been recorded. */
export function isWritten(day: RecordedDay, secondOfDay: number, nowS: number): boolean {
  return day.startS + secondOfDay <= nowS - writtenAfterS
}

/** The hours of the day, `[from, to)`, that hold all of its recordings; the whole day when it has none. */
export function recordedHours(day: RecordedDay): { readonly from: number; readonly to: number } {
  const first = day.flags.indexOf('1')
  if (first < 0) return { from: 0, to: 24 }
  return { from: Math.floor(first / 60), to: Math.floor(day.flags.lastIndexOf('1') / 60) + 1 }
}

/** A stretch of recorded minutes, `[from, to)`. */
export interface MinuteRun {
  readonly from: number
  readonly to: number
}

/** The recorded stretches of the day in order, for the bar. */
export function recordedRuns(day: RecordedDay): readonly MinuteRun[] {
  return [...day.flags.matchAll(/1+/g)].map(({ index, 0: run }) => ({ from: index, to: index + run.length }))
}

/**
 * Where a playback that is requested at `secondOfDay` can begin: there when its minute is recorded, else at the next
 * recorded minute, null when none follows.
 */
export function nearestRecorded(day: RecordedDay, secondOfDay: number): number | null {
  const minute = Math.floor(secondOfDay / 60)
  if (day.flags[minute] === '1') return secondOfDay
  const next = day.flags.indexOf('1', minute)
  return next < 0 ? null : next * 60
}

/** The first recorded minute after the one of `secondOfDay`, as its first second; null when none follows. */
export function nextRecorded(day: RecordedDay, secondOfDay: number): number | null {
  const minute = day.flags.indexOf('1', Math.floor(secondOfDay / 60) + 1)
  return minute < 0 ? null : minute * 60
}

/** `HH:mm:ss` of a second of the day. */
export function timeOfDay(secondOfDay: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(secondOfDay / 3600)}:${two((secondOfDay % 3600) / 60)}:${two(secondOfDay % 60)}`
}

/** Second of the day where its latest recorded minute begins; null when it has none. */
export function latestRecorded(day: RecordedDay): number | null {
  const minute = day.flags.lastIndexOf('1')
  return minute < 0 ? null : minute * 60
}
