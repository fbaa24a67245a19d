// PMTiles, version 3 (github.com/protomaps/PMTiles, spec/v3): vector tiles in, one file out.
import { gzipSync } from 'node:zlib'
import { varint } from './vector-tile.ts'

export interface MapTile {
  readonly z: number
  readonly x: number
  readonly y: number
  readonly bytes: Uint8Array
}

const HEADER_BYTES = 127
const GZIP = 2
const VECTOR_TILES = 1

/** A file with one directory: some thousand tiles at most. */
export function encodePmtiles(tiles: readonly MapTile[], metadata: object): Buffer {
  const ordered = tiles
    .map((tile) => ({ id: tileId(tile), bytes: gzipSync(tile.bytes) }))
    .sort((one, other) => one.id - other.id)
  const directory = [
    ...varint(ordered.length),
    ...ordered.flatMap(({ id }, at) => varint(id - (ordered[at - 1]?.id ?? 0))),
    ...ordered.flatMap(() => varint(1)),
    ...ordered.flatMap(({ bytes }) => varint(bytes.length)),
    // 0: right behind the tile before it.
    ...ordered.flatMap((_, at) => varint(at === 0 ? 1 : 0)),
  ]
  const parts = [
    gzipSync(Uint8Array.from(directory)),
    gzipSync(JSON.stringify(metadata)),
    Buffer.alloc(0),
    Buffer.concat(ordered.map(({ bytes }) => bytes)),
  ]
  const zooms = tiles.map(({ z }) => z)
  return Buffer.concat([header(parts, Math.min(...zooms), Math.max(...zooms)), ...parts])
}

function header(parts: readonly Buffer[], leastZoom: number, mostZoom: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.write('PMTiles', 'latin1')
  bytes[7] = 3
  let offset = HEADER_BYTES
  for (const [index, part] of parts.entries()) {
    bytes.writeBigUInt64LE(BigInt(offset), 8 + 16 * index)
    bytes.writeBigUInt64LE(BigInt(part.length), 16 + 16 * index)
    offset += part.length
  }
  bytes.set([1, GZIP, GZIP, VECTOR_TILES, leastZoom, mostZoom], 96)
  return bytes
}

/** The place of a tile on the Hilbert curve of its zoom, behind all tiles of the zooms before. */
export function tileId({ z, x, y }: Pick<MapTile, 'z' | 'x' | 'y'>): number {
  let id = (4 ** z - 1) / 3
  let [column, row] = [x, y]
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const right = (column & side) > 0 ? 1 : 0
    const lower = (row & side) > 0 ? 1 : 0
    id += side * side * ((3 * right) ^ lower)
    if (lower === 0) {
      if (right === 1) {
        column = side - 1 - (column & (side - 1))
        row = side - 1 - (row & (side - 1))
      }
      ;[column, row] = [row, column]
    }
  }
  return id
}
