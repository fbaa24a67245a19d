// Belongs here: the way of a live picture from the question to the first key frame, as the server tells it. Does not:
// the first picture, which only the player sees.
import { z } from 'zod'

/** The steps the server sees, in their order; a player adds "first picture" itself. */
export const ladderSteps = ['asked', 'acknowledged', 'connected', 'first-packet', 'first-key-frame'] as const

export const ladderStepSchema = z.enum(ladderSteps)

/** A step that was reached. */
export const ladderEntrySchema = z.object({
  step: ladderStepSchema,
  /** Unix ms UTC, of the server's clock. */
  atMs: z.number().int(),
  /** What is known of it, in English: the address told to the device, its answer, where it came from, the codec. */
  fact: z.string().optional(),
})

/** What happened beside the steps and may be the reason: each kind once, with the latest sentence. */
export const ladderEvidenceSchema = z.object({
  kind: z.enum([
    /** The other stream was asked for, since the device did not send this one. */
    'other-stream',
    /** Video came under a number that is not the device's; told by the address it came from. */
    'number-mismatch',
    /** Video with the device's number came from an address that its own connection does not have. */
    'foreign-address',
    /** The device sends another channel than the one that was asked for. */
    'other-channel',
    /** Video came in a coding that is neither H.264 nor H.265. */
    'unknown-codec',
    /** Packets come, and no key frame in them. */
    'no-key-frame',
    /** Pictures that cannot be decoded: damaged, or without parameter sets. */
    'damaged',
    /** What came is not JT/T 1078. */
    'junk',
  ]),
  atMs: z.number().int(),
  /** How often. */
  count: z.number().int().positive(),
  detail: z.string(),
})

/** Why a try ended, and what a person can look at. */
export const ladderFailureSchema = z.object({
  /** The step that did not come. */
  step: ladderStepSchema,
  atMs: z.number().int(),
  reason: z.enum([
    'offline',
    'refused',
    'no-answer',
    'no-connection',
    'no-media',
    'forbidden',
    'closed-by-device',
    'transcoder-busy',
    'transcoder-failed',
  ]),
  /** What is known and what to check, in English, for the person who waits. */
  detail: z.string(),
})

/**
 * "Why is there no picture?": the latest try to get a stream of a channel. Sent on a live socket when it opens and whenever
 * it changes, as long as the key frame has not come and when it comes; asked for with `POST /gkdevice/streamladder`.
 */
export const streamLadderSchema = z.object({
  type: z.literal('ladder'),
  deviceid: z.string(),
  channel: z.number().int(),
  /** 1 main stream, 0 sub stream: the one that the viewer wants. */
  main: z.union([z.literal(0), z.literal(1)]),
  /** Tries before this one that failed in a row. */
  attempt: z.number().int().nonnegative(),
  /** The steps reached in this try, in their order; a device may connect before it answers, so one may be missing. */
  steps: z.array(ladderEntrySchema).max(ladderSteps.length),
  /** The step that is waited for; `null` when all were reached or the try failed. */
  waitsFor: ladderStepSchema.nullable(),
  failed: ladderFailureSchema.nullable(),
  evidence: z.array(ladderEvidenceSchema).max(8),
})

export type LadderStep = (typeof ladderSteps)[number]
export type LadderEntry = z.infer<typeof ladderEntrySchema>
export type LadderEvidence = z.infer<typeof ladderEvidenceSchema>
export type LadderFailure = z.infer<typeof ladderFailureSchema>
export type StreamLadder = z.infer<typeof streamLadderSchema>
