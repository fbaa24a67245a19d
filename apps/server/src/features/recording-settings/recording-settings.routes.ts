import {
  recordSettingsAccess,
  recordSettingsPath,
  resetRecordSettingsAccess,
  resetRecordSettingsSchema,
  setRecordSettingsAccess,
  setRecordSettingsSchema,
} from '@fleetglass/contract/recording-settings'
import { z } from 'zod'
import { endpoint, type HttpEndpoint, JsonArray } from '../../platform/http/index.ts'
import type { RecordingSettings } from './recording-settings.service.ts'

const done = { hasError: false, message: '' } as const

/** `/gkdevice/settings`: the recording settings of many devices at once. */
export const recordingSettingsEndpoints = (settings: RecordingSettings): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: recordSettingsPath,
    access: recordSettingsAccess,
    audit: 'Read the recording settings of devices',
    body: z.object({}),
    handle: ({ account }) => new JsonArray(settings.list(account), () => undefined),
  }),
  endpoint({
    method: 'PUT',
    path: recordSettingsPath,
    access: setRecordSettingsAccess,
    audit: 'Set {name} of devices {deviceids}',
    body: setRecordSettingsSchema,
    async handle({ account, body }) {
      await settings.set(account, body)
      return done
    },
  }),
  endpoint({
    method: 'DELETE',
    path: recordSettingsPath,
    access: resetRecordSettingsAccess,
    audit: 'Reset the recording settings of devices {deviceids}',
    body: resetRecordSettingsSchema,
    async handle({ account, body }) {
      await settings.reset(account, body.deviceids)
      return done
    },
  }),
]
