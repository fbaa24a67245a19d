import type { FilterSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { tilePx } from '../geometry.ts'
import type { MapTone } from '../map.types.ts'
import type { ForeignStyle } from './foreign-style.ts'
import { type Palette, palettes } from './palette.ts'
import { places, seaNames } from './places.ts'
import { streetLayers, streetSource } from './streets.ts'
import { tileAddresses } from './tile-source.ts'
import { countryNames, type Ground } from './world.ts'

const nothing: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] }
/**
 * Down to here the ground is cut into tiles; nearer, these are drawn larger. At 9 a step of a tile is ten metres, as fine as the
 * ground itself. What is cut finer than it is known costs: a view has a few of these tiles, but dozens of those at 12, and each
 * layer is drawn tile by tile.
 */
const ground = { type: 'geojson', maxzoom: 9 } as const

/** What lies over the ground, once it is known how it is drawn. */
export type Cover =
  | { readonly kind: 'none' }
  | { readonly kind: 'pictures' | 'streets'; readonly url: string; readonly mostZoom: number }
  | { readonly kind: 'style'; readonly style: ForeignStyle }

/**
 * The base in the box. It has no `glyphs`: labels use the machine's fonts, every script right, and nothing is fetched.
 * A base map of the site, if there is one, is drawn above the ground and has its own names.
 */
export function baseStyle(tone: MapTone, cover: Cover, shown: Ground): StyleSpecification {
  const palette = palettes[tone]
  const over = coverParts(cover, tone)
  return {
    version: 8,
    ...(cover.kind === 'style' && cover.style.glyphs && { glyphs: cover.style.glyphs }),
    ...(cover.kind === 'style' && cover.style.sprite && { sprite: cover.style.sprite }),
    sources: {
      ground: { ...ground, data: groundData(shown) },
      names: { ...ground, maxzoom: 6, data: countryNames() },
      graticule: { type: 'geojson', maxzoom: 12, data: nothing },
      trails: { type: 'geojson', maxzoom: 16, data: nothing },
      places: { ...ground, data: places() },
      seas: { ...ground, data: seaNames() },
      ...over.sources,
    },
    layers: [...groundLayers(palette), ...(over.layers ?? names(palette)), trails(tone)],
  }
}

/** The ground as one source: for each change of source the renderer cuts the whole picture into tiles anew. */
export function groundData(shown: Ground): GeoJSON.FeatureCollection {
  const parts = ['land', 'coast', 'borders'] as const
  return {
    type: 'FeatureCollection',
    features: parts.map((part) => ({ type: 'Feature', properties: { part }, geometry: shown[part] })),
  }
}

function only(part: keyof Ground): { readonly source: 'ground'; readonly filter: FilterSpecification } {
  return { source: 'ground', filter: ['==', ['get', 'part'], part] }
}

function coverParts(
  cover: Cover,
  tone: MapTone,
): { readonly sources: StyleSpecification['sources']; readonly layers: readonly LayerSpecification[] | null } {
  switch (cover.kind) {
    case 'none':
      return { sources: {}, layers: null }
    case 'pictures': {
      const tiles = { type: 'raster' as const, tiles: [...tileAddresses(cover.url)], tileSize: tilePx }
      return { sources: { tiles: { ...tiles, maxzoom: cover.mostZoom } }, layers: [pictureLayer(tone)] }
    }
    case 'streets': {
      const tiles = { type: 'vector' as const, tiles: [...tileAddresses(cover.url)], maxzoom: cover.mostZoom }
      return { sources: { [streetSource]: tiles }, layers: streetLayers(tone) }
    }
    case 'style':
      return cover.style
  }
}

/** Pictures are made for daylight: in the dark their brightness is turned round and their hues are turned back. */
function pictureLayer(tone: MapTone): LayerSpecification {
  const dark = {
    'raster-brightness-min': 0.88,
    'raster-brightness-max': 0.08,
    'raster-hue-rotate': 180,
    'raster-saturation': -0.35,
  }
  return { id: 'tiles', type: 'raster', source: 'tiles', paint: tone === 'dark' ? dark : {} }
}

