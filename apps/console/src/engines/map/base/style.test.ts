// @vitest-environment happy-dom
import { basemapTilePath } from '@fleetglass/contract/basemap'
import { expect, it } from 'vitest'
import { baseStyle } from './style.ts'
import { namedSource } from './tile-source.ts'
import { coarseGround } from './world.ts'

it('[CONST1-24] where the site names no maps service the tiles are pictures of 256 px from our own server', () => {
  expect([namedSource(null), namedSource('')]).toEqual([null, null])
  const url = `${basemapTilePath}?z={z}&x={x}&y={y}`
  const { sources } = baseStyle('light', { kind: 'pictures', url, mostZoom: 14 }, coarseGround())
  expect(sources.tiles).toEqual({ type: 'raster', tiles: [window.location.origin + url], tileSize: 256, maxzoom: 14 })
  // Without a file there, nothing outside is asked either.
  expect(baseStyle('light', { kind: 'none' }, coarseGround()).sources).not.toHaveProperty('tiles')
  const configured = namedSource('https://tiles.test/{z}/{x}/{y}.png')
  expect(configured).toMatchObject({ kind: 'pictures', url: 'https://tiles.test/{z}/{x}/{y}.png' })
})
