import { z } from 'zod'
import type { Requirement } from '../../access/index.ts'

/** What a device has recorded itself, by time (API1-27, API1-59). */
export const recordListPath = '/gkdevice/recordlist'

export const recordListAccess: Requirement = { anyOf: ['P_repb'] }

export const recordListRequestSchema = z.object({ deviceid: z.string() })

/** How a record came about (REPB-27); the console adds `current` for what is being recorded now (REPB-28). */
export const RecordType = { normal: 0, gSensor: 1, alarm: 2 } as const

export const deviceRecordSchema = z.object({
  /** Unix seconds, `[start, end)`. */
  start: z.number(),
  end: z.number(),
  type: z.union([z.literal(0), z.literal(1), z.literal(2)]),
})

/** Something a device recorded, of any channel (REPB-26). */
export type DeviceRecord = z.infer<typeof deviceRecordSchema>

/** Sorted by `start`. */
export const deviceRecordsSchema = z.array(deviceRecordSchema)
