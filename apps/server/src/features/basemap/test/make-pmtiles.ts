// Writes a small map file as its specification describes it, for tests.
import { gzipSync } from 'node:zlib'
import { HEADER_BYTES, tileIdOf } from '../pmtiles-format.ts'

export interface TestTile {
  readonly z: number
  readonly x: number
  readonly y: number
  readonly bytes: Uint8Array
  /** How many tiles from here on are the same. */
  readonly run?: number
}

export interface TestMap {
  readonly tiles: readonly TestTile[]
  /** Number of the kind of tiles: 1 vectors, 2 PNG. */
  readonly kind: number
  readonly mostZoom: number
  readonly metadata?: object
  /** Directories of their own below the root, each with this many tiles. */
  readonly tilesALeaf?: number
  readonly packTiles?: boolean
}

interface Entry {
  readonly id: number
  readonly run: number
  readonly offset: number
  readonly length: number
}

export function makePmtiles({ tiles, kind, mostZoom, metadata = {}, tilesALeaf, packTiles }: TestMap): Buffer {
  const data: Uint8Array[] = []
  let offset = 0
  const entries: Entry[] = []
  const ordered = tiles.map((tile) => ({ ...tile, id: tileIdOf(tile.z, tile.x, tile.y) })).sort((a, b) => a.id - b.id)
  for (const { id, bytes, run = 1 } of ordered) {
    const stored = packTiles ? gzipSync(bytes) : bytes
    entries.push({ id, run, offset, length: stored.length })
    data.push(stored)
    offset += stored.length
  }
  const leaves: Buffer[] = []
  const root = tilesALeaf === undefined ? directory(entries) : directory(leafEntries(entries, tilesALeaf, leaves))
  const described = gzipSync(JSON.stringify(metadata))
  const parts = [root, described, Buffer.concat(leaves), Buffer.concat(data)]
  return Buffer.concat([header(parts, kind, mostZoom, packTiles === true), ...parts])
}

function leafEntries(entries: readonly Entry[], each: number, leaves: Buffer[]): Entry[] {
  const found: Entry[] = []
  let offset = 0
  for (let at = 0; at < entries.length; at += each) {
    const leaf = directory(entries.slice(at, at + each))
    found.push({ id: entries[at]!.id, run: 0, offset, length: leaf.length })
    leaves.push(leaf)
    offset += leaf.length
  }
  return found
}

function header(parts: readonly Buffer[], kind: number, mostZoom: number, packed: boolean): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.write('PMTiles', 'latin1')
  bytes[7] = 3
  let offset = HEADER_BYTES
  for (const [at, part] of [8, 24, 40, 56].map((place, index) => [place, parts[index]!] as const)) {
    bytes.writeBigUInt64LE(BigInt(offset), at)
    bytes.writeBigUInt64LE(BigInt(part.length), at + 8)
    offset += part.length
  }
  bytes.set([1, 2, packed ? 2 : 1, kind, 0, mostZoom], 96)
  return bytes
}

function directory(entries: readonly Entry[]): Buffer {
  const bytes: number[] = []
  const put = (value: number) => {
    let left = value
    for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128)
    bytes.push(left)
  }
  put(entries.length)
  for (const [at, { id }] of entries.entries()) put(id - (entries[at - 1]?.id ?? 0))
  for (const { run } of entries) put(run)
  for (const { length } of entries) put(length)
  for (const [at, { offset }] of entries.entries()) {
    const before = entries[at - 1]
    put(before && offset === before.offset + before.length ? 0 : offset + 1)
  }
  return gzipSync(Buffer.from(bytes))
}
