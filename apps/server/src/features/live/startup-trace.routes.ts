import { AppError } from '@fleetglass/contract/errors'
import {
  type StartupTraceAnswer,
  startupTraceAccess,
  startupTracePath,
  startupTraceRequestSchema,
} from '@fleetglass/contract/live'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { LiveMedia } from '../../ports/live-media/index.ts'
import type { Visibility } from '../../services/directory/index.ts'

export interface StartupTraceDeps {
  readonly visibility: Visibility
  readonly liveMedia: LiveMedia
}

/** `POST /gkdevice/streamladder`: why there is no picture, also when no client watches any more. */
export const startupTraceEndpoints = (deps: StartupTraceDeps): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: startupTracePath,
    access: startupTraceAccess,
    audit: 'Read how the stream of channel {channel} of device {deviceid} started',
    body: startupTraceRequestSchema,
    async handle({ account, body: { deviceid, channel, main } }): Promise<StartupTraceAnswer> {
      const device = deps.visibility.device(account, deviceid)
      if (device === undefined) throw new AppError('unknown-device')
      const wanted = { deviceId: device.deviceId, channel, main: main === undefined ? undefined : main === 1 }
      return { ladder: await deps.liveMedia.trace(wanted) }
    },
  }),
]
