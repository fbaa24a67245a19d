import { describe, expect, it } from 'vitest'
import { mostZoom, moveBy, wholePicture, zoomAt, zoomTransform } from './picture-zoom.ts'
import { zoomByKey } from './zoom-pane.ts'

const centre = { x: 0, y: 0 }

describe('zoom of a picture', () => {
  it('keeps what lies under the pointer where it is', () => {
    const place = { x: 0.25, y: -0.1 }
    const zoom = zoomAt(zoomAt(wholePicture, 2, place), 1.5, place)
    const under = (x: number, from: number, scale: number) => (x - from) / scale
    expect(zoom.scale).toBe(3)
    expect(under(place.x, zoom.x, zoom.scale)).toBeCloseTo(0.25)
    expect(under(place.y, zoom.y, zoom.scale)).toBeCloseTo(-0.1)
  })

  it('never shows what lies beside the picture', () => {
    const corner = zoomAt(wholePicture, 2, { x: 0.5, y: 0.5 })
    expect(corner).toEqual({ scale: 2, x: -0.5, y: -0.5 })
    expect(moveBy(corner, 5, 5)).toEqual({ scale: 2, x: 0.5, y: 0.5 })
    expect(zoomAt(corner, 0.5, centre)).toEqual(wholePicture)
    expect(moveBy(wholePicture, 1, 1)).toEqual(wholePicture)
  })

  it('has an end', () => {
    let zoom = wholePicture
    for (let notch = 0; notch < 100; notch += 1) zoom = zoomAt(zoom, 1.25, centre)
    expect(zoom.scale).toBe(mostZoom)
    for (let notch = 0; notch < 100; notch += 1) zoom = zoomAt(zoom, 0.8, centre)
    expect(zoom).toEqual(wholePicture)
  })

  it('keys: larger, smaller, moved, whole; arrows of a whole picture belong to the page', () => {
    const larger = zoomByKey(wholePicture, '+')!
    expect(larger.scale).toBe(1.25)
    expect(zoomByKey(larger, 'ArrowLeft')!.x).toBeCloseTo(0.1)
    expect(zoomByKey(larger, 'ArrowDown')!.y).toBeCloseTo(-0.1)
    expect(zoomByKey(larger, '-')).toEqual(wholePicture)
    expect(zoomByKey(larger, '0')).toEqual(wholePicture)
    for (const key of ['ArrowLeft', '-', '0', 'a']) expect(zoomByKey(wholePicture, key)).toBeNull()
  })

  it('is a style of one element', () => {
    expect(zoomTransform(wholePicture)).toBe('')
    expect(zoomTransform({ scale: 2, x: 0.25, y: -0.5 })).toBe('translate(25%, -50%) scale(2)')
  })
})
