import { describe, expect, it } from 'vitest'
import { namedSource, tileAddresses } from '../base/tile-source.ts'
import { panelHeightShare, panelZoom, rendererZoom, tilePx, toWorld, zoomRange } from '../geometry.ts'
import { tileAddress, tilesAround } from './tile-grid.ts'

const place = { lat: 24.0786, lng: 120.5285 }

describe('tiles', () => {
  it('[CONST0-15] [CONST0-16] [CONST1-05] [CONST1-06] are 256 px wide, and there are none beyond zoom 19', () => {
    expect([tilePx, zoomRange]).toEqual([256, { least: 0, most: 19 }])
    const [first, second] = tilesAround(place, 16, 600, 200)
    expect((second?.leftPx ?? 0) - (first?.leftPx ?? 0)).toBe(256)
    expect(new Set(tilesAround(place, 25, 100, 100).map(({ z }) => z))).toEqual(new Set([19]))
    expect(tilesAround({ lat: 0, lng: 0 }, -3, 100, 100).map(({ z, x, y }) => [z, x, y])).toEqual([[0, 0, 0]])
  })

  it('[CONST0-16] a zoom means the same where tiles are counted twice as wide', () => {
    expect([rendererZoom(0), rendererZoom(11), rendererZoom(19)]).toEqual([-1, 10, 18])
    expect([rendererZoom(-4), rendererZoom(40)]).toEqual([-1, 18])
  })

  it('cover the view around their place', () => {
    const spots = tilesAround(place, 16, 300, 207)
    const { x, y } = toWorld(place.lat, place.lng)
    const middle = spots.find(({ leftPx, topPx }) => leftPx <= 150 && leftPx > -106 && topPx <= 103 && topPx > -153)
    expect([middle?.x, middle?.y]).toEqual([Math.floor(x * 65_536), Math.floor(y * 65_536)])
    expect(Math.min(...spots.map(({ leftPx }) => leftPx))).toBeLessThanOrEqual(0)
    expect(Math.max(...spots.map(({ leftPx }) => leftPx))).toBeGreaterThan(300 - 256)
  })

  it('meet again in the east, and end at the poles', () => {
    expect(tilesAround({ lat: 0, lng: 179.99 }, 2, 600, 10).map(({ x }) => x)).toEqual(expect.arrayContaining([3, 0]))
    expect(tilesAround({ lat: 85, lng: 0 }, 2, 10, 2_000).every(({ y }) => y >= 0 && y < 4)).toBe(true)
  })

  it('[SHELL-136] are fetched from the address the site names, each host in turn', () => {
    const tile = { z: 16, x: 5, y: 7 }
    expect(tileAddress('https://t.example/{z}/{x}/{y}.png?k={key}', tile)).toBe('https://t.example/16/5/7.png?k={key}')
    expect(tileAddress('https://{s}.t.example/{z}/{x}/{y}', tile)).toBe('https://a.t.example/16/5/7')
    expect(tileAddresses('https://{s}.t.example/{z}')).toHaveLength(3)
  })
})

describe('what a site names', () => {
  it('nothing: then nothing is requested from other servers', () => {
    expect([namedSource(null), namedSource(' ')]).toEqual([null, null])
  })

  it('the tiles of OpenStreetMap by name or address, with their attribution', () => {
    const credit = '© OpenStreetMap contributors'
    expect(namedSource('osm')).toMatchObject({ kind: 'pictures', credit, mostZoom: 19 })
    expect(namedSource('https://tile.openstreetmap.org/{z}/{x}/{y}.png')).toMatchObject({ credit })
    expect(namedSource('https://t.example/{z}/{x}/{y}.png')).toMatchObject({ kind: 'pictures', credit: '' })
  })

  it('a style by its address; what is neither is nothing', () => {
    expect(namedSource('https://t.example/style.json')).toEqual({ kind: 'style', url: 'https://t.example/style.json' })
    expect(namedSource('/tiles/style.json')).toEqual({ kind: 'style', url: '/tiles/style.json' })
    for (const given of ['javascript:alert(1)', 'streets', 'ftp://a/b'])
      expect(namedSource(given)).toEqual({ kind: 'none' })
  })
})

it('[MAP-55] [CONST0-17] [CONST1-04] a map panel is at zoom 16, and its height is 69 % of its width', () => {
  expect([panelZoom, panelHeightShare]).toEqual([16, 0.69])
})
