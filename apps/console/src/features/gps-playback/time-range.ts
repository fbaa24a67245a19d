import { dayDate } from '../../shared/calendar/index.ts'

/** GPSP-07. */
export const dayMinutes = 1440
/** GPSP-08. */
export const stepMinutes = 5

/** Minutes of a day, both ends included. */
export interface MinuteRange {
  readonly from: number
  readonly to: number
}

export const wholeDay: MinuteRange = { from: 0, to: dayMinutes }

/** GPSP-09, GPSP-65: the end of the day is 24:00. */
export function minuteText(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/**
 * The range of the query, unix seconds, both included: from HH:mm:00 to HH:mm:59 of the browser's day; 24:00 is its last second
 * (GPSP-19, GPSP-65).
 */
export function askedRange(day: string, { from, to }: MinuteRange): { readonly beginS: number; readonly endS: number } {
  const lastMinute = Math.min(to, dayMinutes - 1)
  return { beginS: momentOf(day, from) / 1000, endS: momentOf(day, lastMinute) / 1000 + 59 }
}

/** By the clock on the wall: a day on which the clocks are put forward or back has its minutes too. */
function momentOf(day: string, minute: number): number {
  const date = dayDate(day)
  date.setHours(0, minute, 0, 0)
  return date.getTime()
}

/** The range with one end moved; the other end stays behind it. */
export function moved(range: MinuteRange, end: 'from' | 'to', minute: number): MinuteRange {
  if (end === 'from') return { from: Math.min(minute, range.to), to: range.to }
  return { from: range.from, to: Math.max(minute, range.from) }
}
