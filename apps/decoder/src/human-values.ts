import { toHex } from '@fleetglass/bytes'

/** What JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** How the last part of a field's name tells its unit on the wire, and what a person would rather read. */
const UNITS: readonly (readonly [suffix: string, human: string, value: (raw: number) => number])[] = [
  ['Dkmh', 'Kmh', (raw) => raw / 10],
  ['Dkm', 'Km', (raw) => raw / 10],
  ['Dl', 'L', (raw) => raw / 10],
  ['Ds', 'S', (raw) => raw / 10],
  ['Decivolt', 'V', (raw) => raw / 10],
  ['Centivolt', 'V', (raw) => raw / 100],
  ['Millivolt', 'V', (raw) => raw / 1000],
  ['Decidegree', 'C', (raw) => raw / 10],
  ['Centipercent', 'Percent', (raw) => raw / 100],
  ['Permille', 'Percent', (raw) => raw / 10],
  ['Offset40C', 'C', (raw) => raw - 40],
  ['Offset50C', 'C', (raw) => raw - 50],
  ['Of255', 'Percent', (raw) => Math.round((raw * 1000) / 255) / 10],
  ['Bar40', 'Bar', (raw) => (raw & 0x3ff) / 40],
  ['E6', '', (raw) => raw / 1e6],
]

/** A field with its unit made human: `fuelDl: 123` becomes `fuelL: 12.3`. Other fields keep name and value. */
export function humanField(name: string, value: unknown): [name: string, value: Json] {
  // 15 digits in 8 bytes of two each.
  if (name === 'imei' && typeof value === 'string' && /^0\d{15}$/.test(value)) return [name, value.slice(1)]
  const unit = UNITS.find(([suffix]) => name.endsWith(suffix) && name.length > suffix.length)
  if (!unit) return [name, humanValue(value)]
  const [suffix, human, scale] = unit
  const scaled = scaleAll(value, scale)
  return scaled === undefined ? [name, humanValue(value)] : [name.slice(0, -suffix.length) + human, scaled]
}

/** A decoded value as JSON: bytes as hex, big integers as numbers where exact, units made human all the way down. */
export function humanValue(value: unknown): Json {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  // Padding, and the encoding that some devices write before a text.
  if (typeof value === 'string') return value.toWellFormed().replace(/(?![\t\n\r])\p{Cc}/gu, '')
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof Uint8Array) return toHex(value)
  if (Array.isArray(value)) return value.map(humanValue)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => humanField(name, each)))
}

function scaleAll(value: unknown, scale: (raw: number) => number): Json | undefined {
  if (typeof value === 'number') return scale(value)
  if (!Array.isArray(value)) return undefined
  return value.map((each) => (typeof each === 'number' ? scale(each) : humanValue(each)))
}
