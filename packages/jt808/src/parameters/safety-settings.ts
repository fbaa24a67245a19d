import { attempt, ByteReader, ByteWriter, type Result } from '@fleetglass/bytes'
import type { Parameter } from '../shapes/parameter-list.ts'
import type { SettingsDefinition } from './definition.ts'
import { adasSettings } from './f364-adas-settings.ts'
import { dsmSettings } from './f365-dsm-settings.ts'
import { tpmsSettings } from './f366-tpms-settings.ts'
import { bsdSettings } from './f367-bsd-settings.ts'

const DEFINITIONS = [adasSettings, dsmSettings, tpmsSettings, bsdSettings] as const

type SettingsOf<Definition> =
  Definition extends SettingsDefinition<infer Name, infer Settings>
    ? { readonly name: Name; readonly settings: Settings }
    : never

/** The settings of one kind of active safety, told apart by `name`. */
export type SafetySettings = SettingsOf<(typeof DEFINITIONS)[number]>

interface AnyDefinition {
  readonly id: number
  readonly name: string
  decode(reader: ByteReader): unknown
  encode(writer: ByteWriter, settings: never): void
}

const byId = new Map<number, AnyDefinition>(DEFINITIONS.map((definition) => [definition.id, definition]))
const byName = new Map<string, AnyDefinition>(DEFINITIONS.map((definition) => [definition.name, definition]))

/** Reads parameters 0xF364 to 0xF367. `null`: another parameter; what is too short gives offset and reason. */
export function readSafetySettings({ id, value }: Parameter): Result<SafetySettings> | null {
  const definition = byId.get(id)
  if (!definition) return null
  return attempt(() => {
    const settings = definition.decode(new ByteReader(value))
    return { name: definition.name, settings } as SafetySettings
  })
}

/** The inverse of `readSafetySettings`. Throws `RangeError` when a value does not fit its field. */
export function writeSafetySettings({ name, settings }: SafetySettings): Parameter {
  const definition = byName.get(name)!
  const writer = new ByteWriter()
  definition.encode(writer, settings as never)
  return { id: definition.id, value: writer.finish() }
}
