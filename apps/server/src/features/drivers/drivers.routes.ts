import { driverInfoAccess, driverInfoPath, driverSaveAccess, driverSaveSchema } from '@fleetglass/contract/drivers'
import { z } from 'zod'
import { endpoint, type HttpEndpoint, JsonArray } from '../../platform/http/index.ts'
import type { Drivers } from './drivers.service.ts'

/** `/gkdevice/driverinfo`: who drives the devices. */
export const driverEndpoints = (drivers: Drivers): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: driverInfoPath,
    access: driverInfoAccess,
    audit: 'Read the drivers',
    body: z.object({}),
    handle: ({ account }) => new JsonArray(drivers.list(account), () => undefined),
  }),
  endpoint({
    method: 'PUT',
    path: driverInfoPath,
    access: driverSaveAccess,
    audit: 'Changed the driver of device {deviceid}',
    body: driverSaveSchema,
    async handle({ account, body }) {
      await drivers.save(account, body)
      return { hasError: false, message: '' }
    },
  }),
]
