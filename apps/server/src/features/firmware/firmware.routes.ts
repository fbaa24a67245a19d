import { AppError } from '@fleetglass/contract/errors'
import {
  firmwareAccess,
  firmwareEditSchema,
  firmwareFilePath,
  firmwareIdSchema,
  firmwareRemovalSchema,
  firmwareStorePath,
} from '@fleetglass/contract/firmware'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Clock } from '../../platform/clock/index.ts'
import { endpoint, type HttpEndpoint, rawEndpoint, sendFileFailure, sendRanged } from '../../platform/http/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { FirmwareDownloads, FirmwareFolder, FirmwareStore } from '../../services/firmware/index.ts'

/** Seconds after which a device that was turned away asks again. */
const RETRY_S = 30

export interface FirmwareRouteDeps {
  readonly clock: Clock
  readonly log: Log
  readonly store: FirmwareStore
  readonly folder: Pick<FirmwareFolder, 'open'>
  readonly downloads: FirmwareDownloads
}

/** The firmware store, and its files for devices. */
export const firmwareEndpoints = (deps: FirmwareRouteDeps): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: firmwareStorePath,
    access: firmwareAccess,
    audit: 'Read the firmware store',
    body: z.object({}),
    handle: () => deps.store.list(),
  }),
  endpoint({
    method: 'PUT',
    path: firmwareStorePath,
    access: firmwareAccess,
    audit: 'Changed the firmware file {firmwareid}',
    body: firmwareEditSchema,
    async handle({ body }) {
      await deps.store.edit(body)
      return deps.store.list()
    },
  }),
  endpoint({
    method: 'DELETE',
    path: firmwareStorePath,
    access: firmwareAccess,
    audit: 'Deleted the firmware file {firmwareid}',
    body: firmwareRemovalSchema,
    async handle({ body, note }) {
      const file = await deps.store.find(body.firmwareid)
      await deps.store.remove(body.firmwareid)
      note({ filename: file?.filename })
      return deps.store.list()
    },
  }),
  rawEndpoint({
    path: `${firmwareFilePath}/:firmwareid`,
    // A device has no account: the id, which nobody can guess, is the secret (API2-110, ADR 0054).
    access: 'anyone',
    audit: 'Read the firmware file {firmwareid}',
    listeners: 'every',
    handle: (request, reply) => sendFirmware(deps, request, reply),
  }),
]

async function sendFirmware(deps: FirmwareRouteDeps, request: FastifyRequest, reply: FastifyReply) {
  const { clock, downloads, folder, log, store } = deps
  reply.header('cache-control', 'no-store')
  const id = firmwareIdSchema.safeParse((request.params as { firmwareid?: string }).firmwareid)
  const file = id.success ? await store.find(id.data) : null
  if (file === null) return sendFileFailure(reply, new AppError('unknown-firmware'))
  const end = downloads.begin()
  if (end === null) {
    return sendFileFailure(reply.header('retry-after', String(RETRY_S)), new AppError('firmware-downloads-busy'))
  }
  const opened = await folder.open(file.firmwareid).catch((error: unknown) => {
    end()
    throw error
  })
  if (opened === null) {
    end()
    return sendFileFailure(reply, new AppError('unknown-firmware'))
  }
  const ranged = {
    name: asciiName(file.filename),
    type: 'application/octet-stream',
    tag: `"${file.hash}"`,
    byteLength: opened.byteLength,
    read: (start: number, stop: number) => downloads.paced(opened.read(start, stop)),
    onError: (error: Error) =>
      log.warn({ id: file.firmwareid, reason: error.message }, 'a firmware file cannot be read'),
    onUnread: () => log.info({ id: file.firmwareid }, 'a download of firmware that nobody reads was ended'),
    onEnd() {
      end()
      void opened.close()
    },
  }
  return sendRanged(request, reply, ranged, clock)
}

/** A header has Latin letters alone. */
function asciiName(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '_').replaceAll('"', '')
}
