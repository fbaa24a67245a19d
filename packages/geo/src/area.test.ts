import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Area,
  CellMap,
  CORRIDOR_CELLS,
  cellArea,
  cellBytes,
  circleArea,
  corridorGrid,
  distanceM,
  drawCorridor,
  lineArea,
  type Place,
  placeAt,
  placeFrom,
  polygonArea,
  polygonFault,
} from './index.ts'

const TOWN: Place = { lat: 24.08, lng: 120.53 }
const near = (spreadDeg: number) =>
  fc.record({
    lat: fc.double({ min: TOWN.lat - spreadDeg, max: TOWN.lat + spreadDeg, noNaN: true }),
    lng: fc.double({ min: TOWN.lng - spreadDeg, max: TOWN.lng + spreadDeg, noNaN: true }),
  })

/** Samples a way: where it is within and where it is not must be what the spans say, a hair around their ends apart. */
function expectSpansTrue(area: Area, from: Place, to: Place): void {
  const spans = area.spans(from, to)
  for (let n = 1; n < spans.length; n++) expect(spans[n]!.from).toBeGreaterThan(spans[n - 1]!.to)
  const ends = spans.flatMap((span) => [span.from, span.to])
  const wrong = Array.from({ length: 201 }, (_, step) => step / 200).filter((share) => {
    if (ends.some((end) => Math.abs(end - share) < 1e-4)) return false
    const isIn = spans.some((span) => share >= span.from && share <= span.to)
    return isIn !== area.contains(placeAt(from, to, share))
  })
  expect(wrong).toEqual([])
}

describe('areas', () => {
  const star: Place[] = Array.from({ length: 12 }, (_, n) => placeFrom(TOWN, n * 30, n % 2 === 0 ? 2_000 : 700))
  const bend: Place[] = [TOWN, placeFrom(TOWN, 45, 1_500), placeFrom(TOWN, 100, 1_800)]

  it.each([
    ['a circle', circleArea(TOWN, 900)],
    ['a small circle', circleArea(TOWN, 20)],
    ['a star', polygonArea(star)],
    ['a line', lineArea(bend, 120)],
    ['a corridor', cellArea(drawCorridor(bend, 0.0001))],
  ])('of %s say where a way lies within them, also when both its ends lie outside', (_, area) => {
    fc.assert(
      fc.property(near(0.025), near(0.025), (from, to) => expectSpansTrue(area, from, to)),
      { numRuns: 60 },
    )
  })

  it('a way that only touches a circle on its way is in it and out of it again', () => {
    const area = circleArea(TOWN, 500)
    const [west, east] = [placeFrom(TOWN, 270, 3_000), placeFrom(TOWN, 90, 3_000)]
    const [span, ...more] = area.spans(west, east)
    expect(more).toEqual([])
    expect(distanceM(placeAt(west, east, span!.from), TOWN)).toBeCloseTo(500, 0)
    expect(distanceM(placeAt(west, east, span!.to), TOWN)).toBeCloseTo(500, 0)
    expect(span!.from + span!.to).toBeCloseTo(1, 4)
  })

  it('a box holds all of its area, near the pole and over the 180th meridian too', () => {
    for (const centre of [TOWN, { lat: 78, lng: 15 }, { lat: 0.1, lng: 179.99 }, { lat: 89.9, lng: 10 }]) {
      const { box } = circleArea(centre, 50_000)
      for (let heading = 0; heading < 360; heading += 5) {
        const { lat, lng } = placeFrom(centre, heading, 49_990)
        const inside = [lng, lng + 360, lng - 360].some((turned) => turned >= box.west && turned <= box.east)
        expect(inside && lat >= box.south && lat <= Math.max(box.north, 90)).toBe(true)
      }
    }
  })
})

describe('polygons', () => {
  const square: Place[] = [
    { lat: 0, lng: 0 },
    { lat: 0, lng: 1 },
    { lat: 1, lng: 1 },
    { lat: 1, lng: 0 },
  ]
  it.each([
    ['a square', square, null],
    ['a bow', [square[0]!, square[2]!, square[1]!, square[3]!], 'crossing'],
    ['two corners', square.slice(0, 2), 'few'],
    ['a corner twice', [square[0]!, square[0]!, square[1]!, square[2]!], 'crossing'],
    ['an edge that goes back on itself', [square[0]!, { lat: 0, lng: 2 }, square[1]!, square[2]!], 'crossing'],
    ['an edge that touches another', [...square, { lat: 0, lng: 0.5 }], 'crossing'],
    ['no width at all', [square[0]!, square[1]!, { lat: 0, lng: 2 }], 'crossing'],
  ] as const)('of %s', (_, corners, fault) => {
    expect(polygonFault(corners)).toBe(fault)
  })
})

