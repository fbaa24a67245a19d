import { deviceLogSchema, StreamPath, streamRights } from '@fleetglass/contract/streams'
import { unknownAddress } from '../../platform/errors/index.ts'
import { addressOf, type HttpEndpoint, noteCaller, rawEndpoint, sendFileFailure } from '../../platform/http/index.ts'
import type { DeviceLog, LogLine } from '../../services/device-log/index.ts'
import { Denial, guardAnswer, type StreamGate } from '../../services/viewers/index.ts'

const DAY_MS = 86_400_000

export interface DeviceLogDeps {
  readonly gate: StreamGate
  readonly deviceLog: DeviceLog
}

/** `gmslog.cgi`: the device's log of one day as text (STRM-13, STRM-38). */
export const deviceLogEndpoints = (deps: DeviceLogDeps): HttpEndpoint[] => [
  rawEndpoint({
    path: StreamPath.log,
    access: streamRights.syslog,
    audit: 'Read the log of device {deviceid}',
    parameters: deviceLogSchema,
    listeners: 'every',
    async handle(request, reply) {
      const wanted = deviceLogSchema.safeParse(request.query)
      if (!wanted.success) return sendFileFailure(reply, unknownAddress(wanted.error))
      const { user, password, deviceid, t, tz } = wanted.data
      const asked = { user, password, deviceId: deviceid, channel: null }
      const admission = await deps.gate.admit(asked, streamRights.syslog, addressOf(request))
      if (!admission.ok) return sendFileFailure(reply, admission.error)
      noteCaller(request, admission.account)
      const startMs = Math.round(t * 1000)
      const read = deps.deviceLog.read(admission.device.deviceId, startMs, startMs + DAY_MS)
      const lines = await guardAnswer(reply.raw, admission.keep).before(read)
      if (lines instanceof Denial) return sendFileFailure(reply, lines.error)
      reply.header('cache-control', 'no-store').header('cross-origin-resource-policy', 'same-site')
      return reply.type('text/plain; charset=utf-8').send(lines.map((line) => shown(line, tz)).join(''))
    },
  }),
]

/** `2026-09-01 10:00:00 text`, in the offset that was asked for. */
function shown({ timeMs, text }: LogLine, offsetS: number): string {
  const local = new Date(timeMs + offsetS * 1000).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${text}\n`
}
