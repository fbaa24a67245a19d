import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export interface DownloadOf {
  readonly chunks: AsyncIterable<string | Uint8Array>
  readonly type: string
  /** Without quotes and control characters. */
  readonly name: string
  /** Called when it is sent, with what ends it early. */
  readonly started: (end: () => void) => void
  /** Called once, when it has left or its caller has gone. */
  readonly ended: () => void
}

/** A file as the answer of a call: written as it is taken, of unknown length. */
export class Download {
  readonly #of: DownloadOf

  constructor(of: DownloadOf) {
    this.#of = of
  }

  /** To be called once. */
  sendBy(reply: FastifyReply): FastifyReply {
    const { chunks, type, name, started, ended } = this.#of
    const file = Readable.from(chunks, { objectMode: false }).once('close', ended)
    // A failure breaks the connection, because the length is unknown: the browser then treats the file as broken.
    started(() => reply.raw.destroy())
    reply.header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'no-store')
    return reply.type(type).send(file)
  }
}
