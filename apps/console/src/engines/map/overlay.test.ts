// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { toWorld } from './geometry.ts'
import type { MapVehicle } from './map.types.ts'
import { Motion } from './motion.ts'
import { VehicleOverlay } from './overlay.ts'

const before = { canvas: globalThis.OffscreenCanvas, image: globalThis.ImageData, path: globalThis.Path2D }
const getContext = HTMLCanvasElement.prototype.getContext

afterEach(() => {
  Object.assign(globalThis, { OffscreenCanvas: before.canvas, ImageData: before.image, Path2D: before.path })
  Object.assign(HTMLCanvasElement.prototype, { getContext })
})

/** happy-dom draws nothing: what is asked here is where things stand. */
function standInForCanvas(): void {
  const drawn = (width: number, height: number) => ({ width, height, data: new Uint8ClampedArray(width * height * 4) })
  const context = (): unknown =>
    new Proxy({} as Record<string, unknown>, {
      get: (set, name) => {
        if (name === 'getImageData')
          return (_x: number, _y: number, width: number, height: number) => drawn(width, height)
        if (name === 'measureText') return () => ({ width: 40 })
        return set[String(name)] ?? (() => {})
      },
    })
  const canvas = class {
    readonly width: number
    readonly height: number
    constructor(width: number, height: number) {
      this.width = width
      this.height = height
    }
    getContext() {
      return context()
    }
  }
  const image = class {
    constructor(width: number, height: number) {
      Object.assign(this, drawn(width, height))
    }
  }
  Object.assign(globalThis, { OffscreenCanvas: canvas, ImageData: image, Path2D: class {} })
  Object.assign(HTMLCanvasElement.prototype, { getContext: context })
}

it('a group gives way to the marker in focus, so that its number can be read', () => {
  standInForCanvas()
  const look = { headingDeg: 0, timeS: 1, recording: false, icon: 0, state: 'driving' } as const
  const vehicles: MapVehicle[] = [119.99, 120, 120.02].map((lng, index) => ({
    ...look,
    id: `v${index}`,
    lat: 24,
    lng,
    caption: `v${index}`,
  }))
  const motion = new Motion()
  motion.update(vehicles, 0)
  const overlay = new VehicleOverlay(document, motion, 'light', () => 'all')
  overlay.resize(400, 300, 1, 'light')
  const view = { center: toWorld(24, 120), zoom: 6, widthPx: 400, heightPx: 300 }
  overlay.draw(view, 0, { focusedId: null, pointed: null })
  expect(overlay.hits.nearest(200, 150, 5)?.kind).toBe('cluster')
  overlay.draw(view, 0, { focusedId: 'v1', pointed: null })
  expect(overlay.hits.nearest(200, 150, 5)).toEqual({ kind: 'vehicle', id: 'v1' })
  expect(overlay.hits.nearest(248, 150, 5)?.kind).toBe('cluster')
})

it.each([6, 10, 13, 16, 18])('[C9] vehicles that overlap are one mark with their number at zoom %d', (zoom) => {
  standInForCanvas()
  const look = { headingDeg: 0, timeS: 1, recording: false, icon: 0, state: 'driving', lat: 24, lng: 120 } as const
  const motion = new Motion()
  motion.update(
    ['v0', 'v1'].map((id): MapVehicle => ({ ...look, id, caption: id })),
    0,
  )
  const overlay = new VehicleOverlay(document, motion, 'light', () => 'all')
  overlay.resize(400, 300, 1, 'light')
  const view = { center: toWorld(24, 120), zoom, widthPx: 400, heightPx: 300 }
  overlay.draw(view, 0, { focusedId: null, pointed: null })
  expect(overlay.hits.nearest(200, 150, 5)).toMatchObject({ kind: 'cluster', cluster: { counts: { all: 2 } } })
  overlay.setGrouping(false)
  overlay.draw(view, 0, { focusedId: null, pointed: null })
  expect(overlay.hits.nearest(200, 150, 5)?.kind).toBe('vehicle')
})

it('[C9] vehicles that move are one mark while they are drawn on each other, and two as soon as they are apart', () => {
  standInForCanvas()
  const look = { headingDeg: 0, recording: false, icon: 0, state: 'driving', lat: 24 } as const
  const vehicle = (id: string, timeS: number, lng: number): MapVehicle => ({ ...look, id, caption: id, timeS, lng })
  const standing = vehicle('v0', 1, 120)
  const motion = new Motion()
  motion.update([standing, vehicle('v1', 1, 120)], 0)
  const overlay = new VehicleOverlay(document, motion, 'light', () => 'all')
  overlay.resize(400, 300, 1, 'light')
  const view = { center: toWorld(24, 120), zoom: 16, widthPx: 400, heightPx: 300 }
  const middleAt = (nowMs: number) => {
    overlay.draw(view, nowMs, { focusedId: null, pointed: null })
    return overlay.hits.nearest(200, 150, 5)?.kind
  }
  // It has reported from 200 m farther east, and drives there for ten seconds.
  motion.update([standing, vehicle('v1', 11, 120.002)], 1000)
  overlay.changed()
  expect(middleAt(1100)).toBe('cluster')
  expect(middleAt(10_000)).toBe('vehicle')
  // And back.
  motion.update([standing, vehicle('v1', 21, 120)], 11_000)
  overlay.changed()
  expect(middleAt(11_100)).toBe('vehicle')
  expect(middleAt(20_900)).toBe('cluster')
})
