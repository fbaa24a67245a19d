/** A time of a day, as it is picked (MP4-25). */
export interface ClockTime {
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** Unix seconds of a time of the day `YYYY-MM-DD`, in the time zone of the browser. */
export function momentS(day: string, { hour, minute, second }: ClockTime): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Math.floor(new Date(year, month - 1, date, hour, minute, second).getTime() / 1000)
}

const FIVE_MINUTES_MS = 300_000

/** The last five minutes that are full, as they are picked in the time zone of the browser; never beyond the end of a day. */
export function lastFiveMinutes(nowMs: number): {
  readonly startS: number
  readonly start: ClockTime
  readonly end: ClockTime
} {
  const startMs = (Math.floor(nowMs / FIVE_MINUTES_MS) - 1) * FIVE_MINUTES_MS
  const [from, to] = [new Date(startMs), new Date(startMs + FIVE_MINUTES_MS)]
  const start = { hour: from.getHours(), minute: from.getMinutes(), second: 0 }
  const end = { hour: to.getHours(), minute: to.getMinutes(), second: 0 }
  const isNextDay = from.getDate() !== to.getDate()
  return { startS: startMs / 1000, start, end: isNextDay ? { hour: 23, minute: 59, second: 59 } : end }
}

/** The mask of a set of channels: bit 0 is channel 1 (MP4-34). */
export function bitsOf(channels: Iterable<number>): number {
  let bits = 0
  for (const channel of channels) bits |= 1 << (channel - 1)
  return bits
}
