/** Days of the browser's time zone, as `YYYY-MM-DD` and as moments. */

/** The first second of a local day, unix seconds. */
export function dayStartS(day: string): number {
  return dayDate(day).getTime() / 1000
}

/** Midnight of a local day, as calendars want it. */
export function dayDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

/** The local day of a moment. */
export function dayOf(unixMs: number): string {
  return dayName(new Date(unixMs))
}

export function dayName(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The day `steps` later; negative: earlier. */
export function dayAfter(day: string, steps: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return dayName(new Date(year, month - 1, date + steps))
}

/** Whether a text names a day that exists. */
export function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && dayName(dayDate(text)) === text
}

/** Seconds that the browser's clocks are ahead of UTC at a moment. */
export function utcOffsetS(unixMs: number): number {
  return -new Date(unixMs).getTimezoneOffset() * 60
}
