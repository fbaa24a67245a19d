// The days of daylight saving: how clicks choose them, and how they are moments in the device's time zone.

/** Days as `YYYY-MM-DD`; empty: not chosen. */
export interface DayRange {
  readonly start: string
  readonly end: string
}

export const noDays: DayRange = { start: '', end: '' }

const DAY_S = 86_400

/** RDEV-053 … 056, RDEV-100: first the start, then the end, swapped when it is earlier; then whichever is nearer, the end of equals. */
export function clickedDay({ start, end }: DayRange, day: string): DayRange {
  if (start === '' && end === '') return { start: day, end: '' }
  if (start === '' || end === '') return ordered(start === '' ? end : start, day)
  return distance(day, start) < distance(day, end) ? ordered(day, end) : ordered(start, day)
}

function ordered(a: string, b: string): DayRange {
  return a <= b ? { start: a, end: b } : { start: b, end: a }
}

function distance(a: string, b: string): number {
  return Math.abs(Date.parse(a) - Date.parse(b))
}

/** RDEV-100: the start is the first second of its day and the end the last of its own; a day that is not chosen is 0. */
export function summerText(enabled: boolean, { start, end }: DayRange, zoneS: number): string {
  const startS = start === '' ? 0 : midnightS(start, zoneS)
  const endS = end === '' ? 0 : midnightS(end, zoneS) + DAY_S - 1
  return `${enabled ? 1 : 0},${startS},${endS}`
}

/** The way back. */
export function summerDays(summer: { readonly startS: number; readonly endS: number }, zoneS: number): DayRange {
  return { start: dayAt(summer.startS, zoneS), end: dayAt(summer.endS, zoneS) }
}

function midnightS(day: string, zoneS: number): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000 - zoneS
}

function dayAt(unixS: number, zoneS: number): string {
  return unixS === 0 ? '' : new Date((unixS + zoneS) * 1000).toISOString().slice(0, 10)
}
