import { emptyFence, type Fence, fenceRequestSchema, shapeRequestSchema } from '@fleetglass/contract/fences'
import { describe, expect, it } from 'vitest'
import { withoutQuotes } from '../../shared/areas/index.ts'
import {
  circleRequest,
  draftOfFence,
  draftOfShape,
  figureOf,
  mayBeSaved,
  newShape,
  pointsFault,
  shapeRequest,
  withFigure,
} from './fence-draft.ts'

const depot: Fence = {
  title: 'Depot',
  enable: 1,
  lat: 24.08,
  lng: 120.53,
  radius: 200,
  trigger_in: 1,
  trigger_out: 0,
  devices: ['van'],
}

describe('the draft of a circle', () => {
  const draft = draftOfFence(4, depot)

  it('[FENCE-20] [FENCE-21] what was loaded is what is saved, with the radius in whole metres', () => {
    expect(circleRequest(draft)).toEqual(depot)
    expect(circleRequest({ ...draft, radius: '199.6' })).toEqual(depot)
    expect(fenceRequestSchema.safeParse(circleRequest({ ...draft, radius: '120.4' }))).toMatchObject({
      data: { radius: 120 },
    })
  })

  it('[FENCE-16] [FENCE-17] one with zero latitude or longitude has no circle', () => {
    expect(figureOf(draft)).toEqual({ kind: 'circle', center: { lat: 24.08, lng: 120.53 }, radiusM: 200 })
    for (const part of [{ lat: 0 }, { lng: 0 }]) expect(figureOf(draftOfFence(0, { ...depot, ...part }))).toBeNull()
    expect(figureOf(draftOfFence(0, emptyFence))).toBeNull()
  })

  it('[FENCE-26] it cannot be saved while a number is none, or the radius is not above zero', () => {
    expect(mayBeSaved(draft)).toBe(true)
    const wrong = ['', ' ', 'x', '1,5', 'NaN', 'Infinity', '12a', '--1']
    for (const text of wrong) {
      expect(mayBeSaved({ ...draft, lat: text }), text).toBe(false)
      expect(mayBeSaved({ ...draft, lng: text }), text).toBe(false)
      expect(mayBeSaved({ ...draft, radius: text }), text).toBe(false)
    }
    for (const radius of ['0', '-5', '0.0']) expect(mayBeSaved({ ...draft, radius })).toBe(false)
    for (const part of [{ lat: '90.1' }, { lng: '-181' }]) expect(mayBeSaved({ ...draft, ...part })).toBe(false)
  })

  it('[FENCE-13] [FENCE-14] [FENCE-27] what is drawn fills the fields, and what the fields hold is drawn', () => {
    const drawn = withFigure(draft, { kind: 'circle', center: { lat: 24.1234567, lng: 120.5 }, radiusM: 99.7 })
    expect(drawn).toMatchObject({ lat: '24.123457', lng: '120.5', radius: '100' })
    expect(withFigure(draft, { kind: 'circle', center: { lat: 1, lng: 1 }, radiusM: 5e6 })).toMatchObject({
      radius: '100000',
    })
    const typed = { ...draft, lat: '25', lng: '121.25', radius: '10' }
    expect(figureOf(typed)).toEqual({ kind: 'circle', center: { lat: 25, lng: 121.25 }, radiusM: 10 })
  })

  it('[FENCE-19] apostrophes of the title are removed', () => {
    expect(withoutQuotes("Mei's 'yard'")).toBe('Meis yard')
  })
})

describe('the draft of a shape', () => {
  const corners = [
    { lat: 24, lng: 120 },
    { lat: 24, lng: 120.02 },
    { lat: 24.02, lng: 120 },
  ]

  it('a polygon has three corners whose edges do not cross; what is saved is one for the server', () => {
    const started = { ...newShape('polygon'), title: 'Yard', points: corners.slice(1) }
    expect([mayBeSaved(started), pointsFault(started)]).toEqual([false, 'corners'])
    const yard = { ...started, points: corners }
    expect([mayBeSaved(yard), pointsFault(yard)]).toEqual([true, null])
    expect(shapeRequestSchema.safeParse(shapeRequest(yard)).success).toBe(true)
    const bow = { ...yard, points: [...corners.slice(0, 2), { lat: 24.02, lng: 120.02 }, { lat: 23.99, lng: 120.01 }] }
    expect(mayBeSaved(bow)).toBe(false)
  })

  it('a line has a width within bounds', () => {
    const road = { ...newShape('line'), title: 'Road', points: corners.slice(1) }
    expect(shapeRequestSchema.safeParse(shapeRequest(road))).toMatchObject({ data: { reach: 50 } })
    for (const reach of ['', '1', '90000', 'wide']) expect(mayBeSaved({ ...road, reach }), reach).toBe(false)
    const wider = withFigure(road, { kind: 'line', points: road.points, reachM: 80.4 })
    expect(wider).toMatchObject({ reach: '80' })
    // A figure of another kind is none of this draft.
    expect(withFigure(road, { kind: 'circle', center: corners[0]!, radiusM: 5 })).toBe(road)
  })

  it('what was loaded is what is saved', () => {
    const shape = {
      id: 7,
      kind: 'line' as const,
      title: 'Road',
      enable: 0 as const,
      points: corners,
      reach: 30,
      trigger_in: 0 as const,
      trigger_out: 1 as const,
      devices: ['a', 'b'],
    }
    expect(shapeRequest(draftOfShape(shape))).toEqual(shape)
  })
})
