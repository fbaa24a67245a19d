import { attempt, ByteReader, ByteWriter, type Result } from '@fleetglass/bytes'
import type { Parameter } from '../shapes/parameter-list.ts'
import type { AnyStructure, StructureReading } from '../structure.ts'
import { adasSettings } from './f364-adas-settings.ts'
import { dsmSettings } from './f365-dsm-settings.ts'
import { tpmsSettings } from './f366-tpms-settings.ts'
import { bsdSettings } from './f367-bsd-settings.ts'

const SETTINGS = { 62308: adasSettings, 62309: dsmSettings, 62310: tpmsSettings, 62311: bsdSettings } as const

/** The settings of one kind of active safety, distinguished by `name`. */
export type SafetySettings = StructureReading<(typeof SETTINGS)[keyof typeof SETTINGS]>

const byId: Readonly<Record<number, AnyStructure>> = SETTINGS

/** Reads parameters 0xF364 to 0xF367. `null`: another parameter; what is too short gives offset and reason. */
export function readSafetySettings(parameter: Parameter): Result<SafetySettings> | null {
  const structure = byId[parameter.id]
  if (!structure) return null
  return attempt(() => {
    const value = structure.decode(new ByteReader(parameter.value))
    return { name: structure.name, value } as SafetySettings
  })
}

/** The inverse of `readSafetySettings`. Throws `RangeError` when a value does not fit its field. */
export function writeSafetySettings({ name, value }: SafetySettings): Parameter {
  const [id, structure] = Object.entries(byId).find(([, each]) => each.name === name)!
  const writer = new ByteWriter()
  structure.encode(writer, value as never)
  return { id: Number(id), value: writer.finish() }
}
