import { type ByteReader, type ByteWriter, Malformed } from '@fleetglass/bytes'
import type { Version } from '../header.ts'
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

/** 0x0608, up: answer to 0x8608, each area in the form it is set in. JT/T 808-2019, 8.48. */
export const areas = defineMessage({
  id: 0x0608,
  name: 'areas',
  decode(reader, version): Areas {
    const kind = reader.u8()
    const list = <T>(read: (reader: ByteReader, version: Version) => T): T[] =>
      readMany(reader.u32(), () => read(reader, version))
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
