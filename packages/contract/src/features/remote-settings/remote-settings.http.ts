import { z } from 'zod'
import { secret } from '../../envelope/index.ts'
import { remoteParameterNames } from './remote-settings.parameters.ts'

/** API1-19: `POST` reads what a device keeps; API1-20: `PUT` changes it. */
export const remoteSettingsPath = '/gkserver/gkdevicesetup/:deviceid'
/** API1-41, API1-60: `POST` reads a saved group back and compares. */
export const remoteConfirmPath = '/gkserver/gkdevicesetup/:deviceid/confirm'

const fill = (path: string, deviceId: string): string => path.replace(':deviceid', encodeURIComponent(deviceId))
export const remoteSettingsAddress = (deviceId: string): string => fill(remoteSettingsPath, deviceId)
export const remoteConfirmAddress = (deviceId: string): string => fill(remoteConfirmPath, deviceId)

const name = z.enum(remoteParameterNames, 'is no setting of a device')

/** API1-61. */
export const saveRemoteSchema = z.object({
  deviceParams: z
    // Among them is the password of the vehicle's network.
    .record(z.string(), secret(z.string('is no text')))
    .refine((values) => Object.keys(values).length > 0, 'holds no setting')
    .refine((values) => Object.keys(values).length <= remoteParameterNames.length, 'holds too many settings'),
})

export const confirmRemoteSchema = z.object({
  keys: z.array(name).min(1, 'holds no setting').max(remoteParameterNames.length, 'holds too many settings'),
})

/** RDEV-007, RDEV-009: the list of what is supported, and each of those by its name. */
export const remoteSettingsSchema = z.object({ settings: z.string() }).catchall(z.unknown())

/** In the answer beside `enc_sres`: the comma list of the resolutions that this device knows, of those of RDEV-062. */
export const RESOLUTION_CHOICES = 'enc_sres_choices'

/** The result of a save, beside `hasError` and its sentence, so that clients can distinguish the cases. */
export type RemoteOutcome = 'set' | 'refused' | 'noAnswer' | 'unreadable'
