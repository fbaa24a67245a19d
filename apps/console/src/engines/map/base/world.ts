import { feature, mesh } from 'topojson-client'
import fineUrl from 'world-atlas/countries-10m.json?url'
import coarseUrl from 'world-atlas/countries-50m.json?url'

type Topology = Parameters<typeof mesh>[0]
type Layer = NonNullable<Parameters<typeof mesh>[1]>
type World = Topology & { readonly objects: { readonly countries: Layer; readonly land: Layer } }

/** The ground: land, its coast, the borders between countries, and where their names stand. */
export interface Ground {
  readonly land: GeoJSON.GeoJSON
  readonly coast: GeoJSON.GeoJSON
  readonly borders: GeoJSON.GeoJSON
  readonly names: GeoJSON.FeatureCollection<GeoJSON.Point, { name: string; size: number }>
}

/** `coarse` is 0.2 MB and right from far; `fine` is 1 MB and right from near (both as they travel). */
export type Detail = 'coarse' | 'fine'

/** Fetches the ground from our own server. Rejects when it cannot be had: the map then shows water only. */
export async function loadGround(detail: Detail, signal: AbortSignal): Promise<Ground> {
  const response = await fetch(detail === 'fine' ? fineUrl : coarseUrl, { signal })
  if (!response.ok) throw new Error(`the base map answered ${response.status}`)
  const world = (await response.json()) as World
  const { countries, land } = world.objects
  return {
    land: feature(world, land),
    coast: mesh(world, countries, (a, b) => a === b),
    borders: mesh(world, countries, (a, b) => a !== b),
    names: countryNames(feature(world, countries) as Countries),
  }
}

type Countries = GeoJSON.FeatureCollection<GeoJSON.Geometry, { name: string }>

function countryNames({ features }: Countries): Ground['names'] {
  return {
    type: 'FeatureCollection',
    features: features.flatMap(({ geometry, properties }) => {
      const ring = largestRing(geometry)
      if (!ring) return []
      const { area, center } = measure(ring)
      // Size 0 is a continent of a country, 8 an island: small countries are named from nearer.
      const size = Math.max(0, Math.min(8, 4 - Math.log10(area + 1e-3) * 1.4))
      return [
        {
          type: 'Feature',
          properties: { name: properties.name, size },
          geometry: { type: 'Point', coordinates: center },
        },
      ]
    }),
  }
}

function largestRing(geometry: GeoJSON.Geometry): GeoJSON.Position[] | null {
  const polygons =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : []
  let best: { ring: GeoJSON.Position[]; area: number } | null = null
  for (const [ring] of polygons) {
    if (!ring) continue
    const { area } = measure(ring)
    if (!best || area > best.area) best = { ring, area }
  }
  return best?.ring ?? null
}

/** Area in square degrees and centre of gravity of a ring. */
function measure(ring: readonly GeoJSON.Position[]): { area: number; center: [number, number] } {
  let [doubled, x, y] = [0, 0, 0]
  for (const [index, [x1 = 0, y1 = 0]] of ring.entries()) {
    const [x2 = 0, y2 = 0] = ring[(index + 1) % ring.length] ?? []
    const cross = x1 * y2 - x2 * y1
    doubled += cross
    x += (x1 + x2) * cross
    y += (y1 + y2) * cross
  }
  if (doubled === 0) return { area: 0, center: [ring[0]?.[0] ?? 0, ring[0]?.[1] ?? 0] }
  return { area: Math.abs(doubled) / 2, center: [x / (3 * doubled), y / (3 * doubled)] }
}
