import { AppError } from '@fleetglass/contract/errors'
import {
  exportFileName,
  exportRangeHeader,
  exportSchema,
  mayDownload,
  writeExportAnswer,
} from '@fleetglass/contract/exports'
import { StreamPath, streamRights } from '@fleetglass/contract/streams'
import type { FastifyReply } from 'fastify'
import type { Clock } from '../../platform/clock/index.ts'
import { invalidRequest } from '../../platform/errors/index.ts'
import {
  addressOf,
  type HttpEndpoint,
  noteCaller,
  type RangedFile,
  rawEndpoint,
  sendFileFailure,
  sendRanged,
} from '../../platform/http/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { earliestMs } from '../../services/directory/index.ts'
import type { StreamLog } from '../../services/stream-log/index.ts'
import { Denial, guardAnswer, type StreamGate } from '../../services/viewers/index.ts'
import type { Exports, Reading, Wanted } from './exports.service.ts'

const PIECE_BYTES = 64 * 1024

export interface ExportRouteDeps {
  readonly clock: Clock
  readonly gate: StreamGate
  readonly log: Log
  readonly exports: Exports
  readonly streamLog: Pick<StreamLog, 'begin'>
  readonly site: { readonly disableDownload: boolean }
  readonly utcOffsetS: () => number
}

/** `web.cgi?type=lopbmp4ask` and `type=lopbmp4get`: a part of a recording as MP4 (STRM-10, STRM-11). */
export const exportEndpoints = (deps: ExportRouteDeps): HttpEndpoint[] => [
  rawEndpoint({
    path: StreamPath.file,
    access: streamRights.lopb,
    audit: 'Downloaded recordings of device {deviceid}, channel {ch}',
    parameters: exportSchema,
    listeners: 'every',
    async handle(request, reply) {
      // The console's page may come from another port of the same host.
      reply.header('cross-origin-resource-policy', 'same-site').header('cache-control', 'no-store')
      const asked = exportSchema.safeParse(request.query)
      if (!asked.success) return sendFileFailure(reply, invalidRequest(asked.error))
      const { type, user, password, deviceid, ch, spbtime, duration, tz } = asked.data
      const caller = { user, password, deviceId: deviceid, channel: ch }
      const admission = await deps.gate.admit(caller, streamRights.lopb, addressOf(request))
      if (!admission.ok) return sendFileFailure(reply, admission.error)
      const { account, device } = admission
      noteCaller(request, account)
      if (!mayDownload(account, deps.site)) return sendFileFailure(reply, new AppError('permission-denied'))
      const startMs = Math.round(spbtime * 1000)
      if (startMs < earliestMs(account, deps.clock.nowMs()))
        return sendFileFailure(reply, new AppError('nothing-recorded'))
      const wanted = { deviceKey: device.key, channel: ch, startMs, endMs: startMs + duration * 1000 }
      if (type === 'lopbmp4ask') return answer(deps, account.name, wanted, reply)
      const read = deps.exports.read(account.name, wanted)
      const found = await guardAnswer(reply.raw, admission.keep).before(read, (late) => {
        if (late.kind === 'reading') late.end()
      })
      if (found instanceof Denial) return sendFileFailure(reply, found.error)
      if (found.kind === 'busy') return sendFileFailure(reply, found.error)
      if (found.kind !== 'reading')
        return sendFileFailure(reply, new AppError('export-not-ready', { progress: writeExportAnswer(found) }))
      const use = deps.streamLog.begin({ kind: 'localDownload', user: account.name, device, channel: ch })
      reply.raw.once('close', () => use.end())
      const name = exportFileName(device.deviceId, ch, startMs, tz ?? deps.utcOffsetS())
      return sendRanged(request, reply, fileOf(deps, account.name, wanted, name, found), deps.clock)
    },
  }),
]

async function answer(deps: ExportRouteDeps, account: string, wanted: Wanted, reply: FastifyReply) {
  const found = await deps.exports.ask(account, wanted)
  if (found.kind === 'busy') return sendFileFailure(reply, found.error)
  if (found.kind === 'ready') reply.header(exportRangeHeader, `${found.startMs}-${found.endMs}`)
  return reply.type('text/plain; charset=utf-8').send(writeExportAnswer(found))
}

function fileOf(deps: ExportRouteDeps, account: string, wanted: Wanted, name: string, found: Reading): RangedFile {
  const { clip, tag } = found
  return {
    name,
    tag,
    type: 'video/mp4',
    byteLength: clip.byteLength,
    read: (start: number, end: number) => inPieces(clip.read(start, end)),
    onError(error: Error) {
      deps.exports.forget(wanted)
      deps.log.warn({ wanted, reason: error.message }, 'a download ended early: its recording cannot be read')
    },
    onUnread: () => deps.log.info({ account, wanted }, 'a download that nobody reads was ended'),
    onEnd: () => found.end(),
  }
}

/** Small enough that a slow client takes more than one while it is watched. */
async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES)
  }
}
