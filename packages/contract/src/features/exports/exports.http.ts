// The recorder's room: what is kept for ever because somebody said so, what goes first, and when the disk is full.
import { z } from 'zod'
import type { Requirement } from '../../access/index.ts'

/** `GET` lists the locks of a device, `POST` locks a range, `DELETE` unlocks it. */
export const recordingLocksPath = '/api/recording-locks'
/** `GET` returns the disk space, what is deleted first and when the disk will be full. */
export const recordingSpacePath = '/api/recording-room'

/** Locking keeps bytes on everybody's disk. */
export const lockAccess: Requirement = { permissionBelow: 2, anyOf: ['P_lopb', 'P_gppb'] }

/** Characters. */
export const LOCK_REASON_MAX = 255

const unixS = z.number().int().nonnegative().max(99_999_999_999)

/** What is locked: `[start, end)` unix seconds of one channel, or of all (0). */
export const lockRequestSchema = z
  .object({
    deviceid: z.string(),
    ch: z.number().int().min(0).max(255),
    start: unixS,
    end: unixS,
    reason: z.string().trim().max(LOCK_REASON_MAX, `has more than ${LOCK_REASON_MAX} characters`),
  })
  .refine(({ start, end }) => start < end, { message: 'the end is not behind the start', path: ['end'] })
export type LockRequest = z.infer<typeof lockRequestSchema>

export const lockListRequestSchema = z.object({ deviceid: z.string() })
export const unlockRequestSchema = z.object({ deviceid: z.string(), id: z.number().int() })

/** A range that is never deleted. */
export const recordingLockSchema = z.object({
  id: z.number().int(),
  deviceid: z.string(),
  /** 0: all channels. */
  ch: z.number().int(),
  /** Unix seconds, `[start, end)`. */
  start: z.number().int(),
  end: z.number().int(),
  /** Who locked it and when. */
  user: z.string(),
  reason: z.string(),
  time: z.number().int(),
})
export type RecordingLock = z.infer<typeof recordingLockSchema>
export const recordingLocksSchema = z.array(recordingLockSchema)

export const recordingSpaceSchema = z.object({
  freeBytes: z.number(),
  /** Below this the oldest recordings are deleted. */
  floorBytes: z.number(),
  /** Of all devices, as the next two: null for a caller who does not see all of them. */
  usedBytes: z.number().nullable(),
  lockedBytes: z.number().nullable(),
  /** What was recorded in the last 24 hours. */
  bytesPerDay: z.number().nullable(),
  /** Unix seconds when the room is used up at this rate; null when as much goes by its age as comes. */
  full: z.number().nullable(),
  /** What is deleted first; null when nothing is recorded, or for a device that the caller does not see. */
  first: z
    .object({
      deviceid: z.string(),
      start: z.number(),
      /** Unix seconds when its days are over. */
      goes: z.number(),
    })
    .nullable(),
  /** Why nothing is recorded now. */
  stopped: z.enum(['full', 'failing']).nullable(),
})
export type RecordingSpace = z.infer<typeof recordingSpaceSchema>
