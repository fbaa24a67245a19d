import type { ReverseAnswer, ReverseRequest } from '@fleetglass/contract/geocode'
import type { Geocoder } from '../../platform/geocoder/index.ts'

export interface Geocode {
  /** Whether there is a geocoder at all. */
  readonly enabled: boolean
  reverse(place: ReverseRequest): Promise<ReverseAnswer>
}

/** Addresses that are kept; the one asked for longest ago goes first. */
export const KEPT_ADDRESSES = 10_000
/** Questions at the geocoder at one time, and those that wait for their turn; a further one is refused. */
export const ASKED_AT_ONCE = 4
export const WAITING_MAX = 100
/** About ten metres: who stands still does not ask again for each wobble of his position. */
const DECIMALS = 4

/** `null`: the site has no geocoder. */
export function createGeocode(geocoder: Geocoder | null): Geocode {
  const kept = new Map<string, string>()
  /** Questions under way, so that two consoles that look at one vehicle ask once. */
  const underWay = new Map<string, Promise<ReverseAnswer>>()
  const line: (() => void)[] = []
  let asked = 0

  async function ask(ask: Geocoder, key: string, place: ReverseRequest): Promise<ReverseAnswer> {
    if (asked >= ASKED_AT_ONCE) await new Promise<void>((resolve) => line.push(resolve))
    else asked += 1
    try {
      const address = await ask(place)
      if (address.kind === 'failed') return { error: address.reason }
      if (kept.size >= KEPT_ADDRESSES) kept.delete(kept.keys().next().value as string)
      kept.set(key, address.displayName)
      return { display_name: address.displayName }
    } finally {
      // The turn is handed on, not given back.
      const next = line.shift()
      if (next !== undefined) next()
      else asked -= 1
    }
  }

  return {
    enabled: geocoder !== null,
    async reverse(place) {
      if (geocoder === null) return { error: 'no geocoder is configured' }
      const key = `${place.lat.toFixed(DECIMALS)},${place.lon.toFixed(DECIMALS)},${place.zoom}`
      const known = kept.get(key)
      if (known !== undefined) {
        kept.delete(key)
        kept.set(key, known)
        return { display_name: known }
      }
      const present = underWay.get(key)
      if (present !== undefined) return present
      if (line.length >= WAITING_MAX) return { error: 'too many addresses are being looked up' }
      const answer = ask(geocoder, key, place).finally(() => underWay.delete(key))
      underWay.set(key, answer)
      return answer
    },
  }
}
