import { z } from 'zod'
import { secondsSchema } from '../../envelope/index.ts'

/**
 * `GET /gkserver/performance`: `PerformanceRecord` of a range, the newest first, for every account. `starttime` and `endtime` are unix
 * seconds, both included and at most a day apart; left out: the last 24 hours.
 */
export const performancePath = '/gkserver/performance'

/** What the server measures of its work (PERF-06). */
export const METER_NAMES = ['http', 'vcp', 'jt808', 'stream', 'event'] as const
export type MeterName = (typeof METER_NAMES)[number]

const RANGE_S_MAX = 25 * 3600

export const performanceRequestSchema = z
  .object({ starttime: secondsSchema.optional(), endtime: secondsSchema.optional() })
  .refine(({ starttime, endtime }) => (starttime === undefined) === (endtime === undefined), 'a range has two ends')
  .refine(({ starttime = 0, endtime = 0 }) => starttime <= endtime, 'the range ends before it starts')
  .refine(({ starttime = 0, endtime = 0 }) => endtime - starttime <= RANGE_S_MAX, 'the range is longer than a day')
export type PerformanceRequest = z.infer<typeof performanceRequestSchema>

/** The work of one kind that one server did in a minute. A minute without such work has no record. */
export const performanceRecordSchema = z.object({
  /** Start of the minute, UTC: `2026-09-15T12:34:00Z`. */
  datetime: z.iso.datetime(),
  /** Name of the server. */
  gms: z.string(),
  name: z.enum(METER_NAMES),
  /** Pieces of work. */
  cnt: z.int().positive(),
  /** Seconds. */
  avg: z.number().nonnegative(),
  max: z.number().nonnegative(),
})
export type PerformanceRecord = z.infer<typeof performanceRecordSchema>
export const performanceSchema = z.array(performanceRecordSchema)
