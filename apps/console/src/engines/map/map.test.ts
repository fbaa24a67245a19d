import { describe, expect, it } from 'vitest'
import { graticule, graticuleStep } from './base/graticule.ts'
import { blit, makeSprite } from './blit.ts'
import { captionPlaces } from './captions.ts'
import { boundsOf, toScreen, toWorld, turnBetween, worldScalePx } from './geometry.ts'
import { HitGrid } from './hit-grid.ts'
import type { MapVehicle } from './map.types.ts'
import { Motion } from './motion.ts'
import { Trails } from './trails.ts'

const van = (change: Partial<MapVehicle> = {}): MapVehicle => ({
  id: 'van',
  lat: 24.0786,
  lng: 120.5285,
  headingDeg: 350,
  timeS: 100,
  state: 'driving',
  recording: false,
  icon: 0,
  caption: 'van',
  ...change,
})

describe('geometry', () => {
  it('puts the middle of the view in the middle of the screen and a degree east where it belongs', () => {
    const view = { center: toWorld(24, 120), zoom: 11, widthPx: 800, heightPx: 600 }
    expect(toScreen(toWorld(24, 120), view)).toEqual({ x: 400, y: 300 })
    expect(toScreen(toWorld(24, 120.1), view).x).toBeCloseTo(400 + worldScalePx(11) / 3600, 6)
    expect(toScreen(toWorld(24.1, 120), view).y).toBeLessThan(300)
  })

  it('turns the short way round', () => {
    expect([turnBetween(350, 10), turnBetween(10, 350), turnBetween(0, 180)]).toEqual([20, -20, -180])
  })

  it('has no bounds without places', () => {
    expect(boundsOf([])).toBeNull()
    expect(boundsOf([van(), van({ lat: 25, lng: 119 })])).toEqual([119, 24.0786, 120.5285, 25])
  })
})

describe('motion', () => {
  it('drives from the last place to the new one in the time between the fixes', () => {
    const motion = new Motion()
    motion.update([van()], 0)
    expect(motion.moving(0)).toBe(false)
    motion.update([van({ lng: 120.5295, timeS: 110, headingDeg: 10 })], 1000)
    const start = toWorld(24.0786, 120.5285).x
    const end = toWorld(24.0786, 120.5295).x
    expect(motion.pose('van', 1000)?.point.x).toBeCloseTo(start, 12)
    expect(motion.pose('van', 6000)?.point.x).toBeCloseTo((start + end) / 2, 12)
    expect(motion.pose('van', 11_000)?.point.x).toBeCloseTo(end, 12)
    expect(motion.pose('van', 11_000)?.headingDeg).toBeCloseTo(10, 6)
    expect([motion.moving(10_999), motion.moving(11_000)]).toEqual([true, false])
  })

  it('jumps after a long pause, a far correction or an older fix, and never invents a way', () => {
    for (const change of [{ timeS: 200 }, { timeS: 110, lat: 24.9 }, { timeS: 90 }]) {
      const motion = new Motion()
      motion.update([van()], 0)
      motion.update([van({ lng: 120.53, ...change })], 1000)
      expect(motion.moving(1000), JSON.stringify(change)).toBe(false)
    }
  })

  it('forgets vehicles that are gone', () => {
    const motion = new Motion()
    motion.update([van()], 0)
    motion.update([], 1)
    expect(motion.pose('van', 1)).toBeNull()
  })
})

describe('hit test', () => {
  it('finds the nearest vehicle within reach, across cells, and none beyond it', () => {
    const hits = new HitGrid<string>()
    hits.add('a', 63, 63)
    hits.add('b', 70, 64)
    hits.add('off', -5, -5)
    expect(hits.nearest(65, 64, 22)).toBe('a')
    expect(hits.nearest(69, 64, 22)).toBe('b')
    expect(hits.nearest(-8, -8, 22)).toBe('off')
    expect(hits.nearest(300, 300, 22)).toBeNull()
  })

  it('gives the one on top where two lie on one spot', () => {
    const hits = new HitGrid<string>()
    hits.add('below', 10, 10)
    hits.add('top', 10, 10)
    expect(hits.nearest(10, 10, 5)).toBe('top')
  })
})

describe('captions', () => {
  it('may stand below, above, right or left of their marker, and never on another one', () => {
    const markers = new HitGrid<string>()
    markers.add('van', 100, 100)
    markers.add('below', 110, 130)
    const free = captionPlaces(100, 100, { width: 60, height: 18 }).map(
      (place) => !markers.anyWithin(place, 9, { x: 100, y: 100 }),
    )
    expect(free).toEqual([false, true, true, true])
  })
})

describe('blitting', () => {
  const opaque = 0xff0000ff
  const square = makeSprite(2, 2, new Uint32Array([opaque, opaque, 0, opaque]))

  it('copies opaque pixels, skips transparent ones and cuts off what lies outside', () => {
    const raster = { width: 3, height: 3, pixels: new Uint32Array(9) }
    blit(raster, square, 1, 1)
    expect([...raster.pixels]).toEqual([opaque, opaque, 0, 0, opaque, 0, 0, 0, 0])
    blit(raster, square, 3, 3)
    expect(raster.pixels[8]).toBe(opaque)
    expect(() => blit(raster, square, -50, 400)).not.toThrow()
  })

  it('mixes a half transparent pixel with what is below it', () => {
    const glass = makeSprite(1, 1, new Uint32Array([0x800000ff]))
    const raster = { width: 1, height: 1, pixels: new Uint32Array([0xffff0000]) }
    blit(raster, glass, 0.5, 0.5)
    const mixed = raster.pixels[0]!
    expect(mixed >>> 24).toBe(255)
    expect(mixed & 255).toBeCloseTo(128, -1)
    expect((mixed >>> 16) & 255).toBeCloseTo(127, -1)
  })
})

it('a trail leaves out the newest fix, which the vehicle is still driving to, and has a bound', () => {
  const trails = new Trails()
  let lines = trails.update([van()])
  for (let index = 1; index <= 100; index++)
    lines = trails.update([van({ timeS: 100 + index, lng: 120 + index / 1000 })])
  const [line] = lines?.features ?? []
  expect(line?.geometry.coordinates).toHaveLength(39)
  expect(line?.geometry.coordinates.at(-1)?.[0]).toBeCloseTo(120.099)
})

it('the graticule covers the region with labelled lines, and never leaves the world', () => {
  const lines = graticule([119.9, 23.8, 121.2, 24.4], graticuleStep(11)).features
  expect(lines.map(({ properties }) => properties.name)).toEqual(expect.arrayContaining(['120.0°E', '24.2°N']))
  expect(graticule([-180, -85, 180, 85], graticuleStep(2)).features.length).toBeLessThan(30)
})
