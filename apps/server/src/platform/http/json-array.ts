import { Readable } from 'node:stream'

/** A long list as the answer of a call: written page by page, so that other work gets its turn between two pages. */
export class JsonArray {
  readonly #pages: AsyncIterable<readonly unknown[]>
  readonly #ended: () => void

  /** `ended` is called once, when the answer has left or its caller has gone. */
  constructor(pages: AsyncIterable<readonly unknown[]>, ended: () => void) {
    this.#pages = pages
    this.#ended = ended
  }

  /** The text; to be called once. */
  text(): Readable {
    return Readable.from(textOf(this.#pages), { objectMode: false }).once('close', this.#ended)
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
