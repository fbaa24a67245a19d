// The bytes of device state on the bus. Raise a version when an older reader would misread the payload.
import { z } from 'zod'
import { defineJsonCodec } from '../../platform/bus/index.ts'
import {
  connectionChangeSchema,
  deviceReportSchema,
  identityReportSchema,
  recordingChangeSchema,
  upgradeReportSchema,
} from './device-state.schema.ts'

/** Changes of one batch; a report is some 300 bytes. */
export const MAX_BATCH_CHANGES = 1_000

const deviceId = z.string().min(1).max(64)

export const changeBatchCodec = defineJsonCodec({
  name: 'device state batch',
  version: 1,
  maxBytes: 1024 * 1024,
  schema: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({ deviceId, kind: z.literal('connection'), change: connectionChangeSchema }),
        z.object({ deviceId, kind: z.literal('report'), change: deviceReportSchema }),
        z.object({ deviceId, kind: z.literal('recording'), change: recordingChangeSchema }),
      ]),
    )
    .max(MAX_BATCH_CHANGES),
})

export type BatchedChange = Parameters<typeof changeBatchCodec.encode>[0][number]

/** Devices of one node. */
const MAX_DEVICES = 50_000

/** All devices that are connected to a node, after what it published of them again. */
export const deviceListCodec = defineJsonCodec({
  name: 'devices of a node',
  version: 1,
  maxBytes: 4 * 1024 * 1024,
  schema: z.array(deviceId).max(MAX_DEVICES),
})

/** One identity, to the node that stores it. */
export const identityCodec = defineJsonCodec({
  name: 'device identity',
  version: 1,
  maxBytes: 16 * 1024,
  schema: z.object({ deviceId, change: identityReportSchema }),
})

/** One result of an upgrade, to the node that stores it. */
export const upgradeCodec = defineJsonCodec({
  name: 'device upgrade',
  version: 1,
  maxBytes: 1024,
  schema: z.object({ deviceId, change: upgradeReportSchema }),
})

export const storedReplyCodec = defineJsonCodec({
  name: 'device identity result',
  version: 1,
  maxBytes: 4 * 1024,
  schema: z.discriminatedUnion('stored', [
    z.object({ stored: z.literal(true) }),
    z.object({ stored: z.literal(false), reason: z.string().max(1_000) }),
  ]),
})
