import type { ByteReader, ByteWriter } from '@fleetglass/bytes'

/** A message body or parameter value: its number, its name, both directions. Reads throw inside `attempt`. */
export interface Definition<Name extends string, Body> {
  readonly id: number
  readonly name: Name
  decode(reader: ByteReader): Body
  encode(writer: ByteWriter, body: Body): void
}

/** Keeps name and body type for the union of all definitions. */
export function define<const Name extends string, Body>(definition: Definition<Name, Body>): Definition<Name, Body> {
  return definition
}

/** What a list of definitions can decode to, distinguished by `name`. */
export type DecodedOf<Each> =
  Each extends Definition<infer Name, infer Body>
    ? {
        readonly name: Name
        readonly body: Body
        /** Bytes behind the last field: some platforms send up to two, others may follow in later texts. */
        readonly extra?: Uint8Array
      }
    : never
