import { attempt, ByteReader, type ByteWriter, Malformed } from '@fleetglass/bytes'
import type { Version } from '../framing/header.ts'
import { defineMessage, readMany } from '../message.ts'
import {
  type Circle,
  type Polygon,
  type Rectangle,
  type Route,
  readCircle,
  readPolygon,
  readRectangle,
  readRoute,
  type WirePlace,
  writeCircle,
  writePolygon,
  writeRectangle,
  writeRoute,
} from '../shapes/areas.ts'

/** The areas or routes a terminal keeps. */
export type Areas =
  | { readonly kind: 1; readonly circles: readonly Circle[] }
  | { readonly kind: 2; readonly rectangles: readonly Rectangle[] }
  | { readonly kind: 3; readonly polygons: readonly Polygon[] }
  | { readonly kind: 4; readonly routes: readonly Route[] }

/**
 * 0x0608, up: answer to 0x8608, each area in the form it is set in. JT/T 808-2019, 8.48. Many devices send each entry as the
 * whole body of the message that sets it: length and plausibility decide.
 */
export const areas = defineMessage({
  id: 0x0608,
  name: 'areas',
  decode(reader, version): Areas {
    const body = reader.bytes.subarray(reader.offset, reader.offset + reader.remaining)
    for (const entry of ENTRIES) {
      const whole = new ByteReader(body)
      const areas = attempt(() => readAreas(whole, version, entry))
      if (!areas.ok || whole.remaining > 0 || !placesOf(areas.value).every(isPlausible)) continue
      reader.take(body.length)
      return areas.value
    }
    return readAreas(reader, version, 'area')
  },
  encode(writer, body, version) {
    const list = <T>(values: readonly T[], write: (writer: ByteWriter, value: T, version: Version) => void) => {
      writer.u8(body.kind).u32(values.length)
      for (const value of values) write(writer, value, version)
    }
    switch (body.kind) {
      case 1:
        return list(body.circles, writeCircle)
      case 2:
        return list(body.rectangles, writeRectangle)
      case 3:
        return list(body.polygons, writePolygon)
      case 4:
        return list(body.routes, writeRoute)
    }
  },
})

/**
 * What an entry is: the area alone, as the standard says; a whole body of 0x8600 or 0x8602, which is a BYTE for what the setting
 * does, a BYTE count and so many areas; or the first BYTE and the area.
 */
type Entry = 'area' | 'body' | 'setting'
const ENTRIES: readonly Entry[] = ['area', 'body', 'setting']

function readAreas(reader: ByteReader, version: Version, entry: Entry): Areas {
  const kind = reader.u8()
  const list = <T>(read: (reader: ByteReader, version: Version) => T): T[] =>
    readMany(reader.u32(), () => {
      if (entry !== 'area') reader.u8()
      return readMany(entry === 'body' ? reader.u8() : 1, () => read(reader, version))
    }).flat()
  switch (kind) {
    case 1:
      return { kind, circles: list(readCircle) }
    case 2:
      return { kind, rectangles: list(readRectangle) }
    case 3:
      return { kind, polygons: list(readPolygon) }
    case 4:
      return { kind, routes: list(readRoute) }
    default:
      throw new Malformed(reader.offset - 1, `no area is of kind ${kind}`)
  }
}

function placesOf(areas: Areas): WirePlace[] {
  switch (areas.kind) {
    case 1:
      return areas.circles.map(({ centre }) => centre)
    case 2:
      return areas.rectangles.flatMap(({ upperLeft, lowerRight }) => [upperLeft, lowerRight])
    case 3:
      return areas.polygons.flatMap(({ points }) => points)
    case 4:
      return areas.routes.flatMap(({ points }) => points.map(({ place }) => place))
  }
}

function isPlausible({ latitudeE6, longitudeE6 }: WirePlace): boolean {
  return latitudeE6 <= 90_000_000 && longitudeE6 <= 180_000_000
}
