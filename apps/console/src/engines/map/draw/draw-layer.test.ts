// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rendererZoom, toScreen, toWorld, type Viewport } from '../geometry.ts'
import type { MapPlace } from '../map.types.ts'
import { DrawLayer, wayWidthPx } from './draw-layer.ts'
import { drawZoom } from './use-draw-map.ts'

const middle = { lat: 24.08, lng: 120.53 }
const view: Viewport = {
  center: toWorld(middle.lat, middle.lng),
  zoom: rendererZoom(drawZoom),
  widthPx: 800,
  heightPx: 600,
}

/** Events that the page received, as text. */
let told: string[]
let places: MapPlace[]
let layer: DrawLayer
beforeEach(() => {
  told = []
  places = []
  const note = (what: string, place?: MapPlace) => {
    told.push(what)
    if (place) places.push(place)
  }
  layer = new DrawLayer(document, {
    onMove: (grip, to) => note(`move ${grip}`, to),
    onScale: (factor) => note(factor > 1 ? 'larger' : 'smaller'),
    onRemove: (grip) => note(`remove ${grip}`),
    onPoint: (place) => note('point', place),
    onCircle: (center, edge, done) => {
      note(done ? 'circle done' : 'circle', center)
      places.push(edge)
    },
  })
  document.body.append(layer.element)
  layer.element.setPointerCapture = () => {}
  layer.draw(view)
})
afterEach(() => layer.element.remove())

const grip = (id: string, place: MapPlace = middle) => ({ id, place, label: `grip ${id}`, looks: 'corner' as const })
const button = (id: string) => layer.element.querySelector<HTMLButtonElement>(`[data-grip="${id}"]`)!
const pointer = (on: Element, type: string, x: number, y: number) => {
  on.setPointerCapture = () => {}
  const event = new PointerEvent(type, {
    bubbles: true,
    clientX: x,
    clientY: y,
    isPrimary: true,
    button: 0,
    pointerId: 1,
  })
  on.dispatchEvent(event)
}
const onScreen = (place: MapPlace) => {
  const { x, y } = toScreen(toWorld(place.lat, place.lng), view)
  return [Math.round(x), Math.round(y)]
}

describe('drawing by pointer', () => {
  it('[FENCE-11] a circle is pressed at its middle and dragged to its edge; a click alone makes one too', () => {
    layer.setTool('circle')
    pointer(layer.element, 'pointerdown', 400, 300)
    pointer(layer.element, 'pointermove', 403, 300)
    expect(told).toEqual([])
    pointer(layer.element, 'pointermove', 480, 300)
    pointer(layer.element, 'pointermove', 500, 300)
    pointer(layer.element, 'pointerup', 500, 300)
    expect(told).toEqual(['circle', 'circle', 'circle done'])
    expect(places.slice(-2).map(onScreen)).toEqual([
      [400, 300],
      [500, 300],
    ])
    pointer(layer.element, 'pointermove', 700, 300)
    expect(told).toHaveLength(3)
    pointer(layer.element, 'pointerdown', 100, 100)
    pointer(layer.element, 'pointerup', 100, 100)
    const [center, edge] = places.slice(-2).map(onScreen)
    expect([center, edge![0]! > 130]).toEqual([[100, 100], true])
  })

  it('[FENCE-12] a grip keeps its distance from the pointer, and a press that does not move changes nothing', () => {
    layer.show({ ring: [], way: [], grips: [grip('edge')] })
    pointer(button('edge'), 'pointerdown', 404, 302)
    pointer(button('edge'), 'pointerup', 405, 302)
    expect(told).toEqual([])
    pointer(button('edge'), 'pointerdown', 404, 302)
    pointer(button('edge'), 'pointermove', 454, 252)
    pointer(button('edge'), 'pointerup', 454, 252)
    pointer(button('edge'), 'pointermove', 600, 252)
    expect([told, places.map(onScreen)]).toEqual([['move edge'], [[450, 250]]])
  })

  it('taken hold of anywhere within, the figure is moved as a whole', () => {
    layer.show({ ring: [middle, middle, middle], way: [], grips: [grip('all')] })
    const ring = layer.element.querySelector('.draw-ring')!
    pointer(ring, 'pointerdown', 380, 290)
    pointer(ring, 'pointermove', 390, 300)
    expect([told, places.map(onScreen)]).toEqual([['move all'], [[410, 310]]])
  })

  it('[ROUTE-13] a click on the map is one more point while points are drawn; the second click of a double click is none', () => {
    expect(layer.click(300, 200)).toBe(false)
    layer.setTool('points')
    expect(layer.click(300, 200)).toBe(true)
    expect([told, places.map(onScreen)]).toEqual([['point'], [[300, 200]]])
    layer.show({ ring: [], way: [], grips: [grip('a', places[0]!)] })
    expect(layer.click(301, 201)).toBe(true)
    expect(told).toHaveLength(1)
  })

  it('what is taken hold of does not move the map beneath', () => {
    layer.show({ ring: [], way: [], grips: [grip('edge')] })
    const reached: string[] = []
    const types = ['mousedown', 'touchstart', 'click', 'dblclick', 'pointerdown', 'keydown']
    for (const type of types) document.body.addEventListener(type, () => reached.push(type), { once: true })
    for (const type of ['mousedown', 'touchstart', 'click', 'dblclick'])
      button('edge').dispatchEvent(new Event(type, { bubbles: true }))
    pointer(button('edge'), 'pointerdown', 400, 300)
    button('edge').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }))
    expect(reached).toEqual([])
  })
})

