import { failure } from '@fleetglass/contract/envelope'
import { deviceLogSchema, StreamPath, streamRights } from '@fleetglass/contract/streams'
import type { FastifyReply } from 'fastify'
import { addressOf, type HttpEndpoint, rawEndpoint } from '../../platform/http/index.ts'
import type { DeviceLog, LogLine } from '../../services/device-log/index.ts'
import { Denial, keepAnswer, type StreamGate } from '../../services/viewers/index.ts'

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
    listeners: 'every',
    async handle(request, reply) {
      const wanted = deviceLogSchema.safeParse(request.query)
      if (!wanted.success) return refuse(reply, 404, wanted.error.issues[0]?.message ?? 'the address is not complete')
      const { user, password, deviceid, t, tz } = wanted.data
      const asked = { user, password, deviceId: deviceid, channel: null }
      const admission = await deps.gate.admit(asked, streamRights.syslog, addressOf(request))
      if (!admission.ok) return refuse(reply, admission.status, admission.message)
      const startMs = Math.round(t * 1000)
      const read = deps.deviceLog.read(admission.device.deviceId, startMs, startMs + DAY_MS)
      const lines = await keepAnswer(reply.raw, admission.keep).before(read)
      if (lines instanceof Denial) return refuse(reply, lines.status, lines.message)
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

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send(failure(message))
}
