import { type StreamLogRow, streamLogPath, streamLogRequestSchema } from '@fleetglass/contract/stream-log'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { Visibility } from '../../services/directory/index.ts'
import type { StreamLog, StreamLogEntry } from '../../services/stream-log/index.ts'

export interface StreamLogDeps {
  readonly streamLog: Pick<StreamLog, 'find'>
  readonly visibility: Pick<Visibility, 'devices' | 'seesAll'>
}

/** The user stream log. */
export function streamLogEndpoints({ streamLog, visibility }: StreamLogDeps): HttpEndpoint[] {
  const limiter = createConcurrencyLimiter()
  return [
    endpoint({
      method: 'POST',
      path: streamLogPath,
      access: 'login',
      audit: 'Read the user stream log',
      body: streamLogRequestSchema,
      async handle({ account, body }) {
        const { type, entrance, member, deviceid, afterUpdatetime, beforeUpdatetime, offset, limit } = body
        const release = await limiter.acquire(account.id)
        try {
          const filter = {
            fromMs: afterUpdatetime,
            toMs: beforeUpdatetime,
            user: member,
            deviceId: deviceid,
            type,
            entrance,
            // RIGHT2-32: devices that the caller does not see are left out.
            devices: visibility.seesAll(account) ? null : visibility.devices(account),
          }
          return (await streamLog.find(filter, { offset, limit })).map(rowOf)
        } finally {
          release()
        }
      },
    }),
  ]
}

function rowOf(entry: StreamLogEntry): StreamLogRow {
  return {
    serialno: entry.serialNo,
    username: entry.user,
    deviceid: entry.deviceId,
    channel: entry.channel,
    entrance: entry.entrance,
    type: entry.type,
    asktime: Math.floor(entry.askMs / 1000),
    during: entry.duringS,
    updatetime: Math.floor(entry.updateMs / 1000),
  }
}
