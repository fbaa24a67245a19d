// Belongs here: the nearest place and places by name, found in an embedded list of the world's towns. Does not: addresses (services/geocoder).
import { type FoundPlace, nearPlaceText, type PlacesRequest, winds } from '@fleetglass/contract/geocode'
import { bearingDeg, distanceM } from '@fleetglass/geo'
import type { Log } from '../../platform/log/index.ts'
import { startWorker, type ThreadSource, type WorkerThread } from '../../platform/worker/index.ts'

/** Source of the list; its licence (CC BY 4.0) requires the attribution where it is used. */
export const GAZETTEER_CREDIT = 'GeoNames (CC BY 4.0)'

export interface GazetteerQuery {
  readonly lat: number
  readonly lon: number
}

/** A town of the list, with the two letters of its country. */
export interface NearestPlace {
  readonly name: string
  readonly country: string
  readonly lat: number
  readonly lng: number
}

/** What the thread of the list is asked. */
export type GazetteerCall = { readonly nearest: GazetteerQuery } | { readonly named: PlacesRequest }

/** The towns of the world, without a geocoder. Never rejects; `null`: the list could not be read, or too many requests are pending. */
export interface Gazetteer {
  /** Describes a place by the nearest town. */
  near(place: GazetteerQuery): Promise<string | null>
  /** Towns by the beginning of their name, best first. */
  find(request: PlacesRequest): Promise<readonly FoundPlace[] | null>
  close(): Promise<void>
}

/** Requests that may wait for the thread; a further one gets `null`. One takes far less than a millisecond. */
const WAITING_MAX = 1000

export interface GazetteerDeps {
  readonly log: Log
  readonly threads: ThreadSource
}

/** The list is read at the first question, on a thread of its own; a thread that ended is started again by the next one. */
export function createGazetteer({ log, threads }: GazetteerDeps): Gazetteer {
  let thread: Promise<WorkerThread> | null = null
  let closed = false
  const started = (): Promise<WorkerThread> => {
    if (thread !== null) return thread
    thread = startWorker({
      name: 'places',
      script: new URL('./gazetteer.worker.ts', import.meta.url),
      data: null,
      threads,
      maxWaiting: WAITING_MAX,
      onFailure: (error) => {
        thread = null
        log.error({ err: error }, 'the list of places ended')
      },
    })
    // Logged once; callers get no answer.
    thread.catch((error: unknown) => log.error({ err: error }, 'the list of places cannot be read'))
    return thread
  }
  const ask = async <Answer>(call: GazetteerCall): Promise<Answer | null> => {
    if (closed) return null
    try {
      return await (await started()).call<Answer | null>(call)
    } catch {
      return null
    }
  }
  return {
    async near(place) {
      const nearest = await ask<NearestPlace>({ nearest: place })
      return nearest === null ? null : describePlace(place, nearest)
    },
    async find(request) {
      const towns = await ask<readonly NearestPlace[]>({ named: request })
      return towns?.map((town) => ({ ...town, country: countryName(town.country) })) ?? null
    },
    async close() {
      closed = true
      // One that could not be started has nothing to end.
      await thread?.then(
        (running) => running.close(),
        () => undefined,
      )
    },
  }
}

/** Within this distance the name of the town is the answer, without a direction: the list has points, but towns have areas. */
const WITHIN_M = 700
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** `3.2 km NE of Changhua, Taiwan`. */
export function describePlace({ lat, lon }: GazetteerQuery, town: NearestPlace): string {
  const here = { lat, lng: lon }
  const country = countryName(town.country)
  const metres = distanceM(town, here)
  if (metres < WITHIN_M) return `${town.name}, ${country}`
  const wind = winds[Math.round(bearingDeg(town, here) / 45) % winds.length] ?? 'N'
  return nearPlaceText({ km: metres / 1000, wind, town: town.name, country })
}

function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code
}
