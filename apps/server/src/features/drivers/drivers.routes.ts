import { driverInfoAccess, driverInfoPath, driverSaveAccess, driverSaveSchema } from '@fleetglass/contract/drivers'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Authenticator } from '../../platform/account/index.ts'
import { addCall, JsonArray } from '../../platform/http/index.ts'
import type { Drivers } from './drivers.service.ts'

/** `/gkdevice/driverinfo`: who drives the devices. */
export function driverRoutes(
  fastify: FastifyInstance,
  { authenticator, drivers }: { readonly authenticator: Authenticator; readonly drivers: Drivers },
): void {
  addCall(fastify, authenticator, {
    method: 'POST',
    path: driverInfoPath,
    access: driverInfoAccess,
    body: z.object({}),
    handle: ({ account }) => new JsonArray(drivers.list(account), () => undefined),
  })
  addCall(fastify, authenticator, {
    method: 'PUT',
    path: driverInfoPath,
    access: driverSaveAccess,
    body: driverSaveSchema,
    async handle({ account, body }) {
      await drivers.save(account, body)
      return { hasError: false, message: '' }
    },
  })
}
