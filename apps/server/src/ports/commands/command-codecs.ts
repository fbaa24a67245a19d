// The bytes of commands and their results on the bus. Raise a version when an older reader would misread the payload.
import { z } from 'zod'
import { defineJsonCodec } from '../../platform/bus/index.ts'
import { commandResultSchema, deviceCommandSchema } from './device-command.schema.ts'

/** 255 parameters of 255 bytes in base64 are 90 kB. */
const MAX_COMMAND_BYTES = 128 * 1024

/** A device's list of recordings or its picture; a packet set that a device sends holds at most 4 MiB too. */
const MAX_RESULT_BYTES = 4 * 1024 * 1024

/** No command of ours waits longer for its answer. */
const MAX_TIMEOUT_MS = 10 * 60_000

export const commandRequestCodec = defineJsonCodec({
  name: 'device command',
  version: 1,
  maxBytes: MAX_COMMAND_BYTES,
  schema: z.object({ command: deviceCommandSchema, timeoutMs: z.number().min(0).max(MAX_TIMEOUT_MS) }),
})

export const commandReplyCodec = defineJsonCodec({
  name: 'device command result',
  version: 1,
  maxBytes: MAX_RESULT_BYTES,
  schema: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), result: commandResultSchema }),
    /** The owning node could not carry the command out. */
    z.object({ ok: z.literal(false), reason: z.string() }),
  ]),
})
