import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { MapTone } from '../map.types.ts'
import { type Palette, palettes } from './palette.ts'

/** The name of the source that the layers below draw. */
export const streetSource = 'streets'

interface StreetPalette {
  readonly water: string
  readonly green: string
  readonly built: string
  readonly building: string
  readonly road: string
  readonly casing: string
  readonly mainRoad: string
}

const streetPalettes: Record<MapTone, StreetPalette> = {
  light: {
    water: '#d3e3ee',
    green: '#e3ecd9',
    built: '#ece8df',
    building: '#e0dacd',
    road: '#ffffff',
    casing: '#d9d2c4',
    mainRoad: '#fbe7b4',
  },
  dark: {
    water: '#0c1722',
    green: '#1b3029',
    built: '#202e3b',
    building: '#2a3a49',
    road: '#3b4d5f',
    casing: '#131c25',
    mainRoad: '#6b6247',
  },
}

/** A kind of road by the words of the two usual schemes of vector tiles. */
interface RoadKind {
  readonly id: string
  readonly words: readonly string[]
  readonly minzoom: number
  /** Width at zooms 8, 13 and 17. */
  readonly widthsPx: readonly [number, number, number]
  readonly main: boolean
}

const roadKinds: readonly RoadKind[] = [
  {
    id: 'small',
    words: ['minor', 'service', 'track', 'minor_road', 'other'],
    minzoom: 12,
    widthsPx: [0, 1, 9],
    main: false,
  },
  { id: 'middle', words: ['secondary', 'tertiary', 'medium_road'], minzoom: 9, widthsPx: [0.4, 2.5, 13], main: false },
  { id: 'large', words: ['primary', 'trunk', 'major_road'], minzoom: 7, widthsPx: [0.9, 3.5, 16], main: true },
  { id: 'motorway', words: ['motorway', 'highway'], minzoom: 5, widthsPx: [1.4, 4.5, 18], main: true },
]

/**
 * Streets of a vector file, in the colours of our ground. Files come in one of two schemes of layer names; a layer that a
 * file does not have draws nothing.
 */
export function streetLayers(tone: MapTone): LayerSpecification[] {
  const palette = palettes[tone]
  const street = streetPalettes[tone]
  const area = (id: string, layer: string, color: string, filter?: FilterSpecification): LayerSpecification => ({
    id: `street-${id}-${layer}`,
    type: 'fill',
    source: streetSource,
    'source-layer': layer,
    ...(filter && { filter }),
    paint: { 'fill-color': color, 'fill-antialias': false },
  })
  return [
    area('land', 'earth', palette.land),
    ...['landuse', 'landcover'].map((layer) => area('green', layer, street.green, kindIn(greenWords))),
    area('built', 'landuse', street.built, kindIn(['residential', 'urban_area'])),
    area('water', 'water', street.water),
    area('building', 'building', street.building),
    area('building', 'buildings', street.building),
    ...roadLayers('transportation', street),
    ...roadLayers('roads', street),
    ...nameLayers(palette),
  ]
}

const greenWords = ['park', 'wood', 'forest', 'grass', 'nature_reserve', 'cemetery', 'golf_course', 'wetland']

/** Both schemes have the kind of a feature: one as `class`, the other as `kind`. */
function kindIn(words: readonly string[]): FilterSpecification {
  return ['in', ['coalesce', ['get', 'class'], ['get', 'kind'], ''], ['literal', [...words]]]
}

function roadLayers(layer: string, street: StreetPalette): LayerSpecification[] {
  const line = (
    { id, words, minzoom, widthsPx }: RoadKind,
    part: string,
    color: string,
    moreZoomedPx: number,
  ): LayerSpecification => ({
    id: `street-${layer}-${id}-${part}`,
    type: 'line',
    source: streetSource,
    'source-layer': layer,
    minzoom,
    filter: kindIn(words),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': widthByZoom(widthsPx, moreZoomedPx) },
  })
  return [
    ...roadKinds.map((kind) => line(kind, 'casing', street.casing, 2)),
    ...roadKinds.map((kind) => line(kind, 'road', kind.main ? street.mainRoad : street.road, 0)),
  ]
}

function widthByZoom([far, middle, near]: RoadKind['widthsPx'], morePx: number): ExpressionSpecification {
  const stops = [8, far + morePx / 3, 13, middle + morePx / 1.5, 17, near + morePx]
  return ['interpolate', ['exponential', 1.4], ['zoom'], ...stops] as ExpressionSpecification
}

function nameLayers(palette: Palette): LayerSpecification[] {
  const paint = { 'text-color': palette.label, 'text-halo-color': palette.halo, 'text-halo-width': 1.4 }
  const name: ExpressionSpecification = ['coalesce', ['get', 'name'], '']
  const roadNames = (layer: string): LayerSpecification => ({
    id: `street-names-${layer}`,
    type: 'symbol',
    source: streetSource,
    'source-layer': layer,
    minzoom: 13,
    layout: { 'symbol-placement': 'line', 'text-field': name, 'text-size': 11.5 },
    paint: { ...paint, 'text-color': palette.faint },
  })
  const placeNames = (layer: string): LayerSpecification => ({
    id: `place-names-${layer}`,
    type: 'symbol',
    source: streetSource,
    'source-layer': layer,
    layout: { 'text-field': name, 'text-size': 13, 'text-max-width': 8 },
    paint,
  })
  return [roadNames('transportation_name'), roadNames('roads'), placeNames('place'), placeNames('places')]
}
