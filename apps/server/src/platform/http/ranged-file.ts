import { Readable } from 'node:stream'
import { AppError, failure } from '@fleetglass/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock/index.ts'
import { readByteRange } from './byte-range.ts'
import { whenItStandsStill } from './still-download.ts'

/** A file that is made while it is read. */
export interface RangedFile {
  readonly name: string
  readonly type: string
  /** A page shows it; left out: the browser saves it. */
  readonly isShown?: boolean
  /** Changes when the file does. */
  readonly tag: string
  readonly byteLength: number
  /** Bytes `[start, end)`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>
  /** It could not be read to its end: the answer ends early, which the client sees by its length. */
  onError(error: Error): void
  /** It is ended, because its client takes nothing. */
  onUnread(): void
  /** It is not read any more. */
  onEnd(): void
}

/** Sends a file, or the part of it that is asked for (RFC 9110, 14), as the client takes it; one that takes nothing is ended. */
export function sendRanged(request: FastifyRequest, reply: FastifyReply, file: RangedFile, clock: Clock): FastifyReply {
  const { byteLength, isShown = false, name, tag, type } = file
  // The client went while the file was opened.
  if (reply.raw.destroyed) {
    file.onEnd()
    return reply.hijack()
  }
  const range = readByteRange(wantedPart(request, tag), byteLength)
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', tag)
    .header('content-disposition', `${isShown ? 'inline' : 'attachment'}; filename="${name}"`)
  if (range === 'none') {
    file.onEnd()
    const rejected = reply.code(416).header('content-range', `bytes */${byteLength}`)
    return rejected.send(failure(new AppError('no-such-bytes')))
  }
  const { start, end } = range === 'whole' ? { start: 0, end: byteLength } : range
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${byteLength}`)
  reply.type(type).header('content-length', end - start)
  if (request.method === 'HEAD') {
    file.onEnd()
    // For a stream: any other body would report its own length.
    return reply.send(Readable.from([]))
  }
  const bytes = Readable.from(file.read(start, end), { objectMode: false, highWaterMark: 1024 * 1024 })
  bytes.on('error', (error) => file.onError(error))
  bytes.on('close', () => file.onEnd())
  const { socket } = request.raw
  const taken = () => socket.bytesWritten - socket.writableLength
  const watch = whenItStandsStill(clock, taken, () => {
    file.onUnread()
    reply.raw.destroy()
  })
  reply.raw.once('close', () => watch.cancel())
  return reply.send(bytes)
}

/** With `If-Range` a part is only asked for while the file is the one that was begun. */
function wantedPart({ headers }: FastifyRequest, tag: string): string | undefined {
  const only = headers['if-range']
  return only === undefined || only === tag ? headers.range : undefined
}
