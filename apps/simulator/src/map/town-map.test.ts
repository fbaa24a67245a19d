import { describe, expect, it } from 'vitest'
import { Town } from '../drive/index.ts'
import { METRES_PER_DEGREE } from '../drive/vehicle.ts'
import { tileId } from './pmtiles.ts'
import { townFeatures, townMap } from './town-map.ts'
import { encodeVectorTile, varint } from './vector-tile.ts'

const centre = { lat: 24.0786, lng: 120.5285 }
const seed = 7

describe('the map of the simulated town', () => {
  it('vehicles drive on its roads', () => {
    const roads = townFeatures(seed, centre).filter(({ layer }) => layer === 'roads')
    const metres = ({ lat, lng }: { readonly lat: number; readonly lng: number }) => [
      (lng - centre.lng) * METRES_PER_DEGREE * Math.cos((centre.lat * Math.PI) / 180),
      (lat - centre.lat) * METRES_PER_DEGREE,
    ]
    const lines = roads.map(({ places }) => places.map(metres))
    const town = new Town(seed, centre)
    for (let index = 0; index < 6; index += 1) {
      const { latE6, lngE6 } = town.vehicle(index).at(1_770_000_000 + index * 997)
      const at = metres({ lat: latE6 / 1e6, lng: lngE6 / 1e6 })
      // Corners are driven in a bow.
      expect(Math.min(...lines.map(([from, to]) => distance(at, from!, to!)))).toBeLessThan(40)
    }
  })

  it('every road has a name, and the town and its quarters have theirs', () => {
    const features = townFeatures(seed, centre)
    for (const { tags } of features.filter(({ layer }) => layer === 'roads'))
      expect(tags.name).toMatch(/^(\S+ (Street|Avenue)|(Ring|Market|Station) Road)$/)
    expect(features.filter(({ layer }) => layer === 'places').map(({ tags }) => tags.name)).toContain('Fleetham')
  })

  it('equal seeds give equal files, other seeds others', () => {
    expect(townMap(seed, centre).equals(townMap(seed, centre))).toBe(true)
    expect(townMap(seed, centre).equals(townMap(seed + 1, centre))).toBe(false)
  })
})

it('numbers are written seven bits a byte, the lowest first', () => {
  expect([0, 127, 128, 300].map(varint)).toEqual([[0], [127], [128, 1], [172, 2]])
})

it('tiles are numbered along the Hilbert curve, as the PMTiles specification has it', () => {
  const ids = [
    [0, 0, 0],
    [1, 0, 0],
    [1, 0, 1],
    [1, 1, 1],
    [1, 1, 0],
    [2, 0, 0],
    [12, 3423, 1763],
  ].map(([z = 0, x = 0, y = 0]) => tileId({ z, x, y }))
  expect(ids).toEqual([0, 1, 2, 3, 4, 5, 19_078_479])
})

it('a line is written as the vector tile specification has it', () => {
  const tile = encodeVectorTile([
    {
      layer: 'a',
      kind: 'line',
      points: [
        [2, 2],
        [2, 10],
        [10, 10],
      ],
      tags: {},
    },
  ])
  // Its example: move to 2,2; two lines.
  expect(Buffer.from(tile).toString('hex')).toContain('22080904041200101000')
})

/** From a place to a stretch of road, in metres. */
function distance([x = 0, y = 0]: number[], [ax = 0, ay = 0]: number[], [bx = 0, by = 0]: number[]): number {
  const length2 = (bx - ax) ** 2 + (by - ay) ** 2
  const share = Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length2))
  return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))
}
