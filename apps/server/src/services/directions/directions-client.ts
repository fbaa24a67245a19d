// Belongs here: one request to the configured directions server. Does not: who may request (features/directions).
import type { Place } from '@fleetglass/geo'
import type { Clock } from '../../platform/clock/index.ts'
import { decodePolyline } from './polyline.ts'

export type DirectionsAnswer =
  | { readonly kind: 'found'; readonly way: readonly Place[] }
  /** A sentence for the user; contains nothing of the directions server's answer. */
  | { readonly kind: 'failed'; readonly reason: string }

/** Requests a route along roads through places in the given order. Never rejects. */
export type DirectionsClient = (places: readonly Place[]) => Promise<DirectionsAnswer>

export interface DirectionsClientOptions {
  readonly clock: Clock
  readonly url: string
  readonly kind: 'osrm' | 'valhalla'
  /** Points of a route; a longer one is rejected. */
  readonly pointsMax: number
}

/** Time limit of a request, including the whole answer. */
export const DIRECTIONS_TIMEOUT_MS = 5000
const ANSWER_BYTES_MAX = 4 * 1024 * 1024

/** A caller puts only numbers into the address, and redirects are not followed, so that no caller can choose the host. */
export function createDirectionsClient({ clock, url, kind, pointsMax }: DirectionsClientOptions): DirectionsClient {
  const base = url.endsWith('/') ? url : `${url}/`
  const { question, read } = dialects[kind]
  return async (places) => {
    const limit = new AbortController()
    const timer = clock.after(DIRECTIONS_TIMEOUT_MS, () => limit.abort())
    try {
      const { path, body } = question(places)
      const reply = await fetch(new URL(path, base), {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        redirect: 'error',
        signal: limit.signal,
        headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'Fleetglass' },
      })
      // Both say with 400 that there is no way; every other status is a fault.
      if (!reply.ok && reply.status !== 400) return failed(`the directions server answered ${reply.status}`)
      const text = await readText(reply)
      return reply.ok ? readAnswer(text, read, pointsMax) : failed(NO_ROUTE)
    } catch {
      return failed(limit.signal.aborted ? 'the directions server did not answer in time' : UNREACHED)
    } finally {
      timer.cancel()
    }
  }
}

const NO_ROUTE = 'there is no way on roads between these places'
const UNREACHED = 'the directions server cannot be reached'
const UNREADABLE = 'the directions server sent what cannot be read'

interface Dialect {
  readonly question: (places: readonly Place[]) => { readonly path: string; readonly body?: unknown }
  /** The points of an answer; `null`: it is none. */
  readonly read: (answer: unknown) => readonly Place[] | null
}

const dialects: Readonly<Record<DirectionsClientOptions['kind'], Dialect>> = {
  osrm: {
    question: (places) => ({
      path: `route/v1/driving/${places.map(({ lat, lng }) => `${lng},${lat}`).join(';')}?overview=full&geometries=geojson`,
    }),
    read(answer) {
      const { routes } = answer as { routes?: { geometry?: { coordinates?: [number, number][] } }[] }
      return routes?.[0]?.geometry?.coordinates?.map(([lng, lat]) => ({ lat, lng })) ?? null
    },
  },
  valhalla: {
    question: (places) => ({
      path: 'route',
      body: {
        locations: places.map(({ lat, lng }) => ({ lat, lon: lng, type: 'break' })),
        costing: 'auto',
        directions_type: 'none',
      },
    }),
    read(answer) {
      const { trip } = answer as { trip?: { legs?: { shape?: string }[] } }
      return trip?.legs?.flatMap(({ shape = '' }) => decodePolyline(shape, 6)) ?? null
    },
  },
}

function readAnswer(text: string, read: Dialect['read'], pointsMax: number): DirectionsAnswer {
  try {
    const way = read(JSON.parse(text))
    if (way === null || !way.every(isOnEarth)) return failed(UNREADABLE)
    if (way.length < 2) return failed(NO_ROUTE)
    return way.length > pointsMax ? failed('the way is too long') : { kind: 'found', way }
  } catch {
    return failed(UNREADABLE)
  }
}

function isOnEarth({ lat, lng }: Place): boolean {
  return Number.isFinite(lat) && Number.isFinite(lng) && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

async function readText(reply: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of reply.body ?? []) {
    bytes += piece.length
    if (bytes > ANSWER_BYTES_MAX) throw new Error('the answer is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function failed(reason: string): DirectionsAnswer {
  return { kind: 'failed', reason }
}
