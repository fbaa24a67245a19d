import type { LengthUnit } from '../units/index.ts'

/** What the site sets for this console by `/gms.js` (RIGHT-114): only the keys that something reads. */
export interface SiteConfig {
  readonly disableMap: boolean
  readonly disableLive: boolean
  readonly disablePlayback: boolean
  readonly recordingButton: boolean
  readonly forceDefaultStyle: boolean
  readonly forcedUnit: LengthUnit | null
  /** Null: the map starts at the place of the login reply, else at the built-in one (MAP-52). */
  readonly mapCenter: { readonly lat: number; readonly lng: number } | null
  readonly mapZoom: number
  /** Address of raster tiles with {z} {x} {y}; null: nothing outside is fetched. */
  readonly tileUrl: string | null
  /** Null: decided by the browser and its width (SHELL-018). */
  readonly mobile: boolean | null
}

/** Reads `window.gmsConfig`; a value of the wrong kind counts as not given. */
export function readSiteConfig(raw: unknown): SiteConfig {
  const given = isRecord(raw) ? raw : {}
  const flag = (key: string, otherwise = false) =>
    typeof given[key] === 'boolean' ? (given[key] as boolean) : otherwise
  return {
    disableMap: flag('disableMap'),
    disableLive: flag('disableLive'),
    disablePlayback: flag('disablePlayback'),
    recordingButton: flag('recordingButton', true),
    forceDefaultStyle: flag('forceDefaultStyle'),
    forcedUnit: flag('forceKm') ? 'km' : null,
    mapCenter: readPlace(given.mapCenter),
    mapZoom: typeof given.mapZoom === 'number' && given.mapZoom >= 0 && given.mapZoom <= 19 ? given.mapZoom : 11,
    tileUrl: typeof given.tileUrl === 'string' && given.tileUrl !== '' ? given.tileUrl : null,
    mobile: typeof given.mobile === 'boolean' ? given.mobile : null,
  }
}

function readPlace(value: unknown): { lat: number; lng: number } | null {
  if (!isRecord(value) || typeof value.lat !== 'number' || typeof value.lng !== 'number') return null
  const inside = Math.abs(value.lat) <= 90 && Math.abs(value.lng) <= 180
  return inside ? { lat: value.lat, lng: value.lng } : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
