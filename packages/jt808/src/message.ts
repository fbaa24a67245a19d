import type { ByteReader, ByteWriter } from '@fleetglass/bytes'
import type { Version } from './framing/header.ts'

/**
 * One message of the protocol: its number, its name here, and both directions of its body.
 * `decode` reads with a checked reader and may throw `OutOfBytes` or `Malformed`; `encode` throws `RangeError` for
 * values that no field can hold.
 */
export interface MessageDefinition<Name extends string, Body> {
  readonly id: number
  readonly name: Name
  decode(reader: ByteReader, version: Version): Body
  encode(writer: ByteWriter, body: Body, version: Version): void
}

/** Keeps the name a literal and the body inferred. */
export function defineMessage<const Name extends string, Body>(
  definition: MessageDefinition<Name, Body>,
): MessageDefinition<Name, Body> {
  return definition
}

/** A body without fields. */
export type EmptyBody = Readonly<Record<never, never>>

/** A message whose body is empty by the standard. What devices put there all the same stays in `Message.extra`. */
export function defineEmptyMessage<const Name extends string>(
  id: number,
  name: Name,
): MessageDefinition<Name, EmptyBody> {
  return { id, name, decode: () => ({}), encode: () => undefined }
}

/** `count` values read one after the other. The reader's bounds end a count that lies. */
export function readMany<T>(count: number, read: () => T): T[] {
  const values: T[] = []
  for (let at = 0; at < count; at++) values.push(read())
  return values
}
