import { z } from 'zod'
import { MAX_OFFSET_S, MINUTES_A_DAY } from './playback.vcp.ts'

/** Which minutes of one local day have a recording (API1-51). */
export const recordInfoPath = '/gkdevice/recordinfo'
/** Which days of one local month have one (API1-52). */
export const recordDaysPath = '/gkdevice/recorddays'
/** What of a range is recorded of each channel. */
export const recordRangesPath = '/gkdevice/recordranges'

const tz = z
  .number()
  .int('is not whole seconds')
  .min(-MAX_OFFSET_S, 'is no offset from UTC')
  .max(MAX_OFFSET_S, 'is no offset from UTC')

export const recordInfoRequestSchema = z.object({
  deviceid: z.string(),
  date: z.string().refine((date) => dateStartMs(date) !== null, 'is no date like 2026-09-01'),
  /** Seconds that the local clocks are ahead of UTC. */
  tz,
})

const hourSchema = z.object({
  /** Two digits. */
  hourLabel: z.string(),
  /** 60 values, 1 where the minute has a recording of any channel. */
  raw: z.array(z.union([z.literal(0), z.literal(1)])).length(60),
})

/** LOPB-36, LOPB-39: one entry for each of the 24 hours. */
export const recordInfoSchema = z.object({
  hasData: z.boolean(),
  hasError: z.boolean(),
  message: z.string(),
  data: z.array(hourSchema).length(24),
})

export type RecordInfo = z.infer<typeof recordInfoSchema>

/** The answer from the 1440 flags of the day; `message` says when there is nothing (LOPB-38). */
export function recordInfo(flags: string, of: { readonly deviceid: string; readonly date: string }): RecordInfo {
  const hasData = flags.includes('1')
  const data = Array.from({ length: MINUTES_A_DAY / 60 }, (_, hour) => ({
    hourLabel: String(hour).padStart(2, '0'),
    raw: Array.from(flags.slice(hour * 60, hour * 60 + 60), (flag) => (flag === '1' ? 1 : 0)),
  }))
  return { hasData, hasError: false, message: hasData ? '' : `${of.deviceid} has no record on ${of.date}`, data }
}

export const recordDaysRequestSchema = z.object({
  deviceid: z.string(),
  month: z.string().refine((month) => dateStartMs(`${month}-01`) !== null, 'is no month like 2026-09'),
  tz,
})

export const recordDaysSchema = z.object({ days: z.array(z.number().int().min(1).max(31)) })

/** The longest range of one `recordranges`: a day, whatever the clocks do on it, and what lies beside it. */
export const RANGES_S_MAX = 3 * 86_400

const unixS = z.number().int('is not whole seconds').nonnegative('is before 1970').max(253_402_300_799)

export const recordRangesRequestSchema = z
  .object({ deviceid: z.string(), start: unixS, end: unixS })
  .refine(({ start, end }) => start < end, 'the range ends before it starts')
  .refine(({ start, end }) => end - start <= RANGES_S_MAX, 'the range is longer than 3 days')

/** `[start, end)`, unix seconds with a fraction, by time; what lies between two is a gap. */
export const recordRangesSchema = z.object({
  channels: z.array(
    z.object({ channel: z.number().int(), ranges: z.array(z.tuple([z.number(), z.number()]).readonly()).readonly() }),
  ),
})

export type RecordRanges = z.infer<typeof recordRangesSchema>

/** The first moment of a UTC date, unix ms; null when there is no such date. */
export function dateStartMs(date: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null
  const startMs = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(startMs) || !new Date(startMs).toISOString().startsWith(date) ? null : startMs
}
