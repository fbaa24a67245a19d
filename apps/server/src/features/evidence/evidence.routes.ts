import { AppError } from '@fleetglass/contract/errors'
import {
  custodyPath,
  evidenceAccess,
  evidenceCoverPath,
  evidenceCoverSchema,
  evidenceFilePath,
  evidenceFileSchema,
  evidenceIdSchema,
  evidenceKeyPath,
  evidencePath,
  evidenceRequestSchema,
  releaseAccess,
} from '@fleetglass/contract/evidence'
import { mayDownload } from '@fleetglass/contract/exports'
import { fingerprintOf } from '@fleetglass/evidence'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Clock } from '../../platform/clock/index.ts'
import { invalidRequest } from '../../platform/errors/index.ts'
import {
  addressOf,
  Content,
  endpoint,
  type HttpEndpoint,
  noteCaller,
  rawEndpoint,
  sendFileFailure,
  sendRanged,
} from '../../platform/http/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { PdfWriter } from '../../platform/pdf/index.ts'
import type { Evidence } from '../../services/evidence/index.ts'
import { Denial, guardAnswer, type StreamGate } from '../../services/viewers/index.ts'
import { coverSheet } from './cover-sheet.ts'

export interface EvidenceRouteDeps {
  readonly clock: Clock
  readonly log: Log
  readonly gate: StreamGate
  readonly evidence: Evidence
  readonly pdf: Pick<PdfWriter, 'write'>
  readonly site: { readonly disableDownload: boolean }
}

/** Evidence packages: what there is, how one is made and released, who had it, and the key that signs them. */
export const evidenceEndpoints = (deps: EvidenceRouteDeps): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: evidencePath,
    access: evidenceAccess,
    audit: 'Read the list of evidence packages',
    body: z.object({}),
    handle: ({ account }) => deps.evidence.list(account),
  }),
  endpoint({
    method: 'POST',
    path: evidencePath,
    access: evidenceAccess,
    audit: 'Saved recordings of device {deviceid} as evidence',
    body: evidenceRequestSchema,
    handle: ({ account, address, body }) => deps.evidence.request({ account, address }, body),
  }),
  endpoint({
    method: 'DELETE',
    path: evidencePath,
    access: releaseAccess,
    audit: 'Released evidence package {id}',
    body: evidenceIdSchema,
    async handle({ account, address, body }) {
      await deps.evidence.release({ account, address }, body.id)
      return deps.evidence.list(account)
    },
  }),
  endpoint({
    method: 'GET',
    path: custodyPath,
    access: evidenceAccess,
    audit: 'Read the chain of custody of evidence package {id}',
    body: evidenceIdSchema,
    handle: ({ account, address, body }) => deps.evidence.custody({ account, address }, body.id),
  }),
  endpoint({
    method: 'GET',
    path: evidenceCoverPath,
    access: evidenceAccess,
    audit: 'Read the cover sheet of evidence package {id}',
    body: evidenceCoverSchema,
    async handle({ account, address, body: { id, language, tz } }) {
      const { clock, evidence, pdf } = deps
      const custody = await evidence.custody({ account, address }, id)
      const found = await evidence.find(account, id)
      if (found === null) throw new AppError('unknown-evidence')
      const { publicKey } = evidence
      const sheet = coverSheet({ evidence: found.evidence, custody, publicKey, language, tz, nowMs: clock.nowMs() })
      return new Content({
        bytes: await pdf.write(sheet),
        type: 'application/pdf',
        encoding: null,
        cacheForever: false,
      })
    },
  }),
  endpoint({
    method: 'GET',
    path: evidenceKeyPath,
    access: 'login',
    audit: 'Read the public key of evidence packages',
    body: z.object({}),
    handle: () => ({ publicKey: deps.evidence.publicKey, fingerprint: fingerprintOf(deps.evidence.publicKey) }),
  }),
  rawEndpoint({
    path: evidenceFilePath,
    access: evidenceAccess,
    audit: 'Downloaded evidence package {id}',
    parameters: evidenceFileSchema,
    listeners: 'web',
    handle: (request, reply) => sendPackage(deps, request, reply),
  }),
]

async function sendPackage(deps: EvidenceRouteDeps, request: FastifyRequest, reply: FastifyReply) {
  const { clock, evidence, gate, log, site } = deps
  reply.header('cache-control', 'no-store')
  const asked = evidenceFileSchema.safeParse(request.query)
  if (!asked.success) return sendFileFailure(reply, invalidRequest(asked.error))
  const address = addressOf(request)
  const admission = await gate.admitAccount(asked.data, evidenceAccess, address)
  if (!admission.ok) return sendFileFailure(reply, admission.error)
  const { account } = admission
  noteCaller(request, account)
  if (!mayDownload(account, site)) return sendFileFailure(reply, new AppError('permission-denied'))
  const { id } = asked.data
  const found = await evidence.find(account, id)
  if (found === null) return sendFileFailure(reply, new AppError('unknown-evidence'))
  const access = { account, right: evidenceAccess, deviceId: found.deviceId, channel: null }
  const guarded = guardAnswer(reply.raw, (denied) => gate.keep(access, denied))
  const opening = evidence.open({ account, address }, id).catch(asAppError)
  const opened = await guarded.before(opening, (late) => {
    if (!(late instanceof AppError)) void late.close()
  })
  if (opened instanceof Denial) return sendFileFailure(reply, opened.error)
  if (opened instanceof AppError) return sendFileFailure(reply, opened)
  const { name, byteLength, read, close } = opened
  const file = {
    name,
    tag: `"${id}-${byteLength}"`,
    type: 'application/zip',
    byteLength,
    read,
    onError: (error: Error) =>
      log.warn({ id, reason: error.message }, 'a download ended early: its evidence package cannot be read'),
    onUnread: () => log.info({ id }, 'a download that nobody reads was ended'),
    onEnd: () => void close(),
  }
  return sendRanged(request, reply, file, clock)
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}
