import {
  confirmRemoteSchema,
  remoteConfirmPath,
  remoteSettingsAccess,
  remoteSettingsPath,
  saveRemoteSchema,
} from '@fleetglass/contract/remote-settings'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Authenticator } from '../../platform/account/index.ts'
import { addCall } from '../../platform/http/index.ts'
import type { RemoteSettings } from './remote-settings.service.ts'

/** Settings that a device keeps itself (API1-19, API1-20, API1-41). */
export function remoteSettingsRoutes(
  fastify: FastifyInstance,
  { authenticator, remoteSettings }: { readonly authenticator: Authenticator; readonly remoteSettings: RemoteSettings },
): void {
  addCall(fastify, authenticator, {
    method: 'POST',
    path: remoteSettingsPath,
    access: remoteSettingsAccess,
    body: z.object({}),
    handle: async ({ account, params: { deviceid = '' } }) => ({
      hasError: false,
      message: '',
      ...(await remoteSettings.read(account, deviceid)),
    }),
  })
  addCall(fastify, authenticator, {
    method: 'PUT',
    path: remoteSettingsPath,
    access: remoteSettingsAccess,
    body: saveRemoteSchema,
    handle: ({ account, body, params: { deviceid = '' } }) => remoteSettings.save(account, deviceid, body.deviceParams),
  })
  addCall(fastify, authenticator, {
    method: 'POST',
    path: remoteConfirmPath,
    access: remoteSettingsAccess,
    body: confirmRemoteSchema,
    handle: ({ account, body, params: { deviceid = '' } }) => remoteSettings.confirm(account, deviceid, body.keys),
  })
}
