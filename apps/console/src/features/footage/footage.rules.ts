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

/** The mask of a set of channels: bit 0 is channel 1 (MP4-34). */
export function bitsOf(channels: Iterable<number>): number {
  let bits = 0
  for (const channel of channels) bits |= 1 << (channel - 1)
  return bits
}
