import {
  REVERSE_ZOOM,
  type ReverseAnswer,
  readNearPlace,
  reverseAnswerSchema,
  reversePath,
  roundedDistance,
} from '@fleetglass/contract/geocode'
import { distanceM } from '@fleetglass/geo'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock } from '../../platform/clock/index.ts'
import { callJson } from '../../platform/http/index.ts'
import type { Translate } from '../../platform/texts/index.ts'
import { convertedDistance, distanceUnit, type LengthUnit } from '../../platform/units/index.ts'
import type { MapPlace } from '../map/index.ts'

/** MAP-40: an address holds until the device is farther from where it was looked up. */
const holdsWithinM = 50
/** After this time a place without an address is looked up again. */
const retryAfterMs = 60_000
/** Maximum number of cached addresses; the least recently used goes first. */
const mostKept = 500

/** What is known of the address of one device. */
export interface KnownAddress {
  readonly place: MapPlace
  /** Null: the lookup failed. */
  readonly text: string | null
  readonly askedMs: number
}

interface Wanted {
  readonly deviceId: string
  readonly place: MapPlace
}

/** The addresses of the entries in view. One call at a time; entries that left the view are not looked up. */
export interface AddressBook {
  readonly known: StoreApi<ReadonlyMap<string, KnownAddress>>
  /** These are in view now, in this order. */
  want(inView: readonly Wanted[]): void
  /** Sends no more requests and drops an answer under way. */
  close(): void
}

export type Lookup = (place: MapPlace) => Promise<string | null>

export function createAddressBook(deps: { readonly clock: Clock; readonly lookUp: Lookup }): AddressBook {
  const known = createStore<ReadonlyMap<string, KnownAddress>>(() => new Map())
  let inView: readonly Wanted[] = []
  let busy = false
  let closed = false

  const next = (): Wanted | undefined => {
    const { clock } = deps
    return inView.find(({ deviceId, place }) => isMissing(known.getState().get(deviceId), place, clock.monotonicMs()))
  }
  const run = async (): Promise<void> => {
    if (busy) return
    busy = true
    for (let wanted = next(); wanted && !closed; wanted = next()) {
      const { deviceId, place } = wanted
      const text = await deps.lookUp(place)
      if (!closed)
        known.setState(keep(known.getState(), deviceId, { place, text, askedMs: deps.clock.monotonicMs() }), true)
    }
    busy = false
  }
  return {
    known,
    want(entries) {
      inView = entries
      void run()
    },
    close() {
      closed = true
      inView = []
    },
  }
}

function isMissing(known: KnownAddress | undefined, place: MapPlace, nowMs: number): boolean {
  if (known === undefined || distanceM(known.place, place) > holdsWithinM) return true
  return known.text === null && nowMs - known.askedMs >= retryAfterMs
}

function keep(
  old: ReadonlyMap<string, KnownAddress>,
  deviceId: string,
  one: KnownAddress,
): ReadonlyMap<string, KnownAddress> {
  const fresh = new Map(old)
  fresh.delete(deviceId)
  fresh.set(deviceId, one)
  for (const oldest of fresh.keys()) {
    if (fresh.size <= mostKept) break
    fresh.delete(oldest)
  }
  return fresh
}

/** Queries our own server, which queries the site's geocoder; null when there is no address. */
export function serverLookup(
  session: { readonly userName: string; readonly passwordHash: string },
  t: Translate,
  unit: LengthUnit,
): Lookup {
  const credentials = { username: session.userName, password: session.passwordHash }
  return async ({ lat, lng }) => {
    const reply = await callJson('POST', reversePath, { ...credentials, lat, lon: lng, zoom: REVERSE_ZOOM })
    const answer = reply.ok ? reverseAnswerSchema.safeParse(reply.value) : null
    return answer?.success && 'display_name' in answer.data ? addressText(answer.data, t, unit) : null
  }
}

/**
 * What is shown of an address: an approximate one is marked at its beginning, where it cannot be cut off, in the reader's language and
 * unit.
 */
export function addressText(
  answer: Extract<ReverseAnswer, { readonly display_name: string }>,
  t: Translate,
  unit: LengthUnit,
): string {
  const { display_name: address, approximate = false } = answer
  if (!approximate) return address
  const near = readNearPlace(address)
  if (near === null) return t('address.approximate', { address })
  const { km, wind, town, country } = near
  const distance = `${roundedDistance(convertedDistance(km, unit))} ${distanceUnit(unit)}`
  return t('address.near', { distance, direction: t(`address.wind.${wind}`), town, country })
}
