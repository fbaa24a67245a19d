import {
  confirmRemoteSchema,
  remoteConfirmPath,
  remoteSettingsAccess,
  remoteSettingsPath,
  saveRemoteSchema,
} from '@fleetglass/contract/remote-settings'
import { z } from 'zod'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { RemoteSettings } from './remote-settings.service.ts'

/** Settings that a device keeps itself (API1-19, API1-20, API1-41). */
export const remoteSettingsEndpoints = (remoteSettings: RemoteSettings): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: remoteSettingsPath,
    access: remoteSettingsAccess,
    audit: 'Read the settings that device {deviceid} has stored',
    body: z.object({}),
    handle: async ({ account, params: { deviceid = '' } }) => ({
      hasError: false,
      message: '',
      ...(await remoteSettings.read(account, deviceid)),
    }),
  }),
  endpoint({
    method: 'PUT',
    path: remoteSettingsPath,
    access: remoteSettingsAccess,
    audit: 'Changed the settings that device {deviceid} has stored',
    body: saveRemoteSchema,
    handle: ({ account, body, params: { deviceid = '' } }) => remoteSettings.save(account, deviceid, body.deviceParams),
  }),
  endpoint({
    method: 'POST',
    path: remoteConfirmPath,
    access: remoteSettingsAccess,
    audit: 'Compared the settings that device {deviceid} has stored with what was saved',
    body: confirmRemoteSchema,
    handle: ({ account, body, params: { deviceid = '' } }) => remoteSettings.confirm(account, deviceid, body.keys),
  }),
]
