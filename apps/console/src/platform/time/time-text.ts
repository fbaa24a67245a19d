/** `YYYY-MM-DD HH:mm:ss` of a moment at an offset from UTC in hours. */
export function shiftedTimeText(unixMs: number, offsetH: number): string {
  return new Date(unixMs + offsetH * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

/** `YYYY-MM-DD HH:mm:ss` in the time zone of the browser (DASH-45, DASH-46). */
export function localTimeText(unixS: number): string {
  const date = new Date(unixS * 1000)
  return shiftedTimeText(date.getTime(), -date.getTimezoneOffset() / 60)
}

/** `YYYY-MM-DD` in the time zone of the browser (FOOT-09). */
export function dayText(unixS: number): string {
  return localTimeText(unixS).slice(0, 10)
}

/** `UTC+08:00`, `UTC+05:30`, `UTC-03:00` (FOOT-05). */
export function zoneLabel(offsetH: number): string {
  const minutes = Math.round(Math.abs(offsetH) * 60)
  const two = (value: number) => String(value).padStart(2, '0')
  return `UTC${offsetH < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** `HH:mm:ss` of a duration; the hours go on beyond 23 (MAP-30, MAP-31). */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}
