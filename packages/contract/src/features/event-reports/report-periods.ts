import { REPORT_PERIODS } from './event-reports.http.ts'

/** Unix seconds, `[start, end)`. */
export interface ReportPeriod {
  readonly startS: number
  readonly endS: number
}

const DAY_S = 86_400
/** 1970-01-01 was a Thursday: three days after a Monday. */
const MONDAY_DAYS = 3

/**
 * The period that a moment lies in (RPT-29): hours, days from midnight, weeks from Monday, calendar months; another period of N minutes
 * from multiples of N since local midnight of 1970-01-01. `tz` is a fixed offset in seconds: a period has the same length
 * on the days on which clocks change.
 */
export function reportPeriodAt(periodMinutes: number, tz: number, momentS: number): ReportPeriod {
  const localS = momentS + tz
  if (periodMinutes === REPORT_PERIODS.monthly) return month(localS, tz)
  const lengthS = periodMinutes * 60
  const originS = periodMinutes === REPORT_PERIODS.weekly ? -MONDAY_DAYS * DAY_S : 0
  const startS = Math.floor((localS - originS) / lengthS) * lengthS + originS - tz
  return { startS, endS: startS + lengthS }
}

function month(localS: number, tz: number): ReportPeriod {
  const date = new Date(localS * 1000)
  const [year, index] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { startS: Date.UTC(year, index) / 1000 - tz, endS: Date.UTC(year, index + 1) / 1000 - tz }
}

/** `YYYY-MM-DD HH:mm:ss+08:00`. */
export function reportTimeText(timeS: number, tz: number): string {
  const minutes = Math.abs(Math.round(tz / 60))
  const two = (value: number) => String(value).padStart(2, '0')
  const zone = `${tz < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return `${new Date((timeS + tz) * 1000).toISOString().slice(0, 19).replace('T', ' ')}${zone}`
}

/** RPT-30: `{profile}_{type}_{starttime}.csv`, without what a file name cannot have. */
export function reportFileName(
  report: { readonly profile: string; readonly type: string; readonly tz: number },
  startS: number,
): string {
  const name = report.profile.replace(/[\\/:*?"<>|\s]+/g, '-').replace(/^[.-]+/, '') || 'report'
  const start = new Date((startS + report.tz) * 1000).toISOString().slice(0, 16).replace(/[-:]/g, '')
  return `${name}_${report.type}_${start}.csv`
}
