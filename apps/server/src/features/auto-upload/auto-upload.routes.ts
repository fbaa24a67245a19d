import {
  type AutoUploadFile,
  autoUploadAccess,
  autoUploadFilePath,
  autoUploadLinkSchema,
  autoUploadPath,
  autoUploadQuerySchema,
} from '@fleetglass/contract/auto-upload'
import { AppError } from '@fleetglass/contract/errors'
import { mayDownload } from '@fleetglass/contract/exports'
import type { FastifyReply, FastifyRequest } from 'fastify'
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
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { AutoUploads, StoredAutoUpload } from '../../services/auto-uploads/index.ts'
import type { Visibility } from '../../services/directory/index.ts'
import { Denial, guardAnswer, type StreamGate } from '../../services/viewers/index.ts'

export interface AutoUploadDeps {
  readonly clock: Clock
  readonly log: Log
  readonly gate: StreamGate
  readonly uploads: Pick<AutoUploads, 'find' | 'get' | 'open'>
  readonly visibility: Pick<Visibility, 'device' | 'devices' | 'seesAll'>
  readonly site: { readonly disableDownload: boolean }
}

/** The search for files that devices uploaded on their own, and their bytes. */
export function autoUploadEndpoints(deps: AutoUploadDeps): HttpEndpoint[] {
  const { uploads, visibility } = deps
  const limiter = createConcurrencyLimiter()
  return [
    endpoint({
      method: 'POST',
      path: autoUploadPath,
      access: autoUploadAccess,
      audit: 'Searched the files that devices uploaded on their own',
      body: autoUploadQuerySchema,
      async handle({ account, body }) {
        const { deviceid, fileext, afterTime, beforeTime, offset, limit } = body
        const filter = {
          fromS: afterTime,
          toS: beforeTime,
          ...(deviceid !== undefined && deviceid !== '' && { deviceId: deviceid }),
          ...(fileext !== undefined && fileext !== '' && { ext: fileext.replace(/^\./, '').toLowerCase() }),
          deviceKeys: visibility.devices(account).map(({ key }) => key),
        }
        const release = await limiter.acquire(account.id)
        try {
          return (await uploads.find(filter, { offset, limit })).map(fileOf)
        } finally {
          release()
        }
      },
    }),
    rawEndpoint({
      path: `${autoUploadFilePath}/:filename`,
      access: autoUploadAccess,
      audit: 'Downloaded the file {filename} that a device uploaded on its own',
      parameters: autoUploadLinkSchema,
      listeners: 'web',
      handle: (request, reply) => sendFile(deps, request, reply),
    }),
  ]
}

async function sendFile(deps: AutoUploadDeps, request: FastifyRequest, reply: FastifyReply) {
  const { clock, log, gate, uploads, visibility, site } = deps
  reply.header('cache-control', 'no-store')
  const { user, password, ...query } = request.query as Readonly<Record<string, unknown>>
  // With an API token in the head of the request `u` and `p` are left out.
  const asked = autoUploadLinkSchema.safeParse({ u: user, p: password, ...query })
  if (!asked.success) return sendFileFailure(reply, invalidRequest(asked.error))
  const { u, p, s } = asked.data
  const admission = await gate.admitAccount({ user: u, password: p }, autoUploadAccess, addressOf(request))
  if (!admission.ok) return sendFileFailure(reply, admission.error)
  const { account } = admission
  noteCaller(request, account)
  const upload = await uploads.get(s)
  // No path is made of the name: it is that of this file, or there is no such file (API2-109).
  const isNamed = upload?.name === (request.params as { readonly filename: string }).filename
  const device = upload !== null && isNamed ? visibility.device(account, upload.deviceId) : undefined
  if (upload === null || device?.key !== upload.deviceKey) return sendFileFailure(reply, new AppError('unknown-file'))
  if (!mayDownload(account, site)) return sendFileFailure(reply, new AppError('permission-denied'))
  const { deviceId } = device
  const answer = guardAnswer(reply.raw, (denied) =>
    gate.keep({ account, right: autoUploadAccess, deviceId, channel: null }, denied),
  )
  const file = await answer.before(uploads.open(upload))
  if (file instanceof Denial) return sendFileFailure(reply, file.error)
  if (file === null) return sendFileFailure(reply, new AppError('unknown-file'))
  // A page that a device has sent is saved, and never shown in the name of this site.
  reply.header('x-content-type-options', 'nosniff')
  const ranged = {
    ...file,
    name: asciiName(upload.name),
    type: 'application/octet-stream',
    onError: (error: Error) => log.warn({ serial: s, reason: error.message }, 'An automatic upload cannot be read'),
    onUnread: () => log.info({ serial: s }, 'A download of an automatic upload that nobody reads was ended'),
    onEnd: () => undefined,
  }
  return sendRanged(request, reply, ranged, clock)
}

/** A header has Latin letters alone. */
function asciiName(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '_').replaceAll('"', '')
}

function fileOf(upload: StoredAutoUpload): AutoUploadFile {
  return {
    serialno: upload.serialNo,
    deviceid: upload.deviceId,
    filename: upload.name,
    filesize: upload.bytes,
    fileext: upload.ext,
    filetime: upload.fileS,
    updatetime: upload.updatedS,
  }
}
