import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A long list as the answer of a call: written page by page, so that other work gets its turn between two pages. */
export class JsonArray {
  readonly #pages: AsyncIterable<readonly unknown[]>
  readonly #ended: () => void
  readonly #started: (cut: () => void) => void

  /**
   * `ended` is called once, when the answer has left or its caller has gone; `started` when it is sent, with what cuts it:
   * the connection is ended, so that a part is not taken for the whole.
   */
  constructor(
    pages: AsyncIterable<readonly unknown[]>,
    ended: () => void,
    started: (cut: () => void) => void = () => undefined,
  ) {
    this.#pages = pages
    this.#ended = ended
    this.#started = started
  }

  /** To be called once. */
  sendBy(reply: FastifyReply): FastifyReply {
    this.#started(() => reply.raw.destroy())
    const text = Readable.from(textOf(this.#pages), { objectMode: false }).once('close', this.#ended)
    return reply.type('application/json; charset=utf-8').send(text)
  }
}

async function* textOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield before + JSON.stringify(page).slice(1, -1)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}
