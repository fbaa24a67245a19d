import { storageKeys, type TextStore } from '../storage/index.ts'

export type LengthUnit = 'km' | 'mile'

/**
 * Where a number stands: shell, dashboard, map and footer, with the windows that open over them, have a factor of their own
 * (CONST0-05, CONST0-07); the other screens have another (CONST0-06).
 */
export type UnitPlace = 'overview' | 'elsewhere'

const milesPerKm: Readonly<Record<UnitPlace, number>> = { overview: 0.6214, elsewhere: 0.62137 }

/** CONST0-04: the forced unit, else the remembered one, else miles for `en-US` and kilometres for everyone else. */
export function chooseLengthUnit(forced: LengthUnit | null, store: TextStore, browserLanguage: string): LengthUnit {
  if (forced) return forced
  const stored = store.get(storageKeys.lengthUnit)
  if (stored === 'km' || stored === 'mile') return stored
  return browserLanguage === 'en-US' ? 'mile' : 'km'
}

/** A speed for people: converted first, then rounded to an integer, halves up (CONST0-10, CONST0-12). */
export function displaySpeed(speedKmh: number, unit: LengthUnit, place: UnitPlace = 'overview'): number {
  return Math.floor((unit === 'mile' ? speedKmh * milesPerKm[place] : speedKmh) + 0.5)
}

/** The name of a speed unit beside a number. */
export function speedUnit(unit: LengthUnit): 'km/h' | 'mi/h' {
  return unit === 'mile' ? 'mi/h' : 'km/h'
}

/** A text of the server with its speeds, which are in km/h, in the unit of the screen. */
export function speedsInUnit(text: string, unit: LengthUnit, place: UnitPlace = 'overview'): string {
  if (unit === 'km') return text
  return text.replace(
    /(\d+(?:\.\d+)?) km\/h/g,
    (_, kmh) => `${displaySpeed(Number(kmh), unit, place)} ${speedUnit(unit)}`,
  )
}

/** A distance for people: converted, then rounded to 3 decimals, which are always written (CONST0-11). */
export function displayDistance(distanceKm: number, unit: LengthUnit, place: UnitPlace = 'overview'): string {
  return convertedDistance(distanceKm, unit, place).toFixed(3)
}

export function convertedDistance(distanceKm: number, unit: LengthUnit, place: UnitPlace = 'overview'): number {
  return unit === 'mile' ? distanceKm * milesPerKm[place] : distanceKm
}

/** The name of a unit of distance beside a number. */
export function distanceUnit(unit: LengthUnit): 'km' | 'mi' {
  return unit === 'mile' ? 'mi' : 'km'
}
