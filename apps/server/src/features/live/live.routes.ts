import { AppError } from '@fleetglass/contract/errors'
import { pictureSchema, StreamPath, streamRights } from '@fleetglass/contract/streams'
import { unknownAddress } from '../../platform/errors/index.ts'
import { addressOf, type HttpEndpoint, noteCaller, rawEndpoint, sendFileFailure } from '../../platform/http/index.ts'
import { commandFailure, type DeviceCommands } from '../../ports/commands/index.ts'
import { Denial, guardAnswer, type StreamGate } from '../../services/viewers/index.ts'

export interface PictureDeps {
  readonly gate: StreamGate
  readonly commands: DeviceCommands
}

/** `pic.cgi?type=live`: takes a new picture with 0x8801; 404 with the reason when there is none (STRM-37). */
export const pictureEndpoints = (deps: PictureDeps): HttpEndpoint[] => [
  rawEndpoint({
    path: StreamPath.picture,
    access: streamRights.live,
    audit: 'Watched a new picture of channel {ch} of device {deviceid}',
    parameters: pictureSchema,
    listeners: 'every',
    async handle(request, reply) {
      const wanted = pictureSchema.safeParse(request.query)
      if (!wanted.success) return sendFileFailure(reply, unknownAddress(wanted.error))
      const { user, password, deviceid, ch } = wanted.data
      const asked = { user, password, deviceId: deviceid, channel: ch }
      const admission = await deps.gate.admit(asked, streamRights.live, addressOf(request))
      if (!admission.ok) return sendFileFailure(reply, admission.error)
      noteCaller(request, admission.account)
      if (admission.device.video === 'forbidden') return sendFileFailure(reply, new AppError('pictures-off'))
      const taken = deps.commands.send(admission.device.deviceId, { name: 'takePicture', channel: ch })
      const picture = await guardAnswer(reply.raw, admission.keep).before(taken)
      if (picture instanceof Denial) return sendFileFailure(reply, picture.error)
      if (picture.kind !== 'answered') return sendFileFailure(reply, commandFailure(picture))
      if (picture.answer.name !== 'picture') return sendFileFailure(reply, new AppError('device-unreadable'))
      // The console's page may come from another port of the same host.
      reply.header('content-type', 'image/jpeg').header('cache-control', 'no-store')
      return reply.header('cross-origin-resource-policy', 'same-site').send(Buffer.from(picture.answer.jpeg))
    },
  }),
]
