import { storageKeys, type TextStore } from '../storage/index.ts'

export type LengthUnit = 'km' | 'mile'

/** CONST0-05, CONST0-07: the factor of the shell, dashboard, map and footer. */
const milesPerKm = 0.6214

/** CONST0-04: the forced unit, else the remembered one, else miles for `en-US` and kilometres for everyone else. */
export function chooseLengthUnit(forced: LengthUnit | null, store: TextStore, browserLanguage: string): LengthUnit {
  if (forced) return forced
  const stored = store.get(storageKeys.lengthUnit)
  if (stored === 'km' || stored === 'mile') return stored
  return browserLanguage === 'en-US' ? 'mile' : 'km'
}

/** A speed for people: converted first, then rounded to an integer, halves up (CONST0-10, CONST0-12). */
export function displaySpeed(speedKmh: number, unit: LengthUnit): number {
  return Math.floor((unit === 'mile' ? speedKmh * milesPerKm : speedKmh) + 0.5)
}

/** The name of a speed unit beside a number. */
export function speedUnit(unit: LengthUnit): 'km/h' | 'mph' {
  return unit === 'mile' ? 'mph' : 'km/h'
}

/** A distance for people: converted, then rounded to 3 decimals, which are always written (CONST0-11). */
export function displayDistance(distanceKm: number, unit: LengthUnit): string {
  const value = unit === 'mile' ? distanceKm * milesPerKm : distanceKm
  return value.toFixed(3)
}

/** The name of a unit of distance beside a number. */
export function distanceUnit(unit: LengthUnit): 'km' | 'mi' {
  return unit === 'mile' ? 'mi' : 'km'
}
