// The HTTP twins of what the main channel does to a device: D01, D02, D07 to D09 and D15.
import { z } from 'zod'
import { administratorOnly, type Requirement } from '../../access/index.ts'
import { deleteRecordingsAccess, formatCardAccess, rebootAccess, restoreDefaultsAccess } from './device-control.vcp.ts'
import { CHANNELS_DEFAULT, CHANNELS_MAX, deviceIdSchema } from './devices.schema.ts'

/** `PUT /gkdevice/device` adds, `DELETE` removes; beside the question about one device (`devicePath`). */
export const registrationAccess: Requirement = administratorOnly
const channels = `a device has 1 to ${CHANNELS_MAX} channels`
export const addDeviceSchema = z.object({
  deviceid: deviceIdSchema,
  channel: z.number().int(channels).min(1, channels).max(CHANNELS_MAX, channels).default(CHANNELS_DEFAULT),
  /** Left out: it is recorded only when its record says so. */
  recording: z.boolean().default(false),
})
export const removeDeviceSchema = z.object({ deviceid: z.string() })

/** `DELETE`: the device need not show its authentication code any more, until it has shown one again. */
export const deviceCodeAccess: Requirement = { permissionBelow: 1, anyOf: ['F_lmdvrs'] }
export const deviceCodePath = '/gkdevice/code'
export const deviceCodeSchema = z.object({ deviceid: z.string() })

/** `POST`: answered when the device has confirmed; each word asks for its own right. */
export const controlPath = '/gkdevice/control'
export const controlSchema = z.object({
  deviceid: z.string(),
  cmd: z.enum(['reboot', 'restore', 'format'], 'is none of reboot, restore and format'),
  /** The word that was confirmed (`controlWordPath`); refused when another one would be sent. Left out: not compared. */
  word: z.number().int().min(0).max(255).optional(),
})
export const controlWordAskSchema = controlSchema.omit({ word: true })
export type ControlCommand = z.infer<typeof controlSchema>['cmd']
export const controlAccess = {
  reboot: rebootAccess,
  restore: restoreDefaultsAccess,
  format: formatCardAccess,
} as const satisfies Readonly<Record<ControlCommand, Requirement>>
/** Who may ask at all. */
export const anyControlAccess: Requirement = {
  permissionBelow: 2,
  anyOf: ['F_lmdvrs_reboot', 'F_lmdvrs_restore', 'F_lmdvrs_format'],
}

/** `DELETE`: every recording of the device on the server goes; only when `confirm` is its id. */
export const deviceRecordPath = '/gkdevice/record'
export const deleteRecordSchema = z
  .object({ deviceid: z.string(), confirm: z.string() })
  .refine(({ deviceid, confirm }) => deviceid === confirm, {
    path: ['confirm'],
    message: 'is not the id of the device',
  })
export const deleteRecordAccess: Requirement = deleteRecordingsAccess
