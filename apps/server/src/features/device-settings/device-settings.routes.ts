import {
  settingChangeRequestSchema,
  settingPath,
  settingRequestSchema,
  settingsAccess,
} from '@fleetglass/contract/device-settings'
import type { FastifyInstance } from 'fastify'
import type { Authenticator } from '../../platform/account/index.ts'
import { addCall } from '../../platform/http/index.ts'
import type { DeviceRecords } from './device-settings.service.ts'

/** `/gkdevice/setting`: the record of a device as a call. */
export function settingRoutes(
  fastify: FastifyInstance,
  { authenticator, records }: { readonly authenticator: Authenticator; readonly records: DeviceRecords },
): void {
  addCall(fastify, authenticator, {
    method: 'POST',
    path: settingPath,
    access: settingsAccess,
    body: settingRequestSchema,
    handle: ({ account, body }) => records.read(account, body.deviceid),
  })
  addCall(fastify, authenticator, {
    method: 'PUT',
    path: settingPath,
    access: settingsAccess,
    body: settingChangeRequestSchema,
    async handle({ account, body }) {
      await records.change(account, body.deviceid, body.changed)
      return { hasError: false, message: '' }
    },
  })
}
