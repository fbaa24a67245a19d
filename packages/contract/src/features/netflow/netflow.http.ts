import { z } from 'zod'
import { secondsSchema } from '../../envelope/index.ts'

/**
 * `POST /gklog/netflow`: `starttime` and `endtime` (unix seconds, both included). A list of `NetflowDay`, by device and day, of the
 * devices that the caller sees; for every account (RIGHT2-34). Days begin at midnight of the server.
 */
export const netflowPath = '/gklog/netflow'

/** More than the longest month with the hour of a change to winter time. */
const NETFLOW_RANGE_S_MAX = 32 * 86_400

export const netflowRequestSchema = z
  .object({ starttime: secondsSchema, endtime: secondsSchema })
  .refine(({ starttime, endtime }) => starttime <= endtime, 'the range ends before it starts')
  .refine(({ starttime, endtime }) => endtime - starttime <= NETFLOW_RANGE_S_MAX, 'the range is longer than a month')

export type NetflowRequest = z.infer<typeof netflowRequestSchema>

/** What one device moved on one day. */
export const netflowDaySchema = z.object({
  deviceid: z.string(),
  /** Unix seconds of the midnight at which the day began at the server. */
  starttime: z.int(),
  /** Bytes from the device to the server, and back. */
  flowin: z.int(),
  flowout: z.int(),
})

export type NetflowDay = z.infer<typeof netflowDaySchema>

export const netflowSchema = z.array(netflowDaySchema)

const DAY_S = 86_400

/**
 * The days of a range, both included, in days since 1970 of a zone that is `offsetS` ahead of UTC: those of which the noon lies in
 * the range, so that a month of another zone has its own days and no others.
 */
export function daysOfRange(
  { starttime, endtime }: NetflowRequest,
  offsetS: number,
): { readonly first: number; readonly last: number } {
  const first = Math.ceil((starttime + offsetS - DAY_S / 2) / DAY_S)
  const last = Math.floor((endtime + offsetS - DAY_S / 2) / DAY_S)
  return { first, last }
}
