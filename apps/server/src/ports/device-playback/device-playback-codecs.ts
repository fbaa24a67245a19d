// The bytes of playbacks beside the frames. Raise a version when an older reader would misread the payload.
import { remoteSpeeds } from '@fleetglass/contract/remote-playback'
import { z } from 'zod'
import { defineJsonCodec } from '../../platform/bus/index.ts'

const speed = z.literal(remoteSpeeds)

export const playbackOrderCodec = defineJsonCodec({
  name: 'device playback order',
  version: 1,
  maxBytes: 4 * 1024,
  schema: z.object({
    deviceId: z.string(),
    channel: z.int().min(0).max(0xff),
    owner: z.string(),
    yieldsToOthers: z.boolean().exactOptional(),
    fromMs: z.number(),
    toMs: z.number(),
    mainStream: z.boolean(),
    speed,
  }),
})

/** From the reader to the owning node. */
export const playbackControlCodec = defineJsonCodec({
  name: 'device playback control',
  version: 1,
  maxBytes: 1024,
  schema: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('speed'), speed }),
    z.object({ kind: z.literal('seek'), timeMs: z.number() }),
    z.object({ kind: z.literal('hold'), held: z.boolean() }),
  ]),
})

/** From the owning node to the reader, beside the frames. */
export const playbackStateCodec = defineJsonCodec({
  name: 'device playback state',
  version: 1,
  maxBytes: 16 * 1024,
  schema: z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['asking', 'accepted', 'connected', 'playing', 'ended', 'replaced']) }),
    z.object({
      kind: z.literal('failed'),
      reason: z.enum([
        'offline',
        'no-record',
        'busy',
        'refused',
        'no-answer',
        'no-connection',
        'no-media',
        'closed-by-device',
        'used-up',
        'not-sent',
      ]),
      detail: z.string(),
    }),
  ]),
})