function groundLayers(palette: Palette): LayerSpecification[] {
  const shore = (id: string, widthPx: number, opacity: number): LayerSpecification => ({
    id,
    type: 'line',
    ...only('coast'),
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': palette.shore,
      'line-opacity': opacity,
      'line-blur': 2,
      'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 3, widthPx / 6, 11, widthPx, 16, widthPx * 2],
    },
  })
  return [
    { id: 'water', type: 'background', paint: { 'background-color': palette.water } },
    shore('shore-far', 64, 0.22),
    shore('shore-middle', 36, 0.32),
    shore('shore-near', 14, 0.5),
    { id: 'land', type: 'fill', ...only('land'), paint: { 'fill-color': palette.land, 'fill-antialias': false } },
    {
      id: 'towns',
      type: 'circle',
      source: 'places',
      minzoom: 7,
      paint: {
        'circle-color': palette.town,
        'circle-blur': 0.7,
        'circle-opacity': ['interpolate', ['linear'], ['zoom'], 7, 0, 9, 0.9, 14, 0.6, 16, 0],
        'circle-radius': [
          'interpolate',
          ['exponential', 2],
          ['zoom'],
          7,
          ['/', 9, ['get', 'rank']],
          11,
          ['match', ['get', 'rank'], 1, 74, 2, 42, 3, 26, 17],
          16,
          ['match', ['get', 'rank'], 1, 2300, 2, 1300, 3, 800, 500],
        ],
      },
    },
    {
      id: 'borders',
      type: 'line',
      ...only('borders'),
      paint: { 'line-color': palette.border, 'line-width': 1.2, 'line-dasharray': [4, 2] },
    },
    {
      id: 'coast',
      type: 'line',
      ...only('coast'),
      layout: { 'line-join': 'round' },
      paint: { 'line-color': palette.coast, 'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.6, 11, 1.6] },
    },
    {
      id: 'graticule',
      type: 'line',
      source: 'graticule',
      paint: { 'line-color': palette.graticule, 'line-opacity': 0.28, 'line-width': 1 },
    },
  ]
}

function names(palette: Palette): LayerSpecification[] {
  const halo = { 'text-halo-color': palette.halo, 'text-halo-width': 1.4 }
  return [
    {
      id: 'graticule-names',
      type: 'symbol',
      source: 'graticule',
      layout: { 'symbol-placement': 'line', 'symbol-spacing': 420, 'text-field': ['get', 'name'], 'text-size': 10 },
      paint: {
        'text-color': palette.faint,
        'text-opacity': 0.75,
        'text-halo-color': palette.halo,
        'text-halo-width': 1,
      },
    },
    {
      id: 'sea-names',
      type: 'symbol',
      source: 'seas',
      maxzoom: 12,
      layout: { 'text-field': ['get', 'name'], 'text-size': 13, 'text-letter-spacing': 0.25, 'text-max-width': 8 },
      paint: { 'text-color': palette.seaLabel },
    },
    {
      id: 'country-names',
      type: 'symbol',
      source: 'names',
      maxzoom: 7,
      filter: ['<=', ['get', 'size'], ['+', ['zoom'], 0.5]],
      layout: {
        'text-field': ['get', 'name'],
        'text-size': 12,
        'text-transform': 'uppercase',
        'text-letter-spacing': 0.1,
      },
      paint: { 'text-color': palette.faint, ...halo },
    },
    {
      id: 'place-dots',
      type: 'circle',
      source: 'places',
      minzoom: 3,
      filter: ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 5, 2, 8, 3, 9.8, 4]],
      paint: {
        'circle-radius': ['match', ['get', 'rank'], 1, 3.5, 2, 3, 2.2],
        'circle-color': palette.halo,
        'circle-stroke-color': palette.faint,
        'circle-stroke-width': 1.4,
      },
    },
    {
      id: 'place-names',
      type: 'symbol',
      source: 'places',
      minzoom: 3,
      filter: ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 5, 2, 8, 3, 9.8, 4]],
      layout: {
        'text-field': ['get', 'name'],
        'text-size': ['match', ['get', 'rank'], 1, 15, 2, 13.5, 3, 12, 11.5],
        'text-anchor': 'bottom',
        'text-offset': [0, -0.5],
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-color': palette.label, ...halo },
    },
  ]
}

/** Where the vehicles have come from since the page was opened. */
function trails(tone: MapTone): LayerSpecification {
  return {
    id: 'trails',
    type: 'line',
    source: 'trails',
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': ['get', 'color'],
      'line-opacity': tone === 'dark' ? 0.55 : 0.4,
      'line-width': ['interpolate', ['linear'], ['zoom'], 8, 2, 14, 5],
    },
  }
}
