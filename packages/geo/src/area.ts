import type { Place } from './distance.ts'

/** Between two latitudes and two longitudes, degrees. */
export interface Box {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** A part of the way between two places, as shares of it: 0 is its begin, 1 its end. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A part of the earth. The way between two places is straight in degrees, and no way goes over the 180th meridian. */
export interface Area {
  /** Holds the whole area. */
  readonly box: Box
  contains(place: Place): boolean
  /** Where a way lies within the area, in order and apart from each other. */
  spans(from: Place, to: Place): Span[]
}

/** The place at a share of a way. */
export function placeAt(from: Place, to: Place, share: number): Place {
  return { lat: from.lat + (to.lat - from.lat) * share, lng: from.lng + (to.lng - from.lng) * share }
}

/** The smallest box around places, and `margin` degrees more to each side. */
export function boxAround(places: readonly Place[], latMargin = 0, lngMargin = 0): Box {
  let [south, west, north, east] = [90, 180, -90, -180]
  for (const { lat, lng } of places) {
    south = Math.min(south, lat)
    north = Math.max(north, lat)
    west = Math.min(west, lng)
    east = Math.max(east, lng)
  }
  return { south: south - latMargin, west: west - lngMargin, north: north + latMargin, east: east + lngMargin }
}

/** Puts spans that touch together; in order of their begin. */
export function joined(spans: Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.sort((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last === undefined || span.from > last.to) result.push(span)
    else if (span.to > last.to) result[result.length - 1] = { from: last.from, to: span.to }
  }
  return result
}
