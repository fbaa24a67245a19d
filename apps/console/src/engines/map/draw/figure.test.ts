import { distanceM } from '@fleetglass/geo'
import { describe, expect, it } from 'vitest'
import { extentOf, type Figure, gripsOf, movedFigure, ringOf, scaledFigure, withoutPoint } from './figure.ts'

const circle: Figure = { kind: 'circle', center: { lat: 24.08, lng: 120.53 }, radiusM: 200 }
const polygon: Figure = {
  kind: 'polygon',
  points: [
    { lat: 24, lng: 120 },
    { lat: 24, lng: 120.02 },
    { lat: 24.02, lng: 120 },
  ],
}
const line: Figure = { kind: 'line', points: polygon.points, reachM: 50 }

describe('figures that are changed by hand', () => {
  it('[FENCE-12] a circle is moved by its middle and keeps its size', () => {
    const to = { lat: 24.1, lng: 120.6 }
    expect(movedFigure(circle, 'all', to)).toEqual({ ...circle, center: to })
  })

  it('[FENCE-12] [FENCE-14] its edge makes it as large as it is far away, at least a metre', () => {
    const [, edge] = gripsOf(circle)
    expect(edge?.id).toBe('edge')
    expect(distanceM(circle.center, edge!.place)).toBeCloseTo(200, 3)
    const wider = movedFigure(circle, 'edge', { lat: 24.08, lng: 120.54 })
    expect(wider).toMatchObject({ center: circle.center, radiusM: expect.closeTo(1015.2, 0) })
    expect(movedFigure(circle, 'edge', circle.center)).toMatchObject({ radiusM: 1 })
  })

  it('the ring of a circle lies on it all around', () => {
    const ring = ringOf(circle)
    expect(ring.length).toBeGreaterThan(60)
    for (const place of ring) expect(distanceM(circle.center, place)).toBeCloseTo(200, 3)
    expect(extentOf(circle)).toEqual(ring)
  })

  it('a polygon and a line are moved as a whole and by each of their points', () => {
    for (const figure of [polygon, line]) {
      const [whole] = gripsOf(figure)
      expect(whole).toEqual({ id: 'all', place: { lat: expect.closeTo(24.01, 9), lng: expect.closeTo(120.01, 9) } })
      const moved = movedFigure(figure, 'all', { lat: 25.01, lng: 121.01 })
      expect(moved).toMatchObject({
        points: [
          { lat: 25, lng: 121 },
          { lat: 25, lng: 121.02 },
          { lat: 25.02, lng: 121 },
        ],
      })
      const bent = movedFigure(figure, 'point-1', { lat: 24.5, lng: 120.5 })
      expect(bent).toMatchObject({ points: [polygon.points[0], { lat: 24.5, lng: 120.5 }, polygon.points[2]] })
      expect(withoutPoint(figure, 'point-0')).toMatchObject({ points: polygon.points.slice(1) })
    }
    expect(withoutPoint(polygon, 'all')).toBe(polygon)
    expect(withoutPoint(circle, 'edge')).toBe(circle)
    expect(gripsOf({ ...polygon, points: polygon.points.slice(0, 1) }).map(({ id }) => id)).toEqual(['point-0'])
  })

  it('keys make each kind larger and smaller', () => {
    expect(scaledFigure(circle, 1.1)).toMatchObject({ radiusM: expect.closeTo(220, 6) })
    expect(scaledFigure(line, 0.5)).toMatchObject({ reachM: 25, points: line.points })
    expect(scaledFigure(polygon, 2)).toMatchObject({ points: [{ lat: 23.99, lng: 119.99 }, {}, {}] })
    expect(scaledFigure({ ...circle, radiusM: 1 }, 0.1)).toMatchObject({ radiusM: 1 })
  })

  it('nothing is dragged off the map', () => {
    expect(movedFigure(circle, 'all', { lat: 89, lng: 200 })).toMatchObject({ center: { lat: 85, lng: 180 } })
  })
})
