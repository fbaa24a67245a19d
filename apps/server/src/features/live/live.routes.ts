import { failure } from '@fleetglass/contract/envelope'
import { pictureSchema, StreamPath, streamRights } from '@fleetglass/contract/streams'
import type { FastifyReply } from 'fastify'
import { addressOf, type HttpEndpoint, rawEndpoint } from '../../platform/http/index.ts'
import type { DeviceCommands } from '../../ports/commands/index.ts'
import { Denial, keepAnswer, type StreamGate } from '../../services/viewers/index.ts'

export interface PictureDeps {
  readonly gate: StreamGate
  readonly commands: DeviceCommands
}

/** `pic.cgi?type=live`: takes a new picture with 0x8801; 404 with the reason when there is none (STRM-37). */
export const pictureEndpoints = (deps: PictureDeps): HttpEndpoint[] => [
  rawEndpoint({
    path: StreamPath.picture,
    access: streamRights.live,
    audit: 'Took a picture on channel {ch} of device {deviceid}',
    listeners: 'every',
    async handle(request, reply) {
      const wanted = pictureSchema.safeParse(request.query)
      if (!wanted.success) return refuse(reply, 404, wanted.error.issues[0]?.message ?? 'the address is not complete')
      const { user, password, deviceid, ch } = wanted.data
      const asked = { user, password, deviceId: deviceid, channel: ch }
      const admission = await deps.gate.admit(asked, streamRights.live, addressOf(request))
      if (!admission.ok) return refuse(reply, admission.status, admission.message)
      if (admission.device.recenable === -1) return refuse(reply, 403, 'pictures are switched off for this device')
      const taken = deps.commands.send(admission.device.deviceId, { name: 'takePicture', channel: ch })
      const picture = await keepAnswer(reply.raw, admission.keep).before(taken)
      if (picture instanceof Denial) return refuse(reply, picture.status, picture.message)
      switch (picture.kind) {
        case 'answered':
          if (picture.answer.name !== 'picture') return refuse(reply, 404, 'the device answered without a picture')
          // The console's page may come from another port of the same host.
          reply.header('content-type', 'image/jpeg').header('cache-control', 'no-store')
          return reply.header('cross-origin-resource-policy', 'same-site').send(Buffer.from(picture.answer.jpeg))
        case 'refused':
          return refuse(reply, 404, `the device refused to take a picture (result ${picture.result})`)
        case 'offline':
          return refuse(reply, 404, 'the device is offline')
        case 'unreadable':
          return refuse(reply, 404, 'the device answered, but not readably')
        case 'timeout':
          return refuse(reply, 404, 'the device sent no picture in time')
      }
    },
  }),
]

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send(failure(message))
}
