import {
  emptyRoute,
  MARKERS_MAX,
  type PlannedRoute,
  ROUTE_ACCURACY,
  routeRequestSchema,
} from '@fleetglass/contract/routes'
import { CellMap, cellArea, placeFrom } from '@fleetglass/geo'
import { describe, expect, it } from 'vitest'
import {
  draftOfRoute,
  isTooLarge,
  labelOf,
  mayBeSaved,
  type RouteDraft,
  reordered,
  routeRequest,
  type Way,
  withPlace,
  withPosition,
} from './route-draft.ts'

const ids = () => {
  let next = 0
  return () => `p${next++}`
}
const kept: PlannedRoute = {
  ...emptyRoute,
  title: 'Round',
  enable: 1,
  devices: ['van'],
  latlngs: [
    { lat: 24.08, lng: 120.53 },
    { lat: 24.09, lng: 120.54 },
    { lat: 24.07, lng: 120.55 },
  ],
}
const draft = draftOfRoute(3, kept, ids())
const way = (places: RouteDraft['positions']): Way => ({ kind: 'road', way: places })
const order = ({ positions }: RouteDraft) => positions.map(({ id }) => id).join(' ')

describe('the positions of a route', () => {
  it('[ROUTE-08] [ROUTE-36] are labelled A to Z, AA, AB and so on', () => {
    expect([0, 1, 25, 26, 27, 51, 52, 199].map(labelOf)).toEqual(['A', 'B', 'Z', 'AA', 'AB', 'AZ', 'BA', 'GR'])
  })

  it('[ROUTE-11] [ROUTE-16] go to another place of the order, and nowhere beyond it', () => {
    expect(order(reordered(draft, 0, 2))).toBe('p1 p2 p0')
    expect(order(reordered(draft, 2, 0))).toBe('p2 p0 p1')
    for (const [from, to] of [
      [0, 3],
      [0, -1],
      [7, 0],
    ] as const)
      expect(reordered(draft, from, to)).toBe(draft)
  })

  it('are added at the end up to the most that a route may have, and moved by themselves', () => {
    const four = withPosition(draft, { id: 'new', lat: 24.12345678, lng: 120.5 })
    expect(four.positions.at(-1)).toEqual({ id: 'new', lat: 24.123457, lng: 120.5 })
    const full = {
      ...draft,
      positions: Array.from({ length: MARKERS_MAX }, (_, n) => ({ id: `${n}`, lat: 1, lng: 1 })),
    }
    expect(withPosition(full, { id: 'new', lat: 1, lng: 1 })).toBe(full)
    const moved = withPlace(draft, 'p1', { lat: 1, lng: 2 })
    expect([moved.positions[1], moved.positions[0]]).toEqual([{ id: 'p1', lat: 1, lng: 2 }, draft.positions[0]])
  })
})

describe('what may be saved', () => {
  const start = { lat: 24.08, lng: 120.53 }
  const to = (metres: number): Way => ({
    kind: 'road',
    way: [start, placeFrom(start, 90, metres / 2), placeFrom(placeFrom(start, 90, metres / 2), 0, metres / 2)],
  })

  it('[ROUTE-18] [ROUTE-20] [ROUTE-36] a way of 50 km may, a longer one may not', () => {
    expect([isTooLarge(to(49_999.9)), mayBeSaved(draft, to(49_999.9))]).toEqual([false, true])
    expect([isTooLarge(to(50_001)), mayBeSaved(draft, to(50_001))]).toEqual([true, false])
    expect(isTooLarge({ kind: 'looking' })).toBe(false)
  })

  it('[ROUTE-21] [ROUTE-22] not without a route, with fewer than two positions, or before the way is known', () => {
    const road = way(draft.positions)
    expect(mayBeSaved(draft, road)).toBe(true)
    expect(mayBeSaved(null, road)).toBe(false)
    expect(mayBeSaved({ ...draft, positions: draft.positions.slice(0, 1) }, road)).toBe(false)
    expect(mayBeSaved(draft, { kind: 'looking' })).toBe(false)
    expect(mayBeSaved(draft, { kind: 'straight', way: draft.positions, reason: '' })).toBe(true)
  })
})

describe('what is sent', () => {
  const detour = { lat: 24.095, lng: 120.535 }
  const places = [draft.positions[0]!, detour, ...draft.positions.slice(1)]
  const sent = routeRequest(draft, places)

  it('[ROUTE-23] [ROUTE-26] [ROUTE-32] title, state, devices, the accuracy and the markers in order', () => {
    expect(sent).toMatchObject({ accuracy: 0.0001, title: 'Round', enable: 1, devices: ['van'], latlngs: kept.latlngs })
    expect(routeRequestSchema.safeParse(sent).success).toBe(true)
  })

  it('[ROUTE-27] [ROUTE-30] the corridor of the way as a bitmap', () => {
    const bytes = Uint8Array.from(atob(sent.data), (letter) => letter.charCodeAt(0))
    const area = cellArea(new CellMap(sent, bytes))
    for (const place of places) expect(area.contains(place)).toBe(true)
    // Two cells beside the way are within, four are not.
    const beside = (cells: number) => ({ lat: 24.08 - cells * ROUTE_ACCURACY, lng: 120.53 })
    expect([area.contains(beside(2)), area.contains(beside(4))]).toEqual([true, false])
  })

  it('a large bitmap is sent whole', () => {
    const far = [
      { lat: 24, lng: 120 },
      { lat: 24.3, lng: 120.3 },
    ]
    const sent = routeRequest(draft, far)
    expect(atob(sent.data).length).toBe(Math.ceil(sent.width / 8) * sent.height)
    expect(sent.data.length).toBeGreaterThan(1_000_000)
  })
})
