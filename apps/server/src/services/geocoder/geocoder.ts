// Belongs here: one question to the configured geocoder, over the net. Does not: who may ask, what is kept (features/geocode).
import type { Clock } from '../../platform/clock/index.ts'
import { OutboundTimeout, requestOutbound } from '../../platform/outbound/index.ts'

export interface Place {
  readonly lat: number
  readonly lon: number
  readonly zoom: number
}

export type Address =
  | { readonly kind: 'found'; readonly displayName: string }
  /** The geocoder answers, and knows no address there. */
  | { readonly kind: 'nowhere' }
  /** A sentence for the person who asked; nothing of the geocoder's own answer. */
  | { readonly kind: 'failed'; readonly reason: string }

/** Never rejects. */
export type Geocoder = (place: Place) => Promise<Address>

/** How long the geocoder may take, its whole answer included. */
export const GEOCODER_MS = 5000
const ANSWER_BYTES_MAX = 64 * 1024
const NAME_MAX = 500

/**
 * Asks `<url>/reverse` of a Nominatim server. Numbers are all that a caller puts into the address; a redirect is not
 * followed, so that the geocoder cannot send the server elsewhere.
 */
export function createGeocoder(deps: {
  readonly clock: Clock
  readonly url: string
  /** Whether it may be this machine, or an address where clouds hand out credentials. */
  readonly allowLocal: boolean
}): Geocoder {
  const { clock, url, allowLocal } = deps
  const base = url.endsWith('/') ? url : `${url}/`
  return async ({ lat, lon, zoom }) => {
    const address = new URL('reverse', base)
    address.search = new URLSearchParams({
      format: 'jsonv2',
      lat: String(lat),
      lon: String(lon),
      zoom: String(zoom),
    }).toString()
    try {
      const { status, text } = await requestOutbound(
        { clock, allowLocal },
        {
          url: address,
          headers: { accept: 'application/json' },
          timeoutMs: GEOCODER_MS,
          answerBytesMax: ANSWER_BYTES_MAX,
        },
      )
      if (status < 200 || status > 299) return failed(`the geocoder answered ${status}`)
      return readAnswer(text)
    } catch (error) {
      return failed(
        error instanceof OutboundTimeout ? 'the geocoder did not answer in time' : 'the geocoder cannot be reached',
      )
    }
  }
}

function readAnswer(text: string): Address {
  try {
    const { display_name: name } = JSON.parse(text) as { readonly display_name?: unknown }
    if (typeof name === 'string' && name !== '') return { kind: 'found', displayName: name.slice(0, NAME_MAX) }
  } catch {
    return failed('the geocoder sent what cannot be read')
  }
  return { kind: 'nowhere' }
}

function failed(reason: string): Address {
  return { kind: 'failed', reason }
}
