import type { ByteReader, ByteWriter } from '@fleetglass/bytes'
import type { Version } from '../framing/header.ts'
import { readMany } from '../message.ts'

/** Several areas of one shape and what to do with those that are there. */
export interface AreaSetting<Area> {
  /** 0 replace all, 1 append, 2 modify. */
  readonly action: number
  readonly areas: readonly Area[]
}

export function readAreaSetting<Area>(
  reader: ByteReader,
  version: Version,
  readArea: (reader: ByteReader, version: Version) => Area,
): AreaSetting<Area> {
  const action = reader.u8()
  return { action, areas: readMany(reader.u8(), () => readArea(reader, version)) }
}

export function writeAreaSetting<Area>(
  writer: ByteWriter,
  body: AreaSetting<Area>,
  version: Version,
  writeArea: (writer: ByteWriter, area: Area, version: Version) => void,
): void {
  writer.u8(body.action).u8(body.areas.length)
  for (const area of body.areas) writeArea(writer, area, version)
}