describe('bitmaps', () => {
  const grids = fc.record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 20 }) })

  it('[ROUTE-27] keep each cell they are given and no other, packed and read back', () => {
    fc.assert(
      fc.property(grids, fc.array(fc.tuple(fc.nat(39), fc.nat(19)), { maxLength: 60 }), ({ width, height }, wanted) => {
        const grid = { lat: 24, lng: 120, width, height, accuracy: 0.0001 }
        const cells = new CellMap(grid)
        const set = wanted.filter(([x, y]) => x < width && y < height)
        for (const [x, y] of set) cells.set(x, y)
        const read = new CellMap(grid, Uint8Array.from(cells.bytes))
        const names = new Set(set.map(([x, y]) => `${x} ${y}`))
        for (let y = -1; y <= height; y++) {
          for (let x = -1; x <= width; x++) expect(read.has(x, y)).toBe(names.has(`${x} ${y}`))
        }
      }),
    )
  })

  it('[ROUTE-30] rows go from south to north and begin with a byte each, cells from west to east, highest bit first', () => {
    const cells = new CellMap({ lat: 24, lng: 120, width: 9, height: 2, accuracy: 0.0001 })
    cells.set(0, 0)
    cells.set(8, 0)
    cells.set(1, 1)
    expect([...cells.bytes]).toEqual([0b1000_0000, 0b1000_0000, 0b0100_0000, 0])
    const area = cellArea(cells)
    expect(area.contains({ lat: 24.00005, lng: 120.00005 })).toBe(true)
    expect(area.contains({ lat: 24.00005, lng: 120.00015 })).toBe(false)
    expect(area.contains({ lat: 24.00015, lng: 120.00015 })).toBe(true)
    expect(area.contains({ lat: 23.99995, lng: 120.00005 })).toBe(false)
  })

  it('of bytes that do not fit are none', () => {
    fc.assert(
      fc.property(grids, fc.uint8Array({ maxLength: 150 }), ({ width, height }, bytes) => {
        fc.pre(bytes.length !== cellBytes(width, height))
        const grid = { lat: 0, lng: 0, width, height, accuracy: 0.0001 }
        expect(() => new CellMap(grid, bytes)).toThrow('do not fit')
      }),
    )
  })

  it('any bytes of the right number are a bitmap, whose border bits beyond the width are nowhere', () => {
    fc.assert(
      fc.property(grids, fc.infiniteStream(fc.nat(255)), ({ width, height }, stream) => {
        const bytes = Uint8Array.from(stream.take(cellBytes(width, height)))
        const cells = new CellMap({ lat: 24, lng: 120, width, height, accuracy: 0.0001 }, bytes)
        expect(cells.has(width, 0)).toBe(false)
        expectSpansTrue(cellArea(cells), { lat: 23.999, lng: 119.999 }, { lat: 24.002, lng: 120.003 })
      }),
      { numRuns: 50 },
    )
  })

  it('[ROUTE-30] a corridor is 5 cells wide, holds all of its way, and nothing far from it', () => {
    const along = drawCorridor(
      [
        { lat: 24.00005, lng: 120 },
        { lat: 24.00005, lng: 120.01 },
      ],
      0.0001,
    )
    const column = Math.floor(along.grid.width / 2)
    const rows = Array.from({ length: along.grid.height }, (_, y) => along.has(column, y)).filter(Boolean)
    expect(rows.length).toBe(CORRIDOR_CELLS)
    fc.assert(
      fc.property(fc.array(near(0.004), { minLength: 1, maxLength: 4 }), near(0.006), (places, other) => {
        const cells = drawCorridor(places, 0.0001)
        const area = cellArea(cells)
        const way = places.flatMap((place, n) =>
          Array.from({ length: 21 }, (_, step) => placeAt(places[n - 1] ?? place, place, step / 20)),
        )
        expect(way.filter((place) => !area.contains(place))).toEqual([])
        if (area.contains(other))
          expect(lineArea(places.length > 1 ? places : [...places, ...places], 37).contains(other)).toBe(true)
        expect(corridorGrid(places, 0.0001)).toEqual(cells.grid)
      }),
      { numRuns: 60 },
    )
  })
})
