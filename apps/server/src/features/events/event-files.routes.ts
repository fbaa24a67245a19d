import { AppError } from '@fleetglass/contract/errors'
import {
  eventFootageInfoPath,
  eventFootageName,
  eventFootagePath,
  eventFootageSchema,
  eventQueryAccess,
} from '@fleetglass/contract/events'
import { mayDownload } from '@fleetglass/contract/exports'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock/index.ts'
import { invalidRequest } from '../../platform/errors/index.ts'
import {
  addressOf,
  type HttpEndpoint,
  noteCaller,
  rawEndpoint,
  sendFileFailure,
  sendRanged,
} from '../../platform/http/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Account } from '../../services/directory/index.ts'
import type { EventMedia, EventMediaFiles } from '../../services/event-media/index.ts'
import { Denial, guardAnswer, type StreamGate } from '../../services/viewers/index.ts'
import type { EventList, VisibleEvent } from './event-list.service.ts'

export interface EventFileDeps {
  readonly clock: Clock
  readonly log: Log
  readonly gate: StreamGate
  readonly list: Pick<EventList, 'visibleEvent'>
  readonly media: Pick<EventMedia, 'find'>
  readonly files: Pick<EventMediaFiles, 'open'>
  readonly site: { readonly disableDownload: boolean }
}

/** Footage that was fetched for events: the file, and where it starts and ends. */
export const eventFileEndpoints = (deps: EventFileDeps): HttpEndpoint[] => [
  rawEndpoint({
    path: `${eventFootagePath}/:name`,
    access: eventQueryAccess,
    audit: 'Watched the footage of event {s}, channel {c}',
    parameters: eventFootageSchema,
    listeners: 'web',
    handle: (request, reply) => sendFootage(deps, request, reply),
  }),
  rawEndpoint({
    path: eventFootageInfoPath,
    access: eventQueryAccess,
    audit: 'Read where the footage of event {s}, channel {c} starts and ends',
    parameters: eventFootageSchema,
    listeners: 'web',
    handle: (request, reply) => sendInfo(deps, request, reply),
  }),
]

interface Asked extends VisibleEvent {
  readonly account: Account
  readonly channel: number
}

async function askedFor(deps: EventFileDeps, request: FastifyRequest, reply: FastifyReply): Promise<Asked | AppError> {
  reply.header('cache-control', 'no-store')
  const { user, password, ...query } = request.query as Readonly<Record<string, unknown>>
  // With an API token in the head of the request `u` and `p` are left out.
  const asked = eventFootageSchema.safeParse({ u: user, p: password, ...query })
  if (!asked.success) return invalidRequest(asked.error)
  const { u, p, s: serial, c: channel } = asked.data
  const admission = await deps.gate.admitAccount({ user: u, password: p }, eventQueryAccess, addressOf(request))
  if (!admission.ok) return admission.error
  const { account } = admission
  noteCaller(request, account)
  const found = await deps.list.visibleEvent(account, serial).catch(expected)
  return found instanceof AppError ? found : { ...found, account, channel }
}

async function sendFootage(deps: EventFileDeps, request: FastifyRequest, reply: FastifyReply) {
  const { clock, log, gate, media, files, site } = deps
  const asked = await askedFor(deps, request, reply)
  if (asked instanceof AppError) return sendFileFailure(reply, asked)
  const { account, device, event, channel } = asked
  if (!mayDownload(account, site)) return sendFileFailure(reply, new AppError('permission-denied'))
  const { deviceId } = device
  // No path is made of the name: it is the one that this event and channel have, or there is no such file (API2-109).
  const name = eventFootageName(deviceId, event.timeS, channel)
  if ((request.params as { readonly name: string }).name !== name)
    return sendFileFailure(reply, new AppError('unknown-file'))
  const answer = guardAnswer(reply.raw, (denied) =>
    gate.keep({ account, right: eventQueryAccess, deviceId, channel: null }, denied),
  )
  const file = await answer.before(
    media.find({ serial: event.serial, channel, kind: 'footage' }).then((item) => files.open(item)),
  )
  if (file instanceof Denial) return sendFileFailure(reply, file.error)
  if (file === null) return sendFileFailure(reply, new AppError('unknown-file'))
  const ranged = {
    ...file,
    name,
    type: 'video/mp4',
    onError: (error: Error) =>
      log.warn({ serial: event.serial, reason: error.message }, 'Footage of an event cannot be read to its end'),
    onUnread: () => log.info({ serial: event.serial }, 'A download of footage that is not read was ended'),
    onEnd: () => undefined,
  }
  return sendRanged(request, reply, ranged, clock)
}

async function sendInfo(deps: EventFileDeps, request: FastifyRequest, reply: FastifyReply) {
  const asked = await askedFor(deps, request, reply)
  if (asked instanceof AppError) return sendFileFailure(reply, asked)
  const item = await deps.media.find({ serial: asked.event.serial, channel: asked.channel, kind: 'footage' })
  if (item === null || item.state !== 'done' || item.startS === null || item.endS === null)
    return sendFileFailure(reply, new AppError('unknown-file'))
  return reply.send({ start: item.startS, end: item.endS })
}

function expected(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}
