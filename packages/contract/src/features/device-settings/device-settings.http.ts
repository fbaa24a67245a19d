import { z } from 'zod'
import { settingsChangeSchema } from './device-settings.wire.ts'

/** `POST` returns the record of a device as `GET_SETTINGS` does, `PUT` changes it as `SET_SETTINGS` does. */
export const settingPath = '/gkdevice/setting'
export const settingRequestSchema = z.object({ deviceid: z.string() })
export const settingChangeRequestSchema = z.object({ deviceid: z.string(), changed: settingsChangeSchema })
