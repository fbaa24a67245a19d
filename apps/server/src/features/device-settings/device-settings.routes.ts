import {
  settingChangeRequestSchema,
  settingPath,
  settingRequestSchema,
  settingsAccess,
} from '@fleetglass/contract/device-settings'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { DeviceRecords } from './device-settings.service.ts'

/** `/gkdevice/setting`: the record of a device as a call. */
export const settingEndpoints = (records: DeviceRecords): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: settingPath,
    access: settingsAccess,
    audit: 'Read the settings of device {deviceid}',
    body: settingRequestSchema,
    handle: ({ account, body }) => records.read(account, body.deviceid),
  }),
  endpoint({
    method: 'PUT',
    path: settingPath,
    access: settingsAccess,
    audit: 'Changed the settings of device {deviceid}',
    body: settingChangeRequestSchema,
    async handle({ account, body }) {
      await records.change(account, body.deviceid, body.changed)
      return { hasError: false, message: '' }
    },
  }),
]
