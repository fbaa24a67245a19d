import { concat } from '@fleetglass/bytes'
import { MAX_FIELD_BYTES, MAX_FIELD_LINES, MAX_MESSAGE_BYTES, type VcpMessage } from './message.ts'

// Of Node and every browser; the package itself asks for no library of either.
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

const text = new TextEncoder()
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\0': '\\0' }

/**
 * The bytes of one message: what `decodeVcp` reads. Throws a sentence for a message that must not be sent: a key that is
 * none, a lone surrogate, or one of the limits exceeded. Those are mistakes of the program, not of the other end.
 */
export function encodeVcp({ code, fields, payload }: VcpMessage): Uint8Array {
  const lines = [line('M', code)]
  for (const [key, value] of Object.entries(fields)) {
    if (!/^[A-Z][A-Z0-9]{0,7}$/.test(key) || key === 'M' || key === 'Z') throw new Error(`"${key}" cannot be a field`)
    lines.push(line(key, value))
  }
  if (payload) lines.push(`Z:${payload.length}\n`)
  if (lines.length > MAX_FIELD_LINES) throw new Error(`a message has at most ${MAX_FIELD_LINES} lines`)
  const body = text.encode(lines.join(''))
  if (body.length > MAX_FIELD_BYTES) throw new Error(`the fields of a message have at most ${MAX_FIELD_BYTES} bytes`)
  const head = text.encode(`VCP\n${body.length + (payload?.length ?? 0)}\n`)
  const message = concat(payload ? [head, body, payload] : [head, body])
  if (message.length > MAX_MESSAGE_BYTES) throw new Error(`a message has at most ${MAX_MESSAGE_BYTES} bytes`)
  return message
}

function line(key: string, value: string): string {
  if (!value.isWellFormed()) throw new Error(`the value of ${key} is not well-formed Unicode`)
  return `${key}:${value.replace(/[\\\n\r\0]/g, (character) => escapes[character] as string)}\n`
}
