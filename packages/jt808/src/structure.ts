import type { ByteReader, ByteWriter } from '@fleetglass/bytes'

/** A form of bytes inside something larger, such as a parameter or a block: its name and both directions. */
export interface Structure<Name extends string, Value> {
  readonly name: Name
  decode(reader: ByteReader): Value
  encode(writer: ByteWriter, value: Value): void
}

/** Keeps the name a literal and the value inferred. */
export function defineStructure<const Name extends string, Value>(
  structure: Structure<Name, Value>,
): Structure<Name, Value> {
  return structure
}

/** What a structure says, distinguished by `name`. */
export type StructureReading<Each> =
  Each extends Structure<infer Name, infer Value> ? { readonly name: Name; readonly value: Value } : never

/** A structure that was looked up by number: its type is not known any more. */
export interface AnyStructure {
  readonly name: string
  decode(reader: ByteReader): unknown
  encode(writer: ByteWriter, value: never): void
}
