// @vitest-environment happy-dom
import { createManualClock } from '@fleetglass/testkit'
import type { Map as Renderer } from 'maplibre-gl'
import { expect, it } from 'vitest'
import { bareOf, shiftTo, toScreen, toWorld, type Viewport } from './geometry.ts'
import { GroundPace } from './ground-pace.ts'

const start: Viewport = { center: toWorld(24, 120), zoom: 9, widthPx: 1000, heightPx: 500 }
const dragged = (view: Viewport, px: number): Viewport => ({
  ...view,
  center: { x: view.center.x - px / (512 * 2 ** view.zoom), y: view.center.y },
})

it('a picture laid for another view shows each place where it belongs, and what it leaves bare is known', () => {
  const view = { ...dragged(start, 140), zoom: 9.5 }
  const { xPx, yPx, scale } = shiftTo(view, start)
  const place = toWorld(24.1, 120.3)
  const [then, now] = [toScreen(place, start), toScreen(place, view)]
  expect(then.x * scale + xPx).toBeCloseTo(now.x, 6)
  expect(then.y * scale + yPx).toBeCloseTo(now.y, 6)
  expect(bareOf(start, shiftTo(start, start))).toBe(0)
  expect(bareOf(start, shiftTo(dragged(start, 100), start))).toBeCloseTo(0.1, 6)
  expect(bareOf(start, shiftTo({ ...start, zoom: 8 }, start))).toBeCloseTo(0.75, 6)
  expect(bareOf(start, shiftTo(dragged(start, 5000), start))).toBe(1)
})

/** There is no WebGL here: the test checks the calls to the renderer. A frame of it is `frame()`. */
function standInForRenderer() {
  const clock = createManualClock()
  const heard = new Map<string, (() => void)[]>()
  const seen = { view: start, moving: false, paints: 0, ratio: 1, asked: 0 }
  const canvas = document.createElement('canvas')
  const fire = (name: string): void => {
    for (const tell of heard.get(name) ?? []) tell()
  }
  const renderer = {
    painter: {
      render: () => {
        seen.paints += 1
      },
    },
    on: (name: string, tell: () => void) => heard.set(name, [...(heard.get(name) ?? []), tell]),
    getCanvas: () => canvas,
    isMoving: () => seen.moving,
    triggerRepaint: () => {
      seen.asked += 1
    },
    setPixelRatio: (ratio: number) => {
      seen.ratio = ratio
      fire('resize')
    },
  }
  const pace = new GroundPace(renderer as unknown as Renderer, clock, () => seen.view)
  const frame = (): void => {
    if (seen.moving) fire('move')
    renderer.painter.render()
  }
  const rest = (): void => {
    seen.moving = false
    frame()
    fire('idle')
  }
  return { clock, seen, canvas, pace, frame, rest, fire }
}

it('without a graphics card the picture moves along, is painted coarse from time to time, and sharp when the hand rests', () => {
  const { clock, seen, canvas, frame, rest } = standInForRenderer()
  frame()
  expect([seen.paints, seen.ratio, canvas.style.transform]).toEqual([1, 1, 'none'])
  seen.moving = true
  // Twelve frames of 16 ms, 2 px each: the sharp picture still shows nearly all.
  for (let step = 0; step < 12; step++) {
    clock.advance(16)
    seen.view = dragged(seen.view, 2)
    frame()
  }
  expect([seen.paints, seen.ratio]).toEqual([1, 1])
  expect(canvas.style.transform).toMatch(/^translate\(24(\.0+\d*)?px, 0px\) scale\(1\)$/)
  // Farther, and there is a strip without ground: it is painted, coarse, in its place.
  seen.view = dragged(seen.view, 60)
  frame()
  expect([seen.paints, seen.ratio, canvas.style.transform]).toEqual([2, 0.35, 'none'])
  rest()
  clock.advance(399)
  expect(seen.ratio).toBe(0.35)
  clock.advance(1)
  expect(seen.ratio).toBe(1)
  frame()
  expect([seen.paints, canvas.style.transform]).toEqual([3, 'none'])
})

it('what was moved a little and let go is not painted coarse before it is sharp', () => {
  const { clock, seen, frame, rest } = standInForRenderer()
  frame()
  seen.moving = true
  seen.view = dragged(seen.view, 20)
  clock.advance(16)
  frame()
  rest()
  clock.advance(300)
  expect([seen.paints, seen.ratio]).toEqual([1, 1])
  clock.advance(200)
  frame()
  expect([seen.paints, seen.ratio]).toEqual([2, 1])
})

it('a held map that shows a strip without ground is painted without another move, and a closed one never again', () => {
  const { clock, seen, pace, frame } = standInForRenderer()
  frame()
  seen.moving = true
  seen.view = dragged(seen.view, 80)
  clock.advance(16)
  frame()
  expect([seen.paints, seen.asked]).toEqual([1, 0])
  clock.advance(250)
  expect([seen.ratio, seen.asked]).toEqual([0.35, 1])
  frame()
  seen.view = dragged(seen.view, 80)
  clock.advance(16)
  frame()
  pace.close()
  clock.advance(5_000)
  expect(seen.asked).toBe(1)
})

it('a jump, and a window of another size, are painted at once', () => {
  const { seen, frame } = standInForRenderer()
  frame()
  seen.view = dragged(seen.view, 900)
  frame()
  expect([seen.paints, seen.ratio]).toEqual([2, 1])
})

it('a ground whose tiles do not come is sharp a moment after the hand rests all the same', () => {
  const { clock, seen, frame, fire } = standInForRenderer()
  frame()
  seen.moving = true
  seen.view = dragged(seen.view, 300)
  clock.advance(130)
  frame()
  expect(seen.ratio).toBe(0.35)
  seen.moving = false
  fire('moveend')
  clock.advance(1_499)
  expect(seen.ratio).toBe(0.35)
  clock.advance(1)
  expect(seen.ratio).toBe(1)
})
