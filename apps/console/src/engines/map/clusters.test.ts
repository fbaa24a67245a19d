import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countText, ringShares } from './cluster-sprites.ts'
import { clusterRadiusPx, groupingZoom, groupVehicles, markerRadiusPx } from './clusters.ts'
import { toScreen, toWorld, type WorldPoint, worldScalePx } from './geometry.ts'
import type { MapVehicle, VehicleState } from './map.types.ts'

const at = (id: string, lat: number, lng: number, state: VehicleState = 'driving') => {
  const look = { headingDeg: 0, timeS: 1, recording: false, icon: 0, caption: id }
  const vehicle: MapVehicle = { id, lat, lng, state, ...look }
  return { vehicle, point: toWorld(lat, lng) }
}

const gathered = (places: readonly ReturnType<typeof at>[], wholeZoom: number) =>
  groupVehicles((see) => {
    for (const { vehicle, point } of places) see(vehicle, point)
  }, wholeZoom)

/** Pairs of marks that lie on each other. */
function touching(marks: readonly { point: WorldPoint; radiusPx: number }[], zoom: number): string[] {
  const scale = worldScalePx(zoom)
  return marks.flatMap((a, index) =>
    marks.slice(index + 1).flatMap((b) => {
      const apartPx = Math.hypot(a.point.x - b.point.x, a.point.y - b.point.y) * scale
      return apartPx < a.radiusPx + b.radiusPx ? [`${apartPx} px, ${a.radiusPx} + ${b.radiusPx}`] : []
    }),
  )
}

describe('groups', () => {
  it('gather what would touch, count what it does, and leave a vehicle without neighbours alone', () => {
    const { clusters, alone } = gathered(
      [at('a', 24, 120), at('b', 24.01, 120.01, 'idle'), at('c', 24.02, 120, 'idle'), at('far', 35, 140)],
      6,
    )
    expect(clusters.map(({ counts }) => counts)).toEqual([{ all: 3, driving: 1, idle: 2, overSpeed: 0, offline: 0 }])
    expect([...alone]).toEqual(['far'])
    expect(clusters[0]?.at.x).toBeCloseTo((toWorld(24, 120).x * 2 + toWorld(24, 120.01).x) / 3, 9)
  })

  it('fall apart when one comes nearer', () => {
    const two = [at('a', 24, 120), at('b', 24.01, 120.01)]
    expect(gathered(two, 6).alone.size).toBe(0)
    expect([...gathered(two, 14).alone].sort()).toEqual(['a', 'b'])
  })

  it('[C9] lose no vehicle and count none twice, and their marks do not touch at any zoom', () => {
    const place = fc.tuple(fc.double({ min: 23, max: 25, noNaN: true }), fc.double({ min: 120, max: 122, noNaN: true }))
    fc.assert(
      fc.property(fc.array(place, { maxLength: 200 }), fc.double({ min: 3, max: 19, noNaN: true }), (places, zoom) => {
        const vehicles = places.map(([lat, lng], index) => at(String(index), lat, lng))
        const { clusters, alone } = gathered(vehicles, groupingZoom(zoom))
        const grouped = clusters.reduce((sum, { counts }) => sum + counts.all, 0)
        expect(grouped + alone.size).toBe(places.length)
        for (const { counts } of clusters) expect(counts.all).toBeGreaterThan(1)
        const marks = [
          ...clusters.map(({ at: point, counts }) => ({ point, radiusPx: clusterRadiusPx(counts.all) })),
          ...vehicles
            .filter(({ vehicle }) => alone.has(vehicle.id))
            .map(({ point }) => ({ point, radiusPx: markerRadiusPx })),
        ]
        expect(touching(marks, zoom)).toEqual([])
      }),
    )
  })

  it.each([2, 8, 8.5, 11, 14, 17, 19])('[C9] hold vehicles that overlap, at zoom %d', (zoom) => {
    const metres = 20 / (worldScalePx(zoom) / 40_075_017)
    const degrees = metres / 111_320
    const { clusters, alone } = gathered([at('a', 0, 0), at('b', 0, degrees)], groupingZoom(zoom))
    expect([clusters.map(({ counts }) => counts.all), [...alone]]).toEqual([[2], []])
  })

  it.each([11, 14, 17])('[C9] leave vehicles apart that do not overlap, at zoom %d', (zoom) => {
    const degrees = 40 / (worldScalePx(zoom) / 40_075_017) / 111_320
    expect(gathered([at('a', 0, 0), at('b', 0, degrees)], groupingZoom(zoom)).alone.size).toBe(2)
  })

  it('lie in the middle of their vehicles', () => {
    const view = { center: toWorld(24, 120), zoom: 6, widthPx: 100, heightPx: 100 }
    const [cluster] = gathered([at('a', 24, 119.99), at('b', 24, 120.01)], 6).clusters
    const middle = cluster && toScreen(cluster.at, view)
    expect(middle?.x).toBeCloseTo(50, 6)
    expect(cluster?.box.left).toBeLessThan(cluster?.box.right ?? 0)
  })
})

describe('their marks', () => {
  it('show a number in four characters', () => {
    expect([2, 999, 1_000, 9_949, 9_950, 10_000].map(countText)).toEqual(['2', '999', '1.0k', '9.9k', '10k', '10k'])
  })

  it('show every state that is there, and no more than the whole ring', () => {
    const shares = ringShares({ all: 1_000, overSpeed: 1, driving: 998, idle: 1, offline: 0 })
    expect(shares).toEqual([1, 14, 1, 0])
    expect(ringShares({ all: 3, overSpeed: 0, driving: 1, idle: 1, offline: 1 }).reduce((a, b) => a + b)).toBe(16)
  })
})
