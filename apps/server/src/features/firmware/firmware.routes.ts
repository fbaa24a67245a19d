import { AppError } from '@fleetglass/contract/errors'
import {
  firmwareAccess,
  firmwareEditSchema,
  firmwareFilePath,
  firmwareIdSchema,
  firmwareRemovalSchema,
  firmwareStorePath,
  firmwareUpdatePath,
} from '@fleetglass/contract/firmware'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Clock } from '../../platform/clock/index.ts'
import { endpoint, type HttpEndpoint, rawEndpoint, sendFileFailure, sendRanged } from '../../platform/http/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type {
  FirmwareDownloads,
  FirmwareFolder,
  FirmwareStore,
  FirmwareUpdates,
} from '../../services/firmware/index.ts'

/** Seconds after which a device that was turned away asks again. */
const RETRY_S = 30

export interface FirmwareRouteDeps {
  readonly clock: Clock
  readonly log: Log
  readonly store: FirmwareStore
  readonly folder: Pick<FirmwareFolder, 'open'>
  readonly downloads: FirmwareDownloads
  readonly updates: Pick<FirmwareUpdates, 'download' | 'served'>
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
    audit: 'Changed a firmware file: {filename}',
    body: firmwareEditSchema,
    async handle({ body, note }) {
      const file = await deps.store.find(body.firmwareid)
      await deps.store.edit(body)
      note({ filename: body.filename ?? file?.filename, before: file?.filename })
      return deps.store.list()
    },
  }),
  endpoint({
    method: 'DELETE',
    path: firmwareStorePath,
    access: firmwareAccess,
    audit: 'Deleted a firmware file',
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
    handle(request, reply) {
      const { firmwareid = '' } = request.params as { firmwareid?: string }
      return sendFirmware(deps, { request, reply, firmwareId: firmwareid, onRead: null })
    },
  }),
  rawEndpoint({
    path: `${firmwareUpdatePath}/:token`,
    // The token is for one update of one device, and ends with it.
    access: 'anyone',
    audit: 'Read the firmware of an update',
    listeners: 'every',
    handle(request, reply) {
      const { token = '' } = request.params as { token?: string }
      const firmwareId = deps.updates.download(token)?.firmwareId ?? ''
      const onRead = (position: number): void => deps.updates.served(token, position)
      return sendFirmware(deps, { request, reply, firmwareId, onRead })
    },
  }),
]

interface FirmwareRead {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly firmwareId: string
  /** Called with the end of each piece that is sent; `null`: nobody counts. */
  readonly onRead: ((position: number) => void) | null
}

async function sendFirmware(deps: FirmwareRouteDeps, { request, reply, firmwareId, onRead }: FirmwareRead) {
  const { clock, downloads, folder, log, store } = deps
  reply.header('cache-control', 'no-store')
  const id = firmwareIdSchema.safeParse(firmwareId)
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
    read: (start: number, stop: number) => counted(downloads.paced(opened.read(start, stop)), start, onRead),
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

/** A piece counts when the next one is taken: then it has left. */
async function* counted(bytes: AsyncIterable<Uint8Array>, start: number, onRead: FirmwareRead['onRead']) {
  let position = start
  for await (const piece of bytes) {
    yield piece
    position += piece.length
    onRead?.(position)
  }
}

/** A header has Latin letters alone. */
function asciiName(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '_').replaceAll('"', '')
}
