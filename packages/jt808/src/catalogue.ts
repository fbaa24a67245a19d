import { attempt, ByteReader, ByteWriter, type Result } from '@fleetglass/bytes'
import type { Version } from './header.ts'
import type { MessageDefinition } from './message.ts'
import { position } from './messages/0200-position.ts'

// Every message this package knows. A number that is not here decodes as `unknown` and keeps its bytes.
const DEFINITIONS = [position] as const

type MessageOf<Definition> =
  Definition extends MessageDefinition<infer Name, infer Body>
    ? {
        readonly name: Name
        readonly body: Body
        /** Bytes behind the last field that the standard knows. Many devices send some. */
        readonly extra?: Uint8Array
      }
    : never

/** A message whose number is not known here: its bytes are kept. */
export interface UnknownMessage {
  readonly name: 'unknown'
  readonly messageId: number
  readonly body: { readonly raw: Uint8Array }
}

/** A decoded message, told apart by `name`. */
export type KnownMessage = MessageOf<(typeof DEFINITIONS)[number]>

/** What a body decodes to. */
export type Message = KnownMessage | UnknownMessage

/** A definition whose body is known to itself only. */
interface AnyDefinition {
  readonly id: number
  readonly name: string
  decode(reader: ByteReader, version: Version): unknown
  encode(writer: ByteWriter, body: never, version: Version): void
}

const byId = new Map<number, AnyDefinition>(DEFINITIONS.map((definition) => [definition.id, definition]))
const byName = new Map<string, AnyDefinition>(DEFINITIONS.map((definition) => [definition.name, definition]))

/**
 * Decodes a body (all packets joined). Numbers that are not known give `unknown` with the bytes; a body that is too
 * short or impossible gives the offset and the reason.
 */
export function decodeBody(messageId: number, version: Version, body: Uint8Array): Result<Message> {
  const definition = byId.get(messageId)
  if (!definition) return { ok: true, value: { name: 'unknown', messageId, body: { raw: body } } }
  return attempt(() => {
    const reader = new ByteReader(body)
    const decoded = definition.decode(reader, version)
    const message = { name: definition.name, body: decoded }
    return (reader.remaining > 0 ? { ...message, extra: reader.rest() } : message) as KnownMessage
  })
}

/** The body of a message as bytes. Throws `RangeError` when a value does not fit its field. */
export function encodeBody(message: Message, version: Version): Uint8Array {
  if (message.name === 'unknown') return message.body.raw
  const writer = new ByteWriter()
  byName.get(message.name)!.encode(writer, message.body as never, version)
  if (message.extra) writer.bytes(message.extra)
  return writer.finish()
}

/** The number of a message. */
export function messageIdOf(message: Message): number {
  return message.name === 'unknown' ? message.messageId : byName.get(message.name)!.id
}

/** The number of the message of that name. */
export function messageIdByName(name: KnownMessage['name']): number {
  return byName.get(name)!.id
}

/** The name of a number, `undefined` when it is not known here. */
export function messageNameOf(messageId: number): KnownMessage['name'] | undefined {
  return byId.get(messageId)?.name as KnownMessage['name'] | undefined
}
