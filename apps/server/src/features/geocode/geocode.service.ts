import type { ReverseAnswer, ReverseRequest } from '@fleetglass/contract/geocode'
import type { Account } from '../../platform/account/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Geocoder } from '../../platform/geocoder/index.ts'
import { Refusal } from '../../platform/refusal/index.ts'
import { createAccountTurns } from '../../platform/turns/index.ts'

export interface GeocodeDeps {
  readonly clock: Clock
  readonly geocoder: Geocoder | null
}

export interface Geocode {
  /** Whether there is a geocoder at all. */
  readonly enabled: boolean
  reverse(account: Pick<Account, 'id'>, place: ReverseRequest): Promise<ReverseAnswer>
}

/** Addresses that are kept; the one asked for longest ago goes first. */
export const KEPT_ADDRESSES = 10_000
/** Questions at the geocoder at one time, and those that wait for their turn; a further one is refused. */
export const ASKED_AT_ONCE = 4
export const WAITING_MAX = 100
/** How long a question may wait for its turn: the vehicle is elsewhere by then. */
export const WAIT_MS = 10_000
const TOO_MANY = 'too many addresses are being looked up'
/** About ten metres: who stands still does not ask again for each wobble of his position. */
const DECIMALS = 4

/**
 * `null`: the site has no geocoder. The questions of one account wait for each other first, so that it cannot fill the line of
 * all.
 */
export function createGeocode({ clock, geocoder }: GeocodeDeps): Geocode {
  const turns = createAccountTurns()
  const kept = new Map<string, string>()
  /** Questions under way, so that two consoles that look at one vehicle ask once. */
  const underWay = new Map<string, Promise<ReverseAnswer>>()
  const line = new Set<(isTurn: boolean) => void>()
  let asked = 0

  /** Whether it is its turn; `false` when the time has run out before. */
  async function inLine(untilMs: number): Promise<boolean> {
    const leftMs = untilMs - clock.monotonicMs()
    if (leftMs <= 0 || line.size >= WAITING_MAX) return false
    if (asked < ASKED_AT_ONCE) {
      asked += 1
      return true
    }
    return new Promise((resolve) => {
      const end = (isTurn: boolean): void => {
        timer.cancel()
        line.delete(end)
        resolve(isTurn)
      }
      const timer = clock.after(leftMs, () => end(false))
      line.add(end)
    })
  }

  async function askInTurn(ask: Geocoder, accountId: number, key: string, place: ReverseRequest) {
    const untilMs = clock.monotonicMs() + WAIT_MS
    const release = await turns.take(accountId).catch(refusalOnly)
    if (release === null) return { error: TOO_MANY }
    try {
      return (await inLine(untilMs)) ? await askNow(ask, key, place) : { error: TOO_MANY }
    } finally {
      release()
    }
  }

  async function askNow(ask: Geocoder, key: string, place: ReverseRequest): Promise<ReverseAnswer> {
    try {
      const address = await ask(place)
      if (address.kind === 'failed') return { error: address.reason }
      if (kept.size >= KEPT_ADDRESSES) kept.delete(kept.keys().next().value as string)
      kept.set(key, address.displayName)
      return { display_name: address.displayName }
    } finally {
      // The turn is handed on, not given back.
      const [next] = line
      if (next !== undefined) next(true)
      else asked -= 1
    }
  }

  return {
    enabled: geocoder !== null,
    async reverse(account, place) {
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
      const answer = askInTurn(geocoder, account.id, key, place).finally(() => underWay.delete(key))
      underWay.set(key, answer)
      return answer
    },
  }
}

function refusalOnly(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}
