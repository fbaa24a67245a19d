import { AppError } from '@fleetglass/contract/errors'
import {
  evidenceAccess,
  evidenceIdSchema,
  evidenceSharesPath,
  sharedEvidencePath,
  sharedFilePath,
  sharedRequestSchema,
  sharedVideoPath,
  sharedVideoSchema,
  shareIdSchema,
  shareRequestSchema,
} from '@fleetglass/contract/evidence'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock/index.ts'
import { invalidRequest } from '../../platform/errors/index.ts'
import {
  addressOf,
  cookieOf,
  endpoint,
  type HttpEndpoint,
  isSecure,
  openEndpoint,
  rawEndpoint,
  sendFileFailure,
  sendRanged,
} from '../../platform/http/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { EvidenceShares } from '../../services/evidence/index.ts'
import { whenClosed } from '../../services/viewers/index.ts'

export interface ShareRouteDeps {
  readonly clock: Clock
  readonly log: Log
  readonly shares: EvidenceShares
}

/** Links to evidence packages: for those who make them, and for those who have one and no account. */
export const shareEndpoints = (deps: ShareRouteDeps): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: evidenceSharesPath,
    access: evidenceAccess,
    audit: 'Read the share links of evidence package {id}',
    body: evidenceIdSchema,
    handle: ({ account, body }) => deps.shares.list(account, body.id),
  }),
  endpoint({
    method: 'POST',
    path: evidenceSharesPath,
    access: evidenceAccess,
    audit: 'Shared evidence package {id} with {receiver}',
    body: shareRequestSchema,
    handle: ({ account, address, body }) => deps.shares.make({ account, address }, body),
  }),
  endpoint({
    method: 'DELETE',
    path: evidenceSharesPath,
    access: evidenceAccess,
    audit: 'Revoked share link {share}',
    body: shareIdSchema,
    handle: ({ account, address, body }) => deps.shares.revoke({ account, address }, body.share),
  }),
  openEndpoint({
    method: 'POST',
    path: sharedEvidencePath,
    access: 'anyone',
    audit: 'Opened a share link',
    body: sharedRequestSchema,
    async handle({ body, address, request, reply }) {
      const { shared, pass, packageId } = await deps.shares.enter(body, address)
      request.auditedDetails = { share: shared.share, id: packageId }
      const livesS = Math.max(1, Math.ceil((shared.expiresMs - deps.clock.nowMs()) / 1000))
      const secure = isSecure(request) ? '; Secure' : ''
      const scope = `Path=${sharedEvidencePath}; Max-Age=${livesS}; HttpOnly; SameSite=Strict${secure}`
      reply.header('set-cookie', `${cookieName(shared.share)}=${pass}; ${scope}`).header('cache-control', 'no-store')
      return shared
    },
  }),
  rawEndpoint({
    path: sharedVideoPath,
    access: 'anyone',
    audit: 'Read the recording of channel {channel} by share link {share}',
    parameters: sharedVideoSchema,
    listeners: 'web',
    async handle(request, reply) {
      const asked = sharedVideoSchema.safeParse(request.query)
      if (!asked.success) return sendFileFailure(reply, invalidRequest(asked.error))
      return sendShared(deps, { request, reply, ...asked.data })
    },
  }),
  rawEndpoint({
    path: sharedFilePath,
    access: 'anyone',
    audit: 'Read an evidence package by share link {share}',
    parameters: shareIdSchema,
    listeners: 'web',
    async handle(request, reply) {
      const asked = shareIdSchema.safeParse(request.query)
      if (!asked.success) return sendFileFailure(reply, invalidRequest(asked.error))
      return sendShared(deps, { request, reply, ...asked.data, channel: null })
    },
  }),
]

const cookieName = (share: string): string => `fleetglass_share_${share}`

interface Asked extends z.output<typeof shareIdSchema> {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** `null`: the ZIP. */
  readonly channel: number | null
}

async function sendShared({ clock, log, shares }: ShareRouteDeps, { request, reply, share, channel }: Asked) {
  reply.header('cache-control', 'no-store')
  const pass = cookieOf(request, cookieName(share))
  if (pass === null) return sendFileFailure(reply, new AppError('unknown-share'))
  const visit = { share, pass, address: addressOf(request), isReading: request.method !== 'HEAD' }
  const opened = await shares.open(visit, channel).catch(asAppError)
  if (opened instanceof AppError) return sendFileFailure(reply, opened)
  // An answer that is under way is cut when the link ends.
  const watch = opened.keep(() => reply.raw.destroy())
  whenClosed(reply.raw, () => watch.close())
  const { name, byteLength, read, close, packageId } = opened
  const file = {
    name,
    tag: `"${packageId}-${channel ?? 'zip'}-${byteLength}"`,
    type: channel === null ? 'application/zip' : 'video/mp4',
    isShown: channel !== null,
    byteLength,
    read,
    onError: (error: Error) =>
      log.warn({ share, reason: error.message }, 'a shared download ended early: its evidence package cannot be read'),
    onUnread: () => log.info({ share }, 'a shared download that nobody reads was ended'),
    onEnd: () => void close(),
  }
  return sendRanged(request, reply, file, clock)
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}
