import { devicePath, deviceRequestSchema } from '@fleetglass/contract/devices'
import { failureTexts } from '@fleetglass/contract/envelope'
import type { FastifyInstance } from 'fastify'
import type { Authenticator } from '../../platform/account/index.ts'
import { addCall } from '../../platform/http/index.ts'
import { refused } from '../../platform/refusal/index.ts'
import type { Devices } from './devices.service.ts'

/** `POST /gkdevice/device`: one device and all that is known of it. */
export function deviceRoutes(
  fastify: FastifyInstance,
  { authenticator, devices }: { readonly authenticator: Authenticator; readonly devices: Devices },
): void {
  addCall(fastify, authenticator, {
    method: 'POST',
    path: devicePath,
    access: 'login',
    body: deviceRequestSchema,
    handle({ account, body }) {
      const device = devices.device(account, body.deviceid)
      if (device === undefined) throw refused(failureTexts.unknownDevice)
      return device
    },
  })
}
