import { z } from 'zod'
import { firmwareTargetSchema, firmwareUrlSchema } from './firmware-plans.http.ts'
import { firmwareMemoSchema } from './firmware-store.http.ts'
import { firmwareFailures } from './firmware-updates.http.ts'

/**
 * A rollout brings a version to many devices in waves. `GET` lists the rollouts, `POST` starts one, `PUT` pauses, resumes or stops one, `DELETE`
 * removes one that has ended; each answers with the whole list. `GET {path}/{rolloutid}` answers with one and its devices.
 */
export const firmwareRolloutsPath = '/gkdevice/firmwarerollout'

export const FIRMWARE_ROLLOUTS_MAX = 100
export const FIRMWARE_ROLLOUT_DEVICES_MAX = 10_000
export const FIRMWARE_WAVE_MAX = 1_000
/** Devices that were not online in this time are skipped, and the rollout ends. */
export const FIRMWARE_ROLLOUT_DAYS = 30

/** `paused` goes on with `resume`; `stopped` and `done` have ended. */
export const rolloutStates = ['running', 'paused', 'stopped', 'done'] as const
export type RolloutState = (typeof rolloutStates)[number]

/** `waiting`: its wave has not come, or it is offline. */
export const rolloutDeviceStates = ['waiting', 'running', 'done', 'failed', 'skipped'] as const
export type RolloutDeviceState = (typeof rolloutDeviceStates)[number]

/** Why a device was skipped. */
export const rolloutSkips = [
  /** It has the target already. */
  'same-version',
  /** The model part of its version is another one than that of the target. */
  'other-model',
  /** It was removed from the server. */
  'removed',
  /** It was not online in `FIRMWARE_ROLLOUT_DAYS`. */
  'never-online',
  /** The rollout was stopped before its turn. */
  'stopped',
] as const
export type RolloutSkip = (typeof rolloutSkips)[number]

const count = z.number().int()

export const firmwareRolloutSchema = z.object({
  rolloutid: z.number().int(),
  /** The version to reach. */
  targetfw: z.string(),
  url: z.string(),
  memo: z.string(),
  state: z.enum(rolloutStates),
  /** Why it is paused: empty unless it is. */
  pausedby: z.enum(['', 'user', 'failures']),
  /** Devices of the first wave; each further wave is twice as large as the one before, up to `FIRMWARE_WAVE_MAX`. */
  firstwave: count,
  /** Percent: it pauses when of the devices since the start or the latest resume at least so many fail. */
  failurelimit: count,
  /** The wave that runs, from 1; 0 before the first device has started. */
  wave: count,
  /** Devices by their state, of those that the caller sees. */
  waiting: count,
  running: count,
  done: count,
  failed: count,
  skipped: count,
  /** Unix seconds. */
  begintime: z.number(),
  /** Unix seconds of the latest change. */
  updatetime: z.number(),
  /** Whether the caller sees all of its devices, and so may pause, resume, stop and remove it. */
  editable: z.boolean(),
})
export const firmwareRolloutsSchema = z.array(firmwareRolloutSchema)
export type FirmwareRollout = Readonly<z.infer<typeof firmwareRolloutSchema>>

export const rolloutDeviceSchema = z.object({
  deviceid: z.string(),
  state: z.enum(rolloutDeviceStates),
  /** Empty unless it failed or was skipped. */
  reason: z.union([z.literal(''), z.enum(firmwareFailures), z.enum(rolloutSkips)]),
  /** The version that it has now, as far as it is known. */
  version: z.string(),
  /** The version that it had before; empty until its turn. */
  before: z.string(),
  online: z.boolean(),
  /** From 1; 0 until its turn. */
  wave: count,
  /** 1 to 99 while it runs, else 0. */
  progress: count,
  /** Unix seconds. */
  updatetime: z.number(),
})
export type RolloutDevice = Readonly<z.infer<typeof rolloutDeviceSchema>>

export const firmwareRolloutDetailSchema = z.object({
  rollout: firmwareRolloutSchema,
  /** Those that the caller sees, by id. */
  devices: z.array(rolloutDeviceSchema),
})
export type FirmwareRolloutDetail = Readonly<z.infer<typeof firmwareRolloutDetailSchema>>

/** Devices of all the named groups (with those below) and, where models are named, of these models alone. At least one list has an entry. */
export const newRolloutSchema = z.object({
  targetfw: firmwareTargetSchema,
  url: firmwareUrlSchema,
  memo: firmwareMemoSchema.default(''),
  /** Ids of groups, as `/gkserver/usergroup` has them. */
  groups: z.array(z.coerce.string().max(20)).max(1_000).default([]),
  /** As devices report them, compared exactly: `model` of `/gkdevice/modelinfo`. */
  models: z.array(z.string().min(1)).max(200).default([]),
  firstwave: z.coerce.number().int().min(1).max(FIRMWARE_WAVE_MAX),
  failurelimit: z.coerce.number().int().min(1).max(100),
})
export type NewRollout = Readonly<z.infer<typeof newRolloutSchema>>

export const rolloutActions = ['pause', 'resume', 'stop'] as const
export type RolloutAction = (typeof rolloutActions)[number]
const rolloutId = z.coerce.number().int().positive()
export const rolloutActionSchema = z.object({ rolloutid: rolloutId, action: z.enum(rolloutActions) })
export const rolloutRemovalSchema = z.object({ rolloutid: rolloutId })
