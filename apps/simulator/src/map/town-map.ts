// The streets of the simulated town as a map file, so that vehicles drive on roads that are drawn.

import { buildRoads, type Crossing, type RoadNetwork, TOWN_SIDE } from '../drive/roads.ts'
import { METRES_PER_DEGREE } from '../drive/vehicle.ts'
import { encodePmtiles, type MapTile } from './pmtiles.ts'
import { encodeVectorTile, TILE_EXTENT, type TileFeature } from './vector-tile.ts'

interface Place {
  readonly lat: number
  readonly lng: number
}

/** Something on the map, in degrees. */
interface MapFeature extends Omit<TileFeature, 'points'> {
  readonly places: readonly Place[]
  readonly leastZoom: number
}

const LEAST_ZOOM = 9
/** Nearer, the map enlarges these tiles. */
const MOST_ZOOM = 15
/** What lies this far outside of a tile is in it too, so that lines and names go on across its edge. */
const MARGIN = 512

const trees =
  'Alder Ash Beech Birch Cedar Cherry Chestnut Elm Fir Hazel Hornbeam Juniper Larch Laurel Linden Maple Oak Olive Pine Plane Poplar'
const people =
  'Ampère Bohr Curie Darwin Euler Faraday Galilei Hopper Ising Joule Kepler Lovelace Maxwell Noether Ohm Planck Quetelet Röntgen Shannon Tesla Volta'
const streetNames = trees.split(' ')
const avenueNames = people.split(' ')

/** The town of this seed around a centre, as `basemap.pmtiles` of a server. */
export function townMap(seed: number, centre: Place): Buffer {
  const features = townFeatures(seed, centre)
  const tiles: MapTile[] = []
  for (let z = LEAST_ZOOM; z <= MOST_ZOOM; z += 1) tiles.push(...tilesOf(features, z))
  return encodePmtiles(tiles, { name: 'Simulated town', attribution: 'Simulated town' })
}

/** Streets with their names, blocks and parks, and the names of the town and its quarters. */
export function townFeatures(seed: number, centre: Place): readonly MapFeature[] {
  const roads = buildRoads(seed)
  const placeOf = ({ eastM, northM }: Pick<Crossing, 'eastM' | 'northM'>): Place => ({
    lat: centre.lat + northM / METRES_PER_DEGREE,
    lng: centre.lng + eastM / (METRES_PER_DEGREE * Math.cos((centre.lat * Math.PI) / 180)),
  })
  return [...blocks(roads, placeOf), ...streets(roads, placeOf), ...names(placeOf)]
}

type PlaceOf = (crossing: Pick<Crossing, 'eastM' | 'northM'>) => Place

function streets(roads: RoadNetwork, placeOf: PlaceOf): readonly MapFeature[] {
  return roads.flatMap((from, at) =>
    from.roads
      .filter(({ to }) => to > at)
      .map(({ to, limitKmh }): MapFeature => {
        const kind = limitKmh >= 70 ? 'major_road' : limitKmh >= 60 ? 'medium_road' : 'minor_road'
        return {
          layer: 'roads',
          kind: 'line',
          places: [placeOf(from), placeOf(roads[to] as Crossing)],
          tags: { kind, name: nameOf(at, to) },
          leastZoom: kind === 'minor_road' ? 12 : LEAST_ZOOM,
        }
      }),
  )
}

/** Rows are streets, columns avenues; the outermost ones are the ring. */
function nameOf(at: number, to: number): string {
  const [row, column] = [Math.floor(at / TOWN_SIDE), at % TOWN_SIDE]
  const isOutermost = (line: number) => line === 0 || line === TOWN_SIDE - 1
  if (to === at + 1) return isOutermost(row) ? 'Ring Road' : `${streetNames[row]} Street`
  if (to === at + TOWN_SIDE) return isOutermost(column) ? 'Ring Road' : `${avenueNames[column]} Avenue`
  return to === at + TOWN_SIDE + 1 ? 'Market Road' : 'Station Road'
}

function blocks(roads: RoadNetwork, placeOf: PlaceOf): readonly MapFeature[] {
  const found: MapFeature[] = []
  for (let row = 0; row + 1 < TOWN_SIDE; row += 1) {
    for (let column = 0; column + 1 < TOWN_SIDE; column += 1) {
      const at = row * TOWN_SIDE + column
      const corners = [at, at + TOWN_SIDE, at + TOWN_SIDE + 1, at + 1].map((one) => placeOf(roads[one] as Crossing))
      const kind = (row * 7 + column * 3) % 17 === 0 ? 'park' : 'residential'
      found.push({ layer: 'landuse', kind: 'area', places: corners, tags: { kind }, leastZoom: LEAST_ZOOM })
    }
  }
  return found
}

function names(placeOf: PlaceOf): readonly MapFeature[] {
  const name = (text: string, eastM: number, northM: number, leastZoom: number): MapFeature => ({
    layer: 'places',
    kind: 'point',
    places: [placeOf({ eastM, northM })],
    tags: { kind: 'locality', name: text },
    leastZoom,
  })
  return [
    name('Fleetham', 0, 0, LEAST_ZOOM),
    name('Northgate', 0, 2600, 13),
    name('Southbank', 0, -2600, 13),
    name('Eastfield', 2600, 0, 13),
    name('Westmoor', -2600, 0, 13),
  ]
}

function tilesOf(features: readonly MapFeature[], z: number): readonly MapTile[] {
  const byTile = new Map<string, TileFeature[]>()
  for (const { places, leastZoom, ...feature } of features) {
    if (z < leastZoom) continue
    const units = places.map((place) => unitsOf(place, z))
    const reach = (axis: 0 | 1): readonly [number, number] => {
      const values = units.map((point) => point[axis])
      const tileOf = (value: number) => Math.floor(value / TILE_EXTENT)
      return [tileOf(Math.min(...values) - MARGIN), tileOf(Math.max(...values) + MARGIN)]
    }
    const [[left, right], [top, bottom]] = [reach(0), reach(1)]
    for (let x = left; x <= right; x += 1) {
      for (let y = top; y <= bottom; y += 1) {
        const points = units.map(([east, south]) => [east - x * TILE_EXTENT, south - y * TILE_EXTENT] as const)
        const key = `${x}/${y}`
        byTile.set(key, [...(byTile.get(key) ?? []), { ...feature, points }])
      }
    }
  }
  return [...byTile].map(([key, inside]) => {
    const [x = 0, y = 0] = key.split('/').map(Number)
    return { z, x, y, bytes: encodeVectorTile(inside) }
  })
}

/** Web Mercator in units of the tiles of a zoom, from the north-west corner of the world. */
function unitsOf({ lat, lng }: Place, z: number): readonly [number, number] {
  const worldUnits = TILE_EXTENT * 2 ** z
  const latRad = (lat * Math.PI) / 180
  const south = (1 - Math.asinh(Math.tan(latRad)) / Math.PI) / 2
  return [Math.round(((lng + 180) / 360) * worldUnits), Math.round(south * worldUnits)]
}
