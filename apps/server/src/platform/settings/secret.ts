import { inspect } from 'node:util'
import { SECRET_MASK } from '@fleetglass/contract/server-settings'
import { z } from 'zod'

/**
 * A text that leaves the server only where code calls `reveal`. As JSON, in a log line, in an audit entry and in a template it is
 * the mask, or empty where nothing is set.
 */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  get isSet(): boolean {
    return this.#text !== ''
  }

  reveal(): string {
    return this.#text
  }

  toString(): string {
    return this.isSet ? SECRET_MASK : ''
  }

  toJSON(): string {
    return this.toString()
  }

  [inspect.custom](): string {
    return `Secret(${this.toString()})`
  }
}

const secretFields = new WeakSet<z.ZodType>()

/** A field whose value is a `Secret`; `text` checks what is sent and stored. */
export function secret(text: z.ZodType<string, string>) {
  const field = z.codec(text, z.instanceof(Secret), {
    decode: (value) => new Secret(value),
    encode: (value) => value.reveal(),
  })
  secretFields.add(field)
  return field
}

export function isSecretField(field: unknown): boolean {
  return field instanceof z.ZodType && secretFields.has(field)
}
