import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Json } from './human-values.ts'

/** Where and why something could not be read. */
export interface Unreadable {
  readonly offset: number
  readonly reason: string
}

/** The reader of the output has gone: there is nobody left to decode for. */
export class ReaderGone extends Error {}

/** Prints one JSON object a line, no faster than the reader takes them. */
export class Output {
  readonly #stream: Writable
  #hasBad = false
  #gone: Error | null = null

  constructor(stream: Writable) {
    this.#stream = stream
    stream.on('error', (error) => {
      this.#gone = error
    })
  }

  /** Whether anything could not be read. */
  get hasBad(): boolean {
    return this.#hasBad
  }

  async good(fields: { readonly [key: string]: Json }): Promise<void> {
    await this.#print({ ok: true, ...fields })
  }

  async bad({ offset, reason }: Unreadable): Promise<void> {
    this.#hasBad = true
    await this.#print({ ok: false, offset, reason })
  }

  async #print(object: Json): Promise<void> {
    if (this.#gone) throw reasonOf(this.#gone)
    if (this.#stream.write(`${JSON.stringify(object)}\n`)) return
    try {
      await once(this.#stream, 'drain')
    } catch (error) {
      throw reasonOf(error)
    }
  }
}

function reasonOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE' ? new ReaderGone() : error
}
