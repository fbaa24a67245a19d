// Belongs here: the steps of a live stream from the request to the first key frame, as the server reports them. Does not:
// the first picture, which only the player sees. On the wire a startup trace is called "ladder", a diagnostic "evidence".
import { z } from 'zod'

/** The steps the server sees, in their order; a player adds "first picture" itself. */
export const startupSteps = ['asked', 'acknowledged', 'connected', 'first-packet', 'first-key-frame'] as const

export const startupStepSchema = z.enum(startupSteps)

/** A step that was reached. */
export const startupEntrySchema = z.object({
  step: startupStepSchema,
  /** Unix ms UTC, of the server's clock. */
  atMs: z.number().int(),
  /** Details in English: the address sent to the device, its answer, where the connection came from, the codec. */
  fact: z.string().optional(),
})

/** An observation that may explain why there is no picture: each kind once, with the latest sentence. */
export const diagnosticSchema = z.object({
  kind: z.enum([
    /** The other stream was requested, because the device did not send this one. */
    'other-stream',
    /** Video arrived with another terminal number, from the address of the device. */
    'number-mismatch',
    /** Video with the device's number arrived from another address than its signalling connection. */
    'foreign-address',
    /** The device sends another channel than the requested one. */
    'other-channel',
    /** The video is neither H.264 nor H.265. */
    'unknown-codec',
    /** Packets arrive without a key frame. */
    'no-key-frame',
    /** Pictures that cannot be decoded: damaged, or without parameter sets. */
    'damaged',
    /** The received bytes are not JT/T 1078. */
    'junk',
  ]),
  atMs: z.number().int(),
  /** How often. */
  count: z.number().int().positive(),
  detail: z.string(),
})

/** Why an attempt failed, and what the user can check. */
export const startupFailureSchema = z.object({
  /** The step that was not reached. */
  step: startupStepSchema,
  atMs: z.number().int(),
  reason: z.enum([
    'offline',
    'refused',
    'no-answer',
    'no-connection',
    'no-media',
    'forbidden',
    'used-up',
    'closed-by-device',
    'transcoder-busy',
    'transcoder-failed',
    'transcoder-absent',
    'transcoder-too-large',
  ]),
  /** What happened and what to check, in English, for the user. */
  detail: z.string(),
})

/**
 * Answers "why is there no picture?": the latest attempt to start a stream of a channel. It is sent on a live socket when the
 * socket opens and at each change until the first key frame arrives; `POST /gkdevice/streamladder` returns it.
 */
export const startupTraceSchema = z.object({
  type: z.literal('ladder'),
  deviceid: z.string(),
  channel: z.number().int(),
  /** 1 main stream, 0 sub stream: the one that the viewer wants. */
  main: z.union([z.literal(0), z.literal(1)]),
  /** Failed attempts in a row before this one. */
  attempt: z.number().int().nonnegative(),
  /** The steps reached in this attempt, in order; a device may connect before it answers, so one may be missing. */
  steps: z.array(startupEntrySchema).max(startupSteps.length),
  /** The next expected step; `null` when all were reached or the attempt failed. */
  waitsFor: startupStepSchema.nullable(),
  failed: startupFailureSchema.nullable(),
  evidence: z.array(diagnosticSchema).max(8),
})

export type StartupStep = (typeof startupSteps)[number]
export type StartupEntry = z.infer<typeof startupEntrySchema>
export type Diagnostic = z.infer<typeof diagnosticSchema>
export type StartupFailure = z.infer<typeof startupFailureSchema>
export type StartupTrace = z.infer<typeof startupTraceSchema>
