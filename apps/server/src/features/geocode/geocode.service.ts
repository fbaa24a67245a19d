import { AppError } from '@fleetglass/contract/errors'
import type { FoundPlace, PlacesRequest, ReverseAnswer, ReverseRequest } from '@fleetglass/contract/geocode'
import type { Clock } from '../../platform/clock/index.ts'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { Account } from '../../services/directory/index.ts'
import { GAZETTEER_CREDIT, type Gazetteer } from '../../services/gazetteer/index.ts'
import type { Geocoder, StoredAddresses } from '../../services/geocoder/index.ts'

export interface GeocodeDeps {
  readonly clock: Clock
  /** `null`: the site has none. */
  readonly geocoder: Geocoder | null
  /** What is near, where the geocoder does not answer; `null`: the site wants addresses or nothing. */
  readonly places: Pick<Gazetteer, 'near' | 'find'> | null
  readonly stored: Pick<StoredAddresses, 'get' | 'set'>
}

export interface Geocode {
  readonly status: { readonly enable: boolean; readonly geocoder: boolean; readonly credit: string }
  reverse(account: Pick<Account, 'id'>, place: ReverseRequest): Promise<ReverseAnswer>
  /** Towns by the beginning of their name; none where the site has no list of them. */
  find(account: Pick<Account, 'id'>, request: PlacesRequest): Promise<readonly FoundPlace[]>
}

/** Requests that may wait for the geocoder, which handles one at a time; further ones fail at once. */
export const WAITING_MAX = 100
/** How long a request may wait: after that the vehicle is somewhere else. */
export const WAIT_MS = 10_000
/** Pause after a failure of the geocoder; it doubles with each further failure, up to the longest. */
export const REST_MS = { first: 2_000, longest: 300_000 } as const
const TOO_MANY = 'too many addresses are being looked up'
const NOWHERE = 'there is no address here'
/** About twenty metres, so that the jitter of a parked vehicle does not cause new requests. */
const CELL_DEGREES = 0.00018

/** The key of all places that share an address. Cells of a row are as wide as high, wherever on earth the row is. */
export function cellOf({ lat, lon, zoom }: ReverseRequest): string {
  const row = Math.round(lat / CELL_DEGREES)
  // Of the row, not of the place: all of a row have the same cells.
  const width = CELL_DEGREES / Math.max(0.01, Math.cos((row * CELL_DEGREES * Math.PI) / 180))
  return `${row},${Math.round(lon / width)},${zoom}`
}

/** The requests of one account wait for each other first, so that one account cannot fill the queue of all. */
export function createGeocode({ clock, geocoder, places, stored }: GeocodeDeps): Geocode {
  const limiter = createConcurrencyLimiter()
  const searches = createConcurrencyLimiter()
  /** Pending requests, so that two consoles that show the same vehicle cause one request. */
  const inProgress = new Map<string, Promise<ReverseAnswer>>()
  const queue = new Set<(isFree: boolean) => void>()
  let busy = false
  /** Why the geocoder is paused, and until when. */
  let rest = { untilMs: 0, lengthMs: 0, reason: '' }

  /** Resolves with true when the geocoder is free, with false when the time ran out before. */
  async function waitForGeocoder(untilMs: number): Promise<boolean> {
    const leftMs = untilMs - clock.monotonicMs()
    if (leftMs <= 0 || queue.size >= WAITING_MAX) return false
    if (!busy) {
      busy = true
      return true
    }
    return new Promise((resolve) => {
      const end = (isFree: boolean): void => {
        timer.cancel()
        queue.delete(end)
        resolve(isFree)
      }
      const timer = clock.after(leftMs, () => end(false))
      queue.add(end)
    })
  }

  async function askQueued(ask: Geocoder, accountId: number, key: string, place: ReverseRequest) {
    const untilMs = clock.monotonicMs() + WAIT_MS
    const release = await limiter.acquire(accountId).catch(failureOnly)
    if (release === null) return { error: TOO_MANY }
    try {
      return (await waitForGeocoder(untilMs)) ? await askNow(ask, key, place) : { error: TOO_MANY }
    } finally {
      release()
    }
  }

  async function askNow(ask: Geocoder, key: string, place: ReverseRequest): Promise<ReverseAnswer> {
    try {
      if (clock.monotonicMs() < rest.untilMs) return { error: rest.reason }
      const address = await ask(place)
      if (address.kind === 'failed') {
        const lengthMs = Math.min(REST_MS.longest, rest.lengthMs * 2 || REST_MS.first)
        rest = { untilMs: clock.monotonicMs() + lengthMs, lengthMs, reason: address.reason }
        return { error: address.reason }
      }
      rest = { untilMs: 0, lengthMs: 0, reason: '' }
      if (address.kind === 'nowhere') return { error: NOWHERE }
      stored.set(key, address.displayName)
      return { display_name: address.displayName }
    } finally {
      // The next request takes over: `busy` stays as it is.
      const [next] = queue
      if (next !== undefined) next(true)
      else busy = false
    }
  }

  async function address(accountId: number, place: ReverseRequest): Promise<ReverseAnswer> {
    if (geocoder === null) return { error: 'no geocoder is configured' }
    const key = cellOf(place)
    const known = stored.get(key)
    if (known !== undefined) return { display_name: known }
    // During a pause a request fails at once, without waiting in the queue.
    if (clock.monotonicMs() < rest.untilMs) return { error: rest.reason }
    const present = inProgress.get(key)
    if (present !== undefined) return present
    const answer = askQueued(geocoder, accountId, key, place).finally(() => inProgress.delete(key))
    inProgress.set(key, answer)
    return answer
  }

  return {
    status: {
      enable: geocoder !== null || places !== null,
      geocoder: geocoder !== null,
      credit: places === null ? '' : GAZETTEER_CREDIT,
    },
    async reverse(account, place) {
      const answer = await address(account.id, place)
      if (!('error' in answer)) return answer
      const near = (await places?.near(place)) ?? null
      return near === null ? answer : { display_name: near, approximate: true }
    },
    async find(account, request) {
      // Each goes through the whole list, on the thread that the places of all vehicles need.
      const release = await searches.acquire(account.id)
      try {
        return (await places?.find(request)) ?? []
      } finally {
        release()
      }
    },
  }
}

function failureOnly(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}
