import { describe, expect, it } from 'vitest'
import { bearingDeg, degreesFromE6, distanceM, e6FromDegrees, isPlaceE6, kmhFromDkmh, placeFrom } from './index.ts'

const table = [
  { what: 'one degree along the equator', from: [0, 0], to: [0, 1], metres: 111_195, heading: 90 },
  { what: 'one degree to the north', from: [10, 20], to: [11, 20], metres: 111_195, heading: 0 },
  { what: 'across the date line', from: [0, 179.5], to: [0, -179.5], metres: 111_195, heading: 90 },
  { what: 'Paris to New York', from: [48.8566, 2.3522], to: [40.7128, -74.006], metres: 5_837_240, heading: 291.8 },
  { what: 'the same place', from: [5, 5], to: [5, 5], metres: 0, heading: 0 },
] as const

describe('distances and headings', () => {
  for (const row of table) {
    it(`${row.what} is ${row.metres} m, heading ${row.heading}`, () => {
      const from = { lat: row.from[0], lng: row.from[1] }
      const to = { lat: row.to[0], lng: row.to[1] }
      expect(Math.abs(distanceM(from, to) - row.metres)).toBeLessThan(1 + row.metres * 1e-4)
      expect(bearingDeg(from, to)).toBeCloseTo(row.heading, 0)
    })
  }

  it('a step along a heading arrives where distance and heading say', () => {
    const start = { lat: 51.5, lng: -0.12 }
    for (const heading of [1, 37, 90, 181, 270, 359]) {
      const end = placeFrom(start, heading, 2_500)
      expect(distanceM(start, end)).toBeCloseTo(2_500, 3)
      expect(bearingDeg(start, end)).toBeCloseTo(heading, 6)
    }
  })

  it('a step over the date line keeps the longitude within its range', () => {
    expect(placeFrom({ lat: 0, lng: 179.999 }, 90, 1_000).lng).toBeLessThan(-179.9)
  })
})

describe('units', () => {
  it('converts between the integers on disk and what people read', () => {
    expect(degreesFromE6(-12_345_678)).toBe(-12.345678)
    expect(e6FromDegrees(-12.3456784)).toBe(-12_345_678)
    expect(kmhFromDkmh(623)).toBe(62.3)
  })

  it('knows which coordinates lie on the globe', () => {
    expect(isPlaceE6(90_000_000, -180_000_000)).toBe(true)
    expect(isPlaceE6(90_000_001, 0)).toBe(false)
    expect(isPlaceE6(0, 180_000_001)).toBe(false)
  })
})
