// Belongs here: what a node publishes of the devices connected to it. One entry per kind of change.
import { z } from 'zod'

const nullableNumber = z.number().nullable()

const deviceFixSchema = z.object({
  /** Unix seconds, UTC. */
  timeS: z.number(),
  latE6: z.int(),
  lngE6: z.int(),
  speedKmh: z.number(),
  headingDeg: z.number(),
})

/** What one position or status message says of the present; what it does not say is left out. */
export const deviceReportSchema = z.object({
  fix: deviceFixSchema.nullable().exactOptional(),
  accOn: z.boolean().nullable().exactOptional(),
  voltageDecivolt: nullableNumber.exactOptional(),
  voltagePercent: nullableNumber.exactOptional(),
  /** Radio signal, percent. */
  signalPercent: nullableNumber.exactOptional(),
  satellites: nullableNumber.exactOptional(),
  temperaturesDecidegree: z.array(z.number()).max(0xff).readonly().exactOptional(),
  /** Percent, or which parts the device reports as faulty. */
  health: z.string().exactOptional(),
  /** The alarm bit of a faulty camera; it does not say which. */
  hasCameraFault: z.boolean().exactOptional(),
  /** Health of the card in each slot: percent, -1 no card, -2 not known. */
  smart: z.tuple([z.number(), z.number()]).readonly().exactOptional(),
  /** Channels without picture (bit n-1 is channel n), and when it was reported, unix seconds. */
  videoLoss: z.object({ channelBits: z.int(), atS: z.int() }).readonly().exactOptional(),
  /** Seconds that the clock of the device is ahead of the server's. */
  clockOffsetS: z.int().exactOptional(),
})

/** What the device says it is, by the message that said it. */
export const identityReportSchema = z.discriminatedUnion('source', [
  z.object({
    source: z.literal('registration'),
    maker: z.string(),
    model: z.string(),
    terminalId: z.string(),
    plate: z.string(),
  }),
  z.object({
    source: z.literal('attributes'),
    maker: z.string(),
    model: z.string(),
    terminalId: z.string(),
    iccid: z.string(),
    hardware: z.string(),
    firmware: z.string(),
  }),
  /** The driver's card as it was read. */
  z.object({ source: z.literal('driverCard'), driver: z.string(), licence: z.string() }),
])

/** How the upgrade of a device ended, as it says. */
export const upgradeReportSchema = z.object({ result: z.enum(['done', 'failed', 'cancelled']) })

export const connectionChangeSchema = z.object({
  registered: z.boolean(),
  online: z.boolean(),
  /** It was published before: for a node that may have missed it. */
  again: z.literal(true).exactOptional(),
})
export const recordingChangeSchema = z.object({ recording: z.boolean() })

export type DeviceFix = z.output<typeof deviceFixSchema>
export type DeviceReport = z.output<typeof deviceReportSchema>
export type IdentityReport = z.output<typeof identityReportSchema>
export type UpgradeReport = z.output<typeof upgradeReportSchema>
export type ConnectionChange = z.output<typeof connectionChangeSchema>
export type RecordingChange = z.output<typeof recordingChangeSchema>
