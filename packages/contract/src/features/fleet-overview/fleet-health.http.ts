// How each device is now, those that need work first.
import { z } from 'zod'
import { secondsSchema } from '../../envelope/index.ts'
import { SLOT_S } from '../tracks/index.ts'
import { type AttentionReason, attentionReasons } from './fleet-overview.http.ts'

/** `POST`: a page of the devices that the caller sees. */
export const fleetHealthPath = '/api/fleet-health'

/** As the list of devices, which has most of it: connection, signal, cards and health. */
export const fleetHealthAccess = 'login' as const

export const HEALTH_PAGE_MAX = 100
/** The page reads it again so often while it is open and seen. */
export const HEALTH_PERIOD_MS = 15_000
/** Seven days of the browser, which may have 25 hours, and today. */
export const HEALTH_HOURS_MAX = 8 * 25
/** Conditions and clocks of devices that said nothing since the server runs are those of this time. */
export const HEALTH_STORED_S = 7 * 86_400

export const healthOrders = ['need', 'name', 'contact', 'signal', 'clock', 'firmware'] as const
export type HealthOrder = (typeof healthOrders)[number]

export const fleetHealthRequestSchema = z.object({
  /** A group and those below it; left out: all. */
  group: z.string().max(20).optional(),
  /** Part of the id, the memo, the plate, the driver or the firmware. */
  search: z.string().max(100).default(''),
  /** Only devices with this reason. */
  reason: z.enum(attentionReasons).optional(),
  order: z.enum(healthOrders).default('need'),
  desc: z.boolean().default(false),
  offset: z.int().nonnegative().default(0),
  limit: z.int().min(1).max(HEALTH_PAGE_MAX).default(50),
  /** Where the hours of recording coverage begin. */
  since: secondsSchema.refine((seconds) => seconds % SLOT_S === 0, 'is no whole quarter of an hour'),
})
export type FleetHealthRequest = z.infer<typeof fleetHealthRequestSchema>

const healthDeviceSchema = z.object({
  deviceid: z.string(),
  /** Why it needs work, the most urgent first; empty: it does not. */
  reasons: z.array(z.enum(attentionReasons)),
  online: z.boolean(),
  /** Unix seconds of the last sign of life; null: there never was one. */
  contact: z.int().nullable(),
  /** Percent. */
  signal: z.int().nullable(),
  /** Health of the card in each slot: percent, -1 no card, -2 not known. */
  cards: z.tuple([z.int(), z.int()]),
  /** Slots whose card reports a fault. Empty with the reason `disk`: the device does not say which. */
  faultyCards: z.array(z.int()),
  /** Channels that are switched on. */
  cameras: z.int(),
  /** Those of them without picture. Empty with the reason `camera`: the device does not say which. */
  lost: z.array(z.int()),
  /** Seconds that the clock of the device is ahead of the server's; null: not known. */
  clock: z.int().nullable(),
  firmware: z.string(),
  model: z.string(),
  /** Minutes that were recorded, by hours from `since` to the present one. */
  recorded: z.array(z.int()),
})
export type HealthDevice = z.infer<typeof healthDeviceSchema>

const totals = Object.fromEntries(attentionReasons.map((reason) => [reason, z.int()])) as Record<
  AttentionReason,
  z.ZodInt
>

export const fleetHealthSchema = z.object({
  /** Unix seconds of the server. */
  now: z.int(),
  /** How many devices the group and the search leave, how many of them need work, and how many for which reason. */
  devices: z.int(),
  needing: z.int(),
  reasons: z.object(totals),
  /** How many devices there are to page through: with `reason` fewer than `devices`. */
  found: z.int(),
  rows: z.array(healthDeviceSchema),
})
export type FleetHealth = z.infer<typeof fleetHealthSchema>
