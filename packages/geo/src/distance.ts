/** A place on WGS-84, signed degrees. */
export interface Place {
  readonly lat: number
  readonly lng: number
}

/** Mean radius of the sphere used for all distances; the error against the ellipsoid stays below 0.6 %. */
const EARTH_RADIUS_M = 6_371_008.8

const RADIANS = Math.PI / 180

/** Great-circle distance in metres (haversine: exact enough from centimetres to half the globe). */
export function distanceM(from: Place, to: Place): number {
  const halfLat = ((to.lat - from.lat) * RADIANS) / 2
  const halfLng = ((to.lng - from.lng) * RADIANS) / 2
  const chord =
    Math.sin(halfLat) ** 2 + Math.cos(from.lat * RADIANS) * Math.cos(to.lat * RADIANS) * Math.sin(halfLng) ** 2
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** First heading of the great circle, degrees clockwise from north, `[0, 360)`; 0 when both places are one. */
export function bearingDeg(from: Place, to: Place): number {
  const lngStep = (to.lng - from.lng) * RADIANS
  const fromLat = from.lat * RADIANS
  const toLat = to.lat * RADIANS
  const east = Math.sin(lngStep) * Math.cos(toLat)
  const north = Math.cos(fromLat) * Math.sin(toLat) - Math.sin(fromLat) * Math.cos(toLat) * Math.cos(lngStep)
  return (Math.atan2(east, north) / RADIANS + 360) % 360
}

/** Where one arrives `metres` from a place along the great circle of a heading; longitude in `[-180, 180)`. */
export function placeFrom(start: Place, headingDeg: number, metres: number): Place {
  const angle = metres / EARTH_RADIUS_M
  const heading = headingDeg * RADIANS
  const startLat = start.lat * RADIANS
  const sinLat = Math.sin(startLat) * Math.cos(angle) + Math.cos(startLat) * Math.sin(angle) * Math.cos(heading)
  const lngStep = Math.atan2(
    Math.sin(heading) * Math.sin(angle) * Math.cos(startLat),
    Math.cos(angle) - Math.sin(startLat) * sinLat,
  )
  const lng = start.lng + lngStep / RADIANS
  return { lat: Math.asin(Math.max(-1, Math.min(1, sinLat))) / RADIANS, lng: ((((lng + 180) % 360) + 360) % 360) - 180 }
}
