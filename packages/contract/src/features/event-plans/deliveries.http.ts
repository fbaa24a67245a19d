import { z } from 'zod'
import type { ErrorCode } from '../../errors/index.ts'
import { scriptSchema } from './plan-targets.ts'

/** `POST` lists what push and realtime plans and reports have sent, the newest first; `PUT` sends one again. */
export const eventDeliveriesPath = '/api/event-deliveries'
/** `POST`: with which a receiver checks the signature of what is posted to an address. */
export const webhookSecretPath = '/api/event-deliveries/secret'

/** Rows of one answer. */
export const DELIVERIES_PAGE = 100

/** `reports`: only those of report files. */
export const deliveriesQuerySchema = z.object({
  before: z.int().positive().optional(),
  reports: z.boolean().default(false),
})
/** Answered with the newest of all, or of `reports`. */
export const deliveryAgainSchema = z.object({ id: z.int().positive(), reports: z.boolean().default(false) })
export const webhookSecretQuerySchema = z.object({ script: scriptSchema })
export const webhookSecretSchema = z.object({ secret: z.string() })

/** Ends of an attempt that are neither the answer of an address nor the end of a program, each with a short text. */
export const deliveryEnds = [
  'sent',
  'timeout',
  'unreachable',
  'overflow',
  'not-attempted',
  'script-missing',
  'script-not-executable',
  'script-not-started',
  'report-file-missing',
  'report-file-too-large',
  'mail-not-configured',
  'mail-unreachable',
  'mail-not-encrypted',
  'mail-login-refused',
  'mail-refused',
  'target-not-allowed',
] as const

/** How an attempt ended: `status-200` of an address, `exit-1` of a program. */
export type DeliveryOutcome =
  | (typeof deliveryEnds)[number]
  | `status-${number}`
  | `exit-${number | 'signal'}`
  | ErrorCode

export const eventDeliverySchema = z.object({
  id: z.int(),
  /** `report` and `report-mail`: the file of a report, whose name is `eventname` and whose end is `eventtime`; it has no device. */
  kind: z.enum(['webhook', 'script', 'mail', 'report', 'report-mail']),
  /** An address, a file name, or a comma list of mail addresses. */
  target: z.string(),
  plan: z.string(),
  deviceid: z.string(),
  eventname: z.string(),
  /** A number of the catalogue; 0: a report. */
  eventid: z.int(),
  /** Unix seconds. */
  eventtime: z.int(),
  state: z.enum(['waiting', 'done', 'failed']),
  attempts: z.int(),
  created: z.int(),
  /** Of the last attempt; null before the first. */
  tried: z.int().nullable(),
  /** Of the next attempt, while it waits. */
  due: z.int().nullable(),
  /** A `DeliveryOutcome`; empty before the first attempt. */
  outcome: z.string(),
  /** What the other side said. */
  detail: z.string(),
})
export type EventDelivery = Readonly<z.infer<typeof eventDeliverySchema>>
export const eventDeliveriesSchema = z.array(eventDeliverySchema)
