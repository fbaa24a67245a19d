import { expect, it, vi } from 'vitest'
import { toWorld } from './geometry.ts'
import { MapView, type MapViewOptions, nextOf } from './map-view.ts'

const given = vi.hoisted(() => ({ options: {} as { readonly minZoom?: number; readonly maxZoom?: number } }))

// There is no WebGL here: the test checks the calls to the map library, and the map draws nothing.
vi.mock('maplibre-gl', () => ({
  setWorkerUrl: () => {},
  Map: class {
    constructor(options: object) {
      given.options = options
      throw new Error('no WebGL')
    }
  },
}))
// Made by the build; it is never asked.
vi.mock('virtual:world', () => ({ cells: [], coarse: {}, folder: '', names: [] }))

it('[CONST0-16] [CONST1-06] the map can be zoomed from 0 to 19, which its library counts from -1 to 18', () => {
  const options = { center: { lat: 0, lng: 0 }, zoom: 11 } as MapViewOptions
  expect(() => new MapView(options)).toThrow('no WebGL')
  expect([given.options.minZoom, given.options.maxZoom]).toEqual([-1, 18])
})

it('[C9] vehicles on one spot are shown one after the other, and the first again after the last', () => {
  const vehicles = ['c', 'a', 'b', 'elsewhere'].map((id) => ({
    id,
    lat: id === 'elsewhere' ? 1 : 0,
    lng: 0,
    headingDeg: 0,
    timeS: 1,
    recording: false,
    icon: 0,
    caption: id,
    state: 'idle' as const,
  }))
  const { x, y } = toWorld(0, 0)
  const box = { left: x, right: x, top: y, bottom: y }
  expect([null, 'a', 'b', 'c', 'elsewhere'].map((focused) => nextOf(vehicles, box, focused))).toEqual([
    'a',
    'b',
    'c',
    'a',
    'a',
  ])
})