describe('drawing by keys', () => {
  it('arrows move a grip, small steps with Shift; plus and minus make the figure larger and smaller; Delete takes away', () => {
    layer.show({ ring: [], way: [], grips: [grip('edge')] })
    const press = (key: string, shiftKey = false) =>
      button('edge').dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }))
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) press(key)
    press('ArrowRight', true)
    expect(places.map(onScreen)).toEqual([
      [384, 300],
      [416, 300],
      [400, 284],
      [400, 316],
      [402, 300],
    ])
    for (const key of ['+', '=', '-', 'Delete', 'Backspace', 'x', 'Tab']) press(key)
    expect(told.slice(5)).toEqual(['larger', 'larger', 'smaller', 'remove edge', 'remove edge'])
  })

  it('a grip that is shown anew keeps the focus', () => {
    layer.show({ ring: [], way: [], grips: [grip('a'), grip('b')] })
    button('b').focus()
    layer.show({ ring: [], way: [], grips: [grip('b', { lat: 24.1, lng: 120.5 })] })
    expect(document.activeElement).toBe(button('b'))
    expect(layer.element.querySelectorAll('button')).toHaveLength(1)
    expect(button('b').getAttribute('aria-label')).toBe('grip b')
  })
})

describe('what is drawn', () => {
  const east = { lat: 24.08, lng: 120.54 }
  const stroke = () => Number(layer.element.querySelector('.draw-way')?.getAttribute('stroke-width'))

  it('[ROUTE-24] [ROUTE-31] the way of a route is five pixels wide at any zoom', () => {
    expect(wayWidthPx).toBe(5)
    layer.show({ ring: [], way: [middle, east], grips: [] })
    expect(stroke()).toBe(5)
    layer.draw({ ...view, zoom: view.zoom + 2 })
    expect(stroke()).toBe(5)
  })

  it('a line is as wide as it reaches, in metres of its place', () => {
    layer.show({ ring: [], way: [middle, east], reachM: 100, grips: [] })
    // 512 px at zoom 0 are 40 075 km on the equator.
    const pxPerM = (512 * 2 ** view.zoom) / (40_075_016.7 * Math.cos((24.08 * Math.PI) / 180))
    expect(stroke()).toBeCloseTo(200 * pxPerM, 3)
    layer.draw({ ...view, zoom: 3 })
    expect(stroke()).toBe(5)
  })

  it('points that are the same on the screen are one, and the last is always there', () => {
    const many = Array.from({ length: 5000 }, (_, n) => ({ lat: 24.08, lng: 120.53 + n * 1e-7 }))
    layer.show({ ring: [], way: many, grips: [] })
    const path = layer.element.querySelector('.draw-way')!.getAttribute('d')!
    expect(path.split('L').length).toBeLessThan(40)
    const [x = 0, y = 0] = path.split('L').at(-1)!.split(' ').map(Number)
    expect([Math.round(x), Math.round(y)]).toEqual(onScreen(many.at(-1)!))
  })
})
