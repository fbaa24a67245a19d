import { Readable } from 'node:stream'
import { AppError } from '@fleetglass/contract/errors'
import { eventQueryAccess } from '@fleetglass/contract/events'
import { pictureSchema, StreamPath, streamRights } from '@fleetglass/contract/streams'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock/index.ts'
import { unknownAddress } from '../../platform/errors/index.ts'
import { addressOf, type HttpEndpoint, noteCaller, rawEndpoint, sendFileFailure } from '../../platform/http/index.ts'
import { commandFailure, type DeviceCommands } from '../../ports/commands/index.ts'
import { visibleStartS } from '../../services/directory/index.ts'
import type { EventSnapshots } from '../../services/event-media/index.ts'
import { Denial, guardAnswer, type StreamGate } from '../../services/viewers/index.ts'

export interface PictureDeps {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly snapshots: EventSnapshots
  readonly gate: StreamGate
  readonly commands: DeviceCommands
}

/**
 * `pic.cgi?type=live` takes a new picture with 0x8801, `type=event` sends the one that was fetched for an event; 404 with the reason
 * when there is none (STRM-37).
 */
export const pictureEndpoints = (deps: PictureDeps): HttpEndpoint[] => [
  rawEndpoint({
    path: StreamPath.picture,
    access: streamRights.live,
    audit: 'Watched a new picture of channel {ch} of device {deviceid}',
    parameters: pictureSchema,
    variants: [
      {
        query: 'type=event',
        access: eventQueryAccess,
        audit: 'Watched the picture of an event of channel {ch} of device {deviceid}',
      },
    ],
    listeners: 'every',
    async handle(request, reply) {
      const wanted = pictureSchema.safeParse(request.query)
      if (!wanted.success) return sendFileFailure(reply, unknownAddress(wanted.error))
      if (wanted.data.type === 'event') return sendEventPicture(deps, wanted.data, request, reply)
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
      return jpeg(reply).send(Buffer.from(picture.answer.jpeg))
    },
  }),
]

async function sendEventPicture(
  { clock, gate, snapshots }: PictureDeps,
  { user, password, deviceid, ch, t }: z.output<typeof pictureSchema>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const asked = { user, password, deviceId: deviceid, channel: null }
  const admission = await gate.admit(asked, eventQueryAccess, addressOf(request))
  if (!admission.ok) return sendFileFailure(reply, admission.error)
  const { account, device, keep } = admission
  noteCaller(request, account)
  if (t === undefined || t < visibleStartS(account, 0, clock.nowMs()))
    return sendFileFailure(reply, new AppError('unknown-file'))
  const found = await guardAnswer(reply.raw, keep).before(snapshots.find(device.key, Math.floor(t), ch))
  if (found instanceof Denial) return sendFileFailure(reply, found.error)
  if (found === null) return sendFileFailure(reply, new AppError('unknown-file'))
  return jpeg(reply)
    .header('content-length', found.byteLength)
    .send(Readable.from(found.read(0, found.byteLength), { objectMode: false }))
}

/** The console's page may come from another port of the same host. */
function jpeg(reply: FastifyReply): FastifyReply {
  reply.header('content-type', 'image/jpeg').header('cache-control', 'no-store')
  return reply.header('cross-origin-resource-policy', 'same-site')
}
