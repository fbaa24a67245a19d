// Mapbox Vector Tile, version 2.1 (github.com/mapbox/vector-tile-spec): features in, bytes out.

/** Units of a tile's side. */
export const TILE_EXTENT = 4096

export interface TileFeature {
  readonly layer: string
  readonly kind: 'point' | 'line' | 'area'
  /** In units of the tile, from its north-west corner; an area is clockwise on screen and not closed. */
  readonly points: readonly (readonly [number, number])[]
  readonly tags: Readonly<Record<string, string>>
}

const geometryTypes = { point: 1, line: 2, area: 3 } as const
const wire = { number: 0, bytes: 2 } as const
const command = { moveTo: 1, lineTo: 2, closePath: 7 } as const

export function encodeVectorTile(features: readonly TileFeature[]): Uint8Array {
  const names = [...new Set(features.map(({ layer }) => layer))]
  const layers = names.map((name) => [
    ...field(
      3,
      encodeLayer(
        name,
        features.filter(({ layer }) => layer === name),
      ),
    ),
  ])
  return Uint8Array.from(layers.flat())
}

function encodeLayer(name: string, features: readonly TileFeature[]): number[] {
  const keys = [...new Set(features.flatMap(({ tags }) => Object.keys(tags)))]
  const values = [...new Set(features.flatMap(({ tags }) => Object.values(tags)))]
  const bytes = [...number(15, 2), ...field(1, text(name))]
  for (const { kind, points, tags } of features) {
    const pairs = Object.entries(tags).flatMap(([key, value]) => [keys.indexOf(key), values.indexOf(value)])
    const feature = [
      ...field(2, pairs.flatMap(varint)),
      ...number(3, geometryTypes[kind]),
      ...field(4, geometry(kind, points)),
    ]
    bytes.push(...field(2, feature))
  }
  for (const key of keys) bytes.push(...field(3, text(key)))
  for (const value of values) bytes.push(...field(4, field(1, text(value))))
  return [...bytes, ...number(5, TILE_EXTENT)]
}

function geometry(kind: TileFeature['kind'], points: TileFeature['points']): number[] {
  let at: readonly [number, number] = [0, 0]
  const step = ([x, y]: readonly [number, number]): number[] => {
    const delta = [...varint(zigzag(x - at[0])), ...varint(zigzag(y - at[1]))]
    at = [x, y]
    return delta
  }
  const [first, ...others] = points
  if (first === undefined) return []
  const bytes = [...varint(command.moveTo | (1 << 3)), ...step(first)]
  if (others.length > 0) bytes.push(...varint(command.lineTo | (others.length << 3)), ...others.flatMap(step))
  if (kind === 'area') bytes.push(...varint(command.closePath | (1 << 3)))
  return bytes
}

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
const text = (value: string): number[] => [...new TextEncoder().encode(value)]
const number = (id: number, value: number): number[] => [...varint((id << 3) | wire.number), ...varint(value)]
const field = (id: number, bytes: readonly number[]): number[] => [
  ...varint((id << 3) | wire.bytes),
  ...varint(bytes.length),
  ...bytes,
]

/** Seven bits a byte, the lowest first. */
export function varint(value: number): number[] {
  const bytes: number[] = []
  let left = value
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128)
  return [...bytes, left]
}
