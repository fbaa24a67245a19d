import type { FastifyReply } from 'fastify'

/** What a call answers when it is no JSON: bytes, and how the browser is to take them. */
export class Content {
  readonly bytes: Uint8Array
  readonly type: string
  /** How the bytes are packed already; null when they are not. */
  readonly encoding: 'gzip' | null
  /** The same address will give the same bytes for ever, to this user. */
  readonly cacheForever: boolean

  constructor(of: Pick<Content, 'bytes' | 'type' | 'encoding' | 'cacheForever'>) {
    this.bytes = of.bytes
    this.type = of.type
    this.encoding = of.encoding
    this.cacheForever = of.cacheForever
  }

  /** No bytes are an answer without a body. */
  sendBy(reply: FastifyReply): FastifyReply {
    reply.header('cache-control', this.cacheForever ? 'private, max-age=31536000, immutable' : 'private, no-cache')
    if (this.bytes.length === 0) return reply.code(204).send()
    if (this.encoding !== null) reply.header('content-encoding', this.encoding)
    return reply.type(this.type).send(Buffer.from(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength))
  }
}
