/** Degrees of an integer in 1e-6 degrees (how coordinates lie on disk and on the wire). */
export function degreesFromE6(valueE6: number): number {
  return valueE6 / 1_000_000
}

/** Nearest integer in 1e-6 degrees (about 0.11 m of latitude). */
export function e6FromDegrees(degrees: number): number {
  return Math.round(degrees * 1_000_000)
}

/** km/h, with one decimal, of the tenths that devices send. */
export function kmhFromDkmh(speedDkmh: number): number {
  return speedDkmh / 10
}

/** Latitude within ±90 degrees, longitude within ±180, both integers in 1e-6 degrees. */
export function isPlaceE6(latE6: number, lngE6: number): boolean {
  return Math.abs(latE6) <= 90_000_000 && Math.abs(lngE6) <= 180_000_000
}
