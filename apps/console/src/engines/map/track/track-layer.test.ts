// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { toWorld, trackPadding, type Viewport } from '../geometry.ts'
import { TrackLayer, wayOf } from './track-layer.ts'
import type { TrackHit } from './track-layer.types.ts'

const getContext = HTMLCanvasElement.prototype.getContext

afterEach(() => {
  Object.assign(HTMLCanvasElement.prototype, { getContext })
})

/** happy-dom draws nothing: what is drawn is noted, each stroke with its colour and corners. */
function noteStrokes() {
  const strokes: { color: string; corners: number }[] = []
  const fills: { x: number; y: number }[] = []
  let started = { x: 0, y: 0 }
  let corners = 0
  let color = ''
  const context = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'beginPath') corners = 0
        if (name === 'moveTo' || name === 'lineTo') corners += 1
        if (name === 'moveTo')
          return (x: number, y: number) => {
            started = { x, y }
          }
        if (name === 'fill') return () => void fills.push(started)
        if (name === 'stroke') return () => void strokes.push({ color, corners })
        return () => {}
      },
      set: (_, name, value) => {
        if (name === 'strokeStyle') color = String(value)
        return true
      },
    },
  )
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => context })
  return Object.assign(strokes, { fills })
}

const view: Viewport = { center: toWorld(24, 120), zoom: 12, widthPx: 400, heightPx: 300 }
const lngs = Float64Array.from({ length: 100 }, (_, index) => 119.99 + index * 0.0002)
const lats = new Float64Array(100).fill(24)
const line = { lats, lngs, ink: '--st-idle', part: { from: 10, to: 60, ink: '--st-overSpeed' } } as const

function layerWith(onHit: (hit: TrackHit) => void = () => {}) {
  const layer = new TrackLayer(document, onHit)
  document.body.append(layer.element)
  for (const [name, color] of [
    ['--st-idle', 'blue'],
    ['--st-overSpeed', 'orange'],
    ['--bs-body-bg', 'white'],
  ] as const)
    layer.element.style.setProperty(name, color)
  layer.resize(400, 300, 1)
  return layer
}

it('[GPSP-50] [GPSP-51] the whole way is one line, and the chosen hour a line in another colour over it', () => {
  const strokes = noteStrokes()
  const layer = layerWith()
  layer.setLines([line])
  layer.draw(view)
  expect(strokes.map(({ color }) => color)).toEqual(['white', 'blue', 'orange'])
  expect(strokes[1]?.corners).toBeGreaterThan(strokes[2]?.corners ?? 0)
  expect(strokes[2]?.corners).toBeGreaterThan(2)
})

it('a map that is moved a little shifts what was drawn, and draws anew when it is zoomed or moved further', () => {
  const strokes = noteStrokes()
  const layer = layerWith()
  layer.setLines([line])
  layer.draw(view)
  const drawn = strokes.length
  layer.draw({ ...view, center: { x: view.center.x + 0.00001, y: view.center.y } })
  expect(strokes).toHaveLength(drawn)
  layer.draw({ ...view, zoom: 13 })
  expect(strokes.length).toBeGreaterThan(drawn)
  const zoomed = strokes.length
  layer.draw({ ...view, zoom: 13, center: toWorld(24, 121) })
  expect(strokes.length).toBeGreaterThan(zoomed)
})

it('[GPSP-48] a mark is drawn at its place, found before the line below it, the line at its nearest point, and nothing beside both', () => {
  const hits: TrackHit[] = []
  const { fills } = noteStrokes()
  const layer = layerWith((hit) => hits.push(hit))
  layer.setLines([line])
  layer.setMarks([{ id: 'e1', sign: 'event', lat: 24, lng: 120 }])
  layer.draw(view)
  // A triangle, its tip 9 pixels above the place; the picture goes on for 30% of the view beyond each edge.
  expect(fills).toEqual([{ x: expect.closeTo(200 * 1.6, 3), y: expect.closeTo(150 * 1.6 - 9, 3) }])
  expect([layer.click(200, 150), layer.click(230, 152), layer.click(200, 20)]).toEqual([true, true, false])
  expect(hits[0]).toEqual({ kind: 'mark', id: 'e1' })
  expect(hits[1]).toMatchObject({ kind: 'line', line: 0 })
  expect(layer.isHit(200, 20)).toBe(false)
})

it('[GPSP-46] an element stands where its place is, also after the map was moved', () => {
  noteStrokes()
  const layer = layerWith()
  const element = document.createElement('div')
  layer.setAnchors([{ element, place: { lat: 24, lng: 120 } }])
  layer.draw(view)
  expect(element.style.transform).toBe('translate(200px, 150px)')
  layer.draw({ ...view, center: { x: view.center.x - 10 / (512 * 2 ** 12), y: view.center.y } })
  expect(element.style.transform).toMatch(/^translate\(210(\.0+\d*)?px, 150px\)$/)
})

it('of a day with a point a second few corners are left, and its ends always', () => {
  const count = 86_400
  const xs = Float64Array.from({ length: count }, (_, index) => 0.8 + index * 1e-9)
  const ys = new Float64Array(count).fill(0.4)
  const corners = wayOf({ xs, ys }, 0, count, { center: { x: 0.8, y: 0.4 }, zoom: 10, widthPx: 800, heightPx: 600 })
  expect(corners.length / 2).toBeLessThan(50)
  expect(corners.slice(0, 2)).toEqual([400, 300])
})

it('a way that is shown whole leaves room for its flags and the buttons, and a small box keeps half of itself for the way', () => {
  expect(trackPadding(900, 600)).toEqual({ top: 72, right: 112, bottom: 72, left: 112 })
  expect(trackPadding(320, 200)).toEqual({ top: 50, right: 80, bottom: 50, left: 80 })
})
