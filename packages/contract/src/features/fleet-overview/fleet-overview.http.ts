// What the fleet did in a period, compared with the period before.
import { z } from 'zod'
import type { Requirement } from '../../access/index.ts'
import { secondsSchema } from '../../envelope/index.ts'
import { EventCode } from '../events/index.ts'
import { SLOT_S } from '../tracks/index.ts'

/** `POST`: the figures of the devices that the caller sees. */
export const fleetOverviewPath = '/api/fleet-overview'

/** As the reports that its figures are from: distances and counts, no place. */
export const fleetOverviewAccess: Requirement = { anyOf: ['F_event'] }

export const OVERVIEW_PARTS_MAX = 32
const OVERVIEW_S_MAX = 32 * 86_400
export const OVERVIEW_VEHICLES_MAX = 5_000
export const OVERVIEW_KINDS_MAX = 100
export const OVERVIEW_ATTENTION_MAX = 1_000
/** A device that is offline for so long needs attention. */
export const LONG_OFFLINE_S = 86_400

const quarter = secondsSchema.refine((seconds) => seconds % SLOT_S === 0, 'is no whole quarter of an hour')
const isRising = (times: readonly number[]): boolean =>
  times.every((time, at) => at === 0 || time > (times[at - 1] ?? time))
const spanS = (times: readonly number[]): number => (times.at(-1) ?? 0) - (times[0] ?? 0)

/** Unix seconds of whole quarters of an hour, which sums are kept of. */
export const fleetOverviewRequestSchema = z.object({
  /** One device; left out: all that the caller sees. */
  deviceid: z.string().optional(),
  /** Where the parts of the period begin, and where the last one ends. */
  parts: z
    .array(quarter)
    .min(2)
    .max(OVERVIEW_PARTS_MAX + 1)
    .refine(isRising, 'the parts are not in order')
    .refine((times) => spanS(times) <= OVERVIEW_S_MAX, 'the period is longer than 32 days'),
  /** `[start, end)` of what it is compared with. */
  before: z
    .tuple([quarter, quarter])
    .refine(([start, end]) => start <= end, 'the period before ends before it starts')
    .refine((times) => spanS(times) <= OVERVIEW_S_MAX, 'the period before is longer than 32 days'),
})
export type FleetOverviewRequest = z.infer<typeof fleetOverviewRequestSchema>

const figuresSchema = z.object({
  /** Millimetres. */
  distance: z.int(),
  /** Seconds. */
  driving: z.int(),
  idle: z.int(),
  events: z.int(),
  /** Minutes in which at least one channel was recorded. */
  recorded: z.int(),
})
export type OverviewFigures = z.infer<typeof figuresSchema>

/** Why a device needs attention. */
export const attentionReasons = ['offline', 'disk', 'camera', 'clock'] as const
export type AttentionReason = (typeof attentionReasons)[number]

/** The events that show why a device needs attention. */
export const attentionCodes = {
  disk: [EventCode.diskError],
  camera: [EventCode.videoLoss, EventCode.videoLossAlarm],
} as const satisfies Partial<Record<AttentionReason, readonly number[]>>

/** The figures of all vehicles over a period. */
const periodSchema = figuresSchema.extend({
  /** Minutes of the period times devices, up to the present one: all that could be recorded. */
  minutes: z.int(),
  /** Devices that needed attention. Offline is known of the present only: null of another time. */
  attention: z.object({ offline: z.int().nullable(), disk: z.int(), camera: z.int(), clock: z.int() }),
})
export type OverviewPeriod = z.infer<typeof periodSchema>

export const fleetOverviewSchema = z.object({
  /** How many devices the figures are of. */
  devices: z.int(),
  period: periodSchema,
  before: periodSchema,
  /** One for each part, by time. */
  parts: z.array(figuresSchema),
  /** Those that did something, the farthest first. */
  vehicles: z.array(figuresSchema.extend({ deviceid: z.string() })),
  /** The most frequent first. */
  kinds: z.array(z.object({ code: z.int(), count: z.int(), before: z.int() })),
  attention: z.array(
    z.object({
      deviceid: z.string(),
      reason: z.enum(attentionReasons),
      /** Events or positions in the period; 0 where only the present state shows it. */
      count: z.int(),
      /** Unix seconds of the newest of them; of an offline device when it was last online; null: never, or not known. */
      last: z.int().nullable(),
    }),
  ),
})
export type FleetOverview = z.infer<typeof fleetOverviewSchema>
export type OverviewVehicle = FleetOverview['vehicles'][number]
export type OverviewKind = FleetOverview['kinds'][number]
export type OverviewAttention = FleetOverview['attention'][number]
