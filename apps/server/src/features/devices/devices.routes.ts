import { devicePath, deviceRequestSchema } from '@fleetglass/contract/devices'
import { AppError } from '@fleetglass/contract/errors'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { Devices } from '../../services/device-list/index.ts'

/** `POST /gkdevice/device`: one device and all that is known of it. */
export const deviceEndpoints = (devices: Devices): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: devicePath,
    access: 'login',
    audit: 'Read device {deviceid}',
    body: deviceRequestSchema,
    handle({ account, body }) {
      const device = devices.device(account, body.deviceid)
      if (device === undefined) throw new AppError('unknown-device')
      return device
    },
  }),
]
