// How far devices drove, half hour by half hour: the rows of the mileage report (MILE-11 to MILE-14).
import { z } from 'zod'
import type { Requirement } from '../../access/index.ts'
import { secondsSchema } from '../../envelope/index.ts'
import { MILEAGE_DAYS_S_MAX, SLOT_S } from './mileage-days.ts'

/**
 * `POST /gkmileage/mileagequery`: `afterTime` and `beforeTime` (unix seconds, both included), and one device (`deviceid`) or,
 * without, all that the caller sees; more than `MILEAGE_ROWS_MAX` are refused with `too-many-half-hours`. A list of `MileageSlot`, by device and time; half hours without a movement are left out.
 */
export const mileageSlotsPath = '/gkmileage/mileagequery'

/** A row has a distance and no place: it is a report, and opens with the page of the report (RIGHT2-20). */
export const mileageSlotsAccess: Requirement = { anyOf: ['F_event'] }

/** Seconds from the start of a row to its end (MILE-13). */
export const MILEAGE_SLOT_S = 1800

/** Most devices times half hours of one answer: a month of 670 vehicles. A browser holds the rows that have a movement. */
export const MILEAGE_ROWS_MAX = 1_000_000

export const mileageSlotsRequestSchema = z
  .object({
    deviceid: z.string().optional(),
    afterTime: secondsSchema,
    beforeTime: secondsSchema,
    /** Offset from UTC in seconds that makes `date`. */
    tz: z.number().int().min(-43_200).max(50_400).default(0),
  })
  .refine(({ afterTime, beforeTime }) => afterTime <= beforeTime, 'the range ends before it starts')
  .refine(
    ({ afterTime, beforeTime }) => beforeTime - afterTime <= MILEAGE_DAYS_S_MAX,
    'the range is longer than 92 days',
  )

export type MileageSlotsRequest = z.infer<typeof mileageSlotsRequestSchema>

/** One device in one half hour in which it moved. */
export const mileageSlotSchema = z.object({
  deviceid: z.string(),
  /** Millimetres. */
  distance: z.int(),
  /** Unix seconds of the begin of the half hour. */
  starttime: z.int(),
  /** YYYY-MM-DD of `starttime` in the zone that was asked. */
  date: z.string(),
})

export type MileageSlot = z.infer<typeof mileageSlotSchema>

export const mileageSlotsSchema = z.array(mileageSlotSchema)

/**
 * The quarters of an hour whose sums make the rows, `[from, to)`. Half hours begin with the quarter of `afterTime`, so that those
 * of a day begin at its midnight in every time zone.
 */
export function slotsOfRange({ afterTime, beforeTime }: Pick<MileageSlotsRequest, 'afterTime' | 'beforeTime'>): {
  readonly from: number
  readonly to: number
} {
  return { from: Math.floor(afterTime / SLOT_S), to: Math.floor(beforeTime / SLOT_S) + 1 }
}
