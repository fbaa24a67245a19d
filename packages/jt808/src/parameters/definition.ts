import type { ByteReader, ByteWriter } from '@fleetglass/bytes'

/** A parameter that is a whole table: its id, its name, both directions. */
export interface SettingsDefinition<Name extends string, Settings> {
  readonly id: number
  readonly name: Name
  decode(reader: ByteReader): Settings
  encode(writer: ByteWriter, settings: Settings): void
}

/** Keeps the name a literal and the settings inferred. */
export function defineSettings<const Name extends string, Settings>(
  definition: SettingsDefinition<Name, Settings>,
): SettingsDefinition<Name, Settings> {
  return definition
}
