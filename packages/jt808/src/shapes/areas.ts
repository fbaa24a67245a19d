import type { ByteReader, ByteWriter } from '@fleetglass/bytes'
import type { Version } from '../framing/header.ts'
import { readMany } from '../message.ts'
import { decodeText, encodeText } from '../text.ts'
import { type TimeDigits, writeTime } from '../wire-time.ts'

/** Attribute bits of areas and routes. JT/T 808-2013, table 58. */
export const AREA_BY_TIME = 1 << 0
export const AREA_BY_SPEED = 1 << 1

/** A place as the wire writes it: magnitudes × 10^6; attribute bits 6 (south) and 7 (west) give the hemisphere. */
export interface WirePlace {
  readonly latitudeE6: number
  readonly longitudeE6: number
}

/** When an area or route holds. A date of zeros: every day. */
export interface AreaHours {
  readonly from: TimeDigits
  readonly to: TimeDigits
}

/** How fast one may be there, and for how long faster. */
export interface AreaLimit {
  readonly speedKmh: number
  readonly overspeedS: number
  /** 2019. */
  readonly nightSpeedKmh?: number
}

interface AreaBase {
  readonly id: number
  readonly attributes: number
  /** Present when attribute bit 0 is set. */
  readonly hours?: AreaHours
  /** 2019. */
  readonly areaName?: string
}

export interface Circle extends AreaBase {
  readonly centre: WirePlace
  readonly radiusM: number
  /** Present when attribute bit 1 is set; the same below. */
  readonly limit?: AreaLimit
}

export interface Rectangle extends AreaBase {
  readonly upperLeft: WirePlace
  readonly lowerRight: WirePlace
  readonly limit?: AreaLimit
}

export interface Polygon extends AreaBase {
  readonly limit?: AreaLimit
  readonly points: readonly WirePlace[]
}

export interface RoutePoint {
  readonly pointId: number
  readonly segmentId: number
  readonly place: WirePlace
  readonly widthM: number
  /** Bit 0 by time, 1 by speed, 2 south, 3 west. */
  readonly attributes: number
  /** Present when bit 0 is set. */
  readonly passage?: { readonly tooLongS: number; readonly tooShortS: number }
  /** Present when bit 1 is set. */
  readonly limit?: AreaLimit
}

export interface Route extends AreaBase {
  readonly points: readonly RoutePoint[]
}

export function readCircle(reader: ByteReader, version: Version): Circle {
  const id = reader.u32()
  const attributes = reader.u16()
  const centre = readPlace(reader)
  const radiusM = reader.u32()
  return { id, attributes, centre, radiusM, ...readRules(reader, attributes, version) }
}

export function writeCircle(writer: ByteWriter, area: Circle, version: Version): void {
  writer.u32(area.id).u16(area.attributes)
  writePlace(writer, area.centre)
  writer.u32(area.radiusM)
  writeRules(writer, area, version)
}

export function readRectangle(reader: ByteReader, version: Version): Rectangle {
  const id = reader.u32()
  const attributes = reader.u16()
  const upperLeft = readPlace(reader)
  const lowerRight = readPlace(reader)
  return { id, attributes, upperLeft, lowerRight, ...readRules(reader, attributes, version) }
}

export function writeRectangle(writer: ByteWriter, area: Rectangle, version: Version): void {
  writer.u32(area.id).u16(area.attributes)
  writePlace(writer, area.upperLeft)
  writePlace(writer, area.lowerRight)
  writeRules(writer, area, version)
}

/** The night speed of a polygon stands behind its points. */
export function readPolygon(reader: ByteReader, version: Version): Polygon {
  const id = reader.u32()
  const attributes = reader.u16()
  const hours = readHours(reader, attributes)
  const day = attributes & AREA_BY_SPEED ? { speedKmh: reader.u16(), overspeedS: reader.u8() } : undefined
  const points = readMany(reader.u16(), () => readPlace(reader))
  const night = day && version === '2019' ? { nightSpeedKmh: reader.u16() } : undefined
  return {
    id,
    attributes,
    ...hours,
    ...(day && { limit: { ...day, ...night } }),
    points,
    ...readName(reader, version),
  }
}

export function writePolygon(writer: ByteWriter, area: Polygon, version: Version): void {
  writer.u32(area.id).u16(area.attributes)
  writeHours(writer, area)
  if (area.attributes & AREA_BY_SPEED) {
    const limit = needed(area.limit, 'a limit')
    writer.u16(limit.speedKmh).u8(limit.overspeedS)
  }
  writer.u16(area.points.length)
  for (const point of area.points) writePlace(writer, point)
  if (area.attributes & AREA_BY_SPEED && version === '2019') writer.u16(area.limit?.nightSpeedKmh ?? 0)
  writeName(writer, area, version)
}

