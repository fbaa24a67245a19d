import { type ResolvedOptions, readOptions } from '@fleetglass/contract/variants'
import type { LengthUnit } from '../units/index.ts'

/** What the site has chosen for this console by `/gms.js` (RIGHT-114), in the console's words. */
export interface SiteConfig extends Omit<ResolvedOptions, 'forceKm' | 'mapCenter' | 'tileUrl' | 'mobile'> {
  readonly forcedUnit: LengthUnit | null
  /** Where the map starts when the login reply names no place (MAP-52). */
  readonly mapCenter: { readonly lat: number; readonly lng: number }
  /** Address of raster tiles with {z} {x} {y}; null: nothing outside is fetched. */
  readonly tileUrl: string | null
  /** Null: decided by the browser and its width (SHELL-018). */
  readonly mobile: boolean | null
}

/** MAP-51. */
const builtInCenter = { lat: 24.0786, lng: 120.5285 }

/**
 * Reads `window.gmsConfig`, and over it `window.gmsMap`, the map settings that were saved. What cannot be read counts as not given,
 * and is named to `log`.
 */
export function readSiteConfig(raw: unknown, log: (text: string) => void = () => {}, savedMap?: unknown): SiteConfig {
  const read = readOptions(isObject(raw) || isObject(savedMap) ? { ...Object(raw), ...Object(savedMap) } : raw)
  if (read.unreadable.length > 0) log(`options of the site that cannot be read: ${read.unreadable.join(', ')}`)
  const { forceKm, mapCenter, tileUrl, mobile, ...options } = read.options
  return {
    ...options,
    forcedUnit: forceKm ? 'km' : null,
    mapCenter: readPlace(mapCenter) ?? builtInCenter,
    tileUrl: tileUrl || null,
    mobile: mobile ?? null,
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function readPlace(text: string): { lat: number; lng: number } | null {
  const [lat = Number.NaN, lng = Number.NaN] = text.split(',').map(Number)
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
}
