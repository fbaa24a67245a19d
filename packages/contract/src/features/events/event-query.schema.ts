// What events are asked for (API2-081, API2-082): every filter may be left out, and all that are given hold together.
import { z } from 'zod'
import { secondsSchema } from '../../envelope/index.ts'

/** The most events of one answer: the largest page (EVT-04). A query without `limit` that finds more is refused, never cut. */
export const EVENT_QUERY_MAX = 10_000

/** A count stops there: more is not looked at by page. */
export const EVENT_COUNT_MAX = 100_000

/** Codes of one query. */
const CODES_MAX = 500

/** By what the answer may be sorted on the server; of equal ones the order in which they were stored. */
export const eventOrders = ['time', 'updatetime', 'appdevid', 'speed', 'checkstatus'] as const
export type EventOrder = (typeof eventOrders)[number]

/** Also as text: older callers send forms. */
const whole = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/, 'is not a whole number')
      .transform(Number),
  ])
  .pipe(z.int().nonnegative())

/** Unix seconds with up to three decimals, as `updatetime` of an event. */
const updateTime = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,12}(\.\d+)?$/, 'is not unix seconds')
      .transform(Number),
  ])
  .pipe(z.number().min(0).max(253_402_300_799))

const flag = z
  .union([z.boolean(), z.literal([0, 1]), z.literal(['0', '1', 'true', 'false', ''])])
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')

const day = z.iso.date('is not a day as YYYY-MM-DD')

const codes = z
  .union([
    z.array(whole),
    z
      .string()
      .regex(/^(\d{1,6}(,\d{1,6})*)?$/, 'is not a list of numbers')
      .transform((text) => (text === '' ? [] : text.split(',').map(Number))),
  ])
  .pipe(z.array(z.int().nonnegative()).max(CODES_MAX, `has more than ${CODES_MAX} codes`))

/** Hours that the time zone of `date`, `afterDate` and `beforeDate` is ahead of UTC. */
const timeZone = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,2}(\.\d+)?$/, 'is not hours')
      .transform(Number),
  ])
  .pipe(z.number().min(-14).max(14))

const filters = {
  /** Empty: of every device. */
  deviceid: z.string().optional(),
  /** Devices in this group or below it. */
  groupid: z.string().optional(),
  /** Event codes; empty: every code. */
  appdevids: codes.optional(),
  /** Unix seconds, both ends included (API1-49). */
  afterTime: secondsSchema.optional(),
  beforeTime: secondsSchema.optional(),
  /** One whole day, or from the first to the last of several. */
  date: day.optional(),
  afterDate: day.optional(),
  beforeDate: day.optional(),
  timeZone: timeZone.optional(),
  /** Updated later than this, to be polled with the latest `updatetime` that was received: nothing is missed. */
  afterUpdatetime: updateTime.optional(),
  serialno: whole.optional(),
  /** Neither end is included. */
  afterSerialno: whole.optional(),
  beforeSerialno: whole.optional(),
  /** Only those with a picture. */
  hasSnapshot: flag.optional(),
}

const isInOrder = (range: { afterTime?: number | undefined; beforeTime?: number | undefined }): boolean =>
  (range.afterTime ?? 0) <= (range.beforeTime ?? Number.MAX_SAFE_INTEGER)

const notInOrder = 'the range ends before it starts'

/** `desc`: the latest first. A page is `limit` events after the first `offset`. */
export const eventQuerySchema = z
  .object({
    ...filters,
    order: z.enum(eventOrders).default('time'),
    desc: flag.default(false),
    limit: whole.pipe(z.number().min(1).max(EVENT_QUERY_MAX)).optional(),
    offset: whole.pipe(z.number().max(EVENT_COUNT_MAX)).default(0),
  })
  .refine(isInOrder, notInOrder)

export type EventQuery = z.output<typeof eventQuerySchema>
/** As it is sent. */
export type EventQueryInput = z.input<typeof eventQuerySchema>

export const eventCountQuerySchema = z.object(filters).refine(isInOrder, notInOrder)

/** At most `EVENT_COUNT_MAX`; with that many there may be more. */
export const eventCountSchema = z.object({ count: z.int() })