export function readRoute(reader: ByteReader, version: Version): Route {
  const id = reader.u32()
  const attributes = reader.u16()
  const hours = readHours(reader, attributes)
  const points = readMany(reader.u16(), () => readRoutePoint(reader, version))
  return { id, attributes, ...hours, points, ...readName(reader, version) }
}

export function writeRoute(writer: ByteWriter, route: Route, version: Version): void {
  writer.u32(route.id).u16(route.attributes)
  writeHours(writer, route)
  writer.u16(route.points.length)
  for (const point of route.points) writeRoutePoint(writer, point, version)
  writeName(writer, route, version)
}

function readRoutePoint(reader: ByteReader, version: Version): RoutePoint {
  const pointId = reader.u32()
  const segmentId = reader.u32()
  const place = readPlace(reader)
  const widthM = reader.u8()
  const attributes = reader.u8()
  const passage = attributes & AREA_BY_TIME ? { tooLongS: reader.u16(), tooShortS: reader.u16() } : undefined
  return {
    pointId,
    segmentId,
    place,
    widthM,
    attributes,
    ...(passage && { passage }),
    ...readLimit(reader, attributes, version),
  }
}

function writeRoutePoint(writer: ByteWriter, point: RoutePoint, version: Version): void {
  writer.u32(point.pointId).u32(point.segmentId)
  writePlace(writer, point.place)
  writer.u8(point.widthM).u8(point.attributes)
  if (point.attributes & AREA_BY_TIME) {
    const passage = needed(point.passage, 'a passage time')
    writer.u16(passage.tooLongS).u16(passage.tooShortS)
  }
  writeLimit(writer, point, version)
}

function readPlace(reader: ByteReader): WirePlace {
  return { latitudeE6: reader.u32(), longitudeE6: reader.u32() }
}

function writePlace(writer: ByteWriter, place: WirePlace): void {
  writer.u32(place.latitudeE6).u32(place.longitudeE6)
}

/** Hours, limit and name, as circles and rectangles have them one after the other. */
function readRules(
  reader: ByteReader,
  attributes: number,
  version: Version,
): { hours?: AreaHours; limit?: AreaLimit; areaName?: string } {
  return {
    ...readHours(reader, attributes),
    ...readLimit(reader, attributes, version),
    ...readName(reader, version),
  }
}

function writeRules(writer: ByteWriter, area: Circle | Rectangle, version: Version): void {
  writeHours(writer, area)
  writeLimit(writer, area, version)
  writeName(writer, area, version)
}

function readHours(reader: ByteReader, attributes: number): { hours?: AreaHours } {
  return attributes & AREA_BY_TIME ? { hours: { from: reader.bcd(6), to: reader.bcd(6) } } : {}
}

function writeHours(writer: ByteWriter, area: AreaBase): void {
  if (!(area.attributes & AREA_BY_TIME)) return
  const hours = needed(area.hours, 'hours')
  writeTime(writer, hours.from)
  writeTime(writer, hours.to)
}

function readLimit(reader: ByteReader, attributes: number, version: Version): { limit?: AreaLimit } {
  if (!(attributes & AREA_BY_SPEED)) return {}
  const day = { speedKmh: reader.u16(), overspeedS: reader.u8() }
  return { limit: version === '2019' ? { ...day, nightSpeedKmh: reader.u16() } : day }
}

function writeLimit(writer: ByteWriter, of: { attributes: number; limit?: AreaLimit }, version: Version): void {
  if (!(of.attributes & AREA_BY_SPEED)) return
  const limit = needed(of.limit, 'a limit')
  writer.u16(limit.speedKmh).u8(limit.overspeedS)
  if (version === '2019') writer.u16(limit.nightSpeedKmh ?? 0)
}

/** A body of the older form behind a 2019 header ends here: as good as an empty name. */
function readName(reader: ByteReader, version: Version): { areaName?: string } {
  if (version !== '2019') return {}
  return { areaName: reader.remaining < 2 ? '' : decodeText(reader.take(reader.u16())) }
}

function writeName(writer: ByteWriter, area: AreaBase, version: Version): void {
  if (version !== '2019') return
  const bytes = encodeText(area.areaName ?? '')
  writer.u16(bytes.length).bytes(bytes)
}

function needed<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new RangeError(`the attributes promise ${what}, and there is none`)
  return value
}
