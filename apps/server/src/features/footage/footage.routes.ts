import { AppError } from '@fleetglass/contract/errors'
import { exportFileName, mayDownload } from '@fleetglass/contract/exports'
import {
  customEventPath,
  customEventSchema,
  footageAccess,
  footageActionSchema,
  footageFilePath,
  footageFileSchema,
  footagePath,
} from '@fleetglass/contract/footage'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Clock } from '../../platform/clock/index.ts'
import { invalidRequest } from '../../platform/errors/index.ts'
import {
  addressOf,
  endpoint,
  type HttpEndpoint,
  noteCaller,
  rawEndpoint,
  sendFileFailure,
  sendRanged,
} from '../../platform/http/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { earliestMs } from '../../services/directory/index.ts'
import type { StreamLog } from '../../services/stream-log/index.ts'
import { Denial, guardAnswer, type StreamGate } from '../../services/viewers/index.ts'
import type { FootageRequests } from './footage.service.ts'

export interface FootageRouteDeps {
  readonly clock: Clock
  readonly gate: StreamGate
  readonly log: Log
  readonly requests: FootageRequests
  readonly streamLog: Pick<StreamLog, 'begin'>
  readonly site: { readonly disableDownload: boolean }
  readonly utcOffsetS: () => number
}

/** Custom download events, what comes of them, and the files. */
export const footageEndpoints = (deps: FootageRouteDeps): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: customEventPath,
    access: footageAccess,
    audit: 'Requested footage of device {deviceid}',
    body: customEventSchema,
    handle: async ({ account, body }) => ({ hasError: false, message: await deps.requests.save(account, body) }),
  }),
  endpoint({
    method: 'GET',
    path: footagePath,
    access: footageAccess,
    audit: 'Read the list of footage',
    body: z.object({}),
    handle: ({ account }) => deps.requests.list(account),
  }),
  endpoint({
    method: 'POST',
    path: footagePath,
    access: footageAccess,
    audit: 'Did {action} with footage {id}',
    body: footageActionSchema,
    async handle({ account, body }) {
      await deps.requests.act(account, body.id, body.action)
      return { hasError: false, message: '' }
    },
  }),
  rawEndpoint({
    path: footageFilePath,
    access: footageAccess,
    audit: 'Downloaded footage {id}, channel {ch}',
    parameters: footageFileSchema,
    listeners: 'web',
    handle: (request, reply) => sendFootage(deps, request, reply),
  }),
]

async function sendFootage(deps: FootageRouteDeps, request: FastifyRequest, reply: FastifyReply) {
  const { clock, gate, log, requests, site, utcOffsetS } = deps
  reply.header('cache-control', 'no-store')
  const asked = footageFileSchema.safeParse(request.query)
  if (!asked.success) return sendFileFailure(reply, invalidRequest(asked.error))
  const admission = await gate.admitAccount(asked.data, footageAccess, addressOf(request))
  if (!admission.ok) return sendFileFailure(reply, admission.error)
  noteCaller(request, admission.account)
  if (!mayDownload(admission.account, site)) return sendFileFailure(reply, new AppError('permission-denied'))
  const { id, ch } = asked.data
  const { account } = admission
  const deviceId = requests.deviceOf(account, id)
  if (deviceId === null) return sendFileFailure(reply, new AppError('unknown-file'))
  const access = { account, right: footageAccess, deviceId, channel: null }
  const stored = guardAnswer(reply.raw, (denied) => gate.keep(access, denied))
  const found = await stored.before(requests.file(account, id, ch))
  if (found instanceof Denial) return sendFileFailure(reply, found.error)
  if (found === null || found.footage.startMs < earliestMs(account, clock.nowMs()))
    return sendFileFailure(reply, new AppError('unknown-file'))
  const { clip, footage } = found
  const device = { key: footage.deviceKey, deviceId }
  const use = deps.streamLog.begin({ kind: 'remoteDownload', user: account.name, device, channel: ch })
  reply.raw.once('close', () => use.end())
  const file = {
    name: exportFileName(footage.deviceId, ch, footage.startMs, utcOffsetS()),
    tag: `"${id}-${ch}-${clip.byteLength}"`,
    type: 'video/mp4',
    byteLength: clip.byteLength,
    read: (start: number, end: number) => clip.read(start, end),
    onError: (error: Error) =>
      log.warn({ id, reason: error.message }, 'a download ended early: its footage cannot be read'),
    onUnread: () => log.info({ id }, 'a download that nobody reads was ended'),
    onEnd: () => undefined,
  }
  return sendRanged(request, reply, file, clock)
}
