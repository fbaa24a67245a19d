// PMTiles, version 3, as its specification describes it (github.com/protomaps/PMTiles, spec/v3): bytes in, values out.
import type { Result } from '@fleetglass/bytes'

export type Packing = 'none' | 'gzip' | 'brotli' | 'zstd'
export type TileKind = 'streets' | 'png' | 'jpeg' | 'webp' | 'avif'

/** A part of the file. */
export interface Span {
  readonly offset: number
  readonly length: number
}

export interface Header {
  readonly root: Span
  readonly metadata: Span
  readonly leaves: Span
  readonly tiles: Span
  /** How directories and metadata are packed, and how tiles are. */
  readonly inside: Packing
  readonly tilePacking: Packing
  readonly kind: TileKind
  readonly leastZoom: number
  readonly mostZoom: number
}

export const HEADER_BYTES = 127
const VERSION = 3
const packings: readonly (Packing | null)[] = [null, 'none', 'gzip', 'brotli', 'zstd']
const kinds: readonly (TileKind | null)[] = [null, 'streets', 'png', 'jpeg', 'webp', 'avif']
/** The deepest zoom whose tiles can still be counted exactly in a number. */
const MOST_ZOOM = 26

/** Far more than the writers of such files put into one directory. */
const MOST_ENTRIES = 250_000

/** Chapter 3. `fileBytes` is what the file has: a part beyond it is a fault. */
export function readHeader(bytes: Uint8Array, fileBytes: number): Result<Header> {
  const fault = (offset: number, reason: string) => ({ ok: false as const, offset, reason })
  if (bytes.length < HEADER_BYTES) return fault(bytes.length, 'the header is cut off')
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 7)) !== 'PMTiles') return fault(0, 'is no PMTiles file')
  if (bytes[7] !== VERSION) return fault(7, `is of version ${bytes[7]}, and only version ${VERSION} can be read`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const span = (at: number): Span => ({ offset: wide(view, at), length: wide(view, at + 8) })
  const parts = { root: span(8), metadata: span(24), leaves: span(40), tiles: span(56) }
  for (const [name, { offset, length }] of Object.entries(parts)) {
    if (!(offset + length <= fileBytes)) return fault(8, `the ${name} lie outside of the file`)
  }
  const inside = packings[bytes[97] ?? 0] ?? null
  const tilePacking = packings[bytes[98] ?? 0] ?? null
  const kind = kinds[bytes[99] ?? 0] ?? null
  if (inside === null || tilePacking === null) return fault(97, 'is packed in an unknown way')
  if (kind === null) return fault(99, 'holds tiles of an unknown kind')
  const [leastZoom = 0, mostZoom = 0] = bytes.subarray(100, 102)
  if (leastZoom > mostZoom || mostZoom > MOST_ZOOM) return fault(100, 'has zooms that cannot be')
  return { ok: true, value: { ...parts, inside, tilePacking, kind, leastZoom, mostZoom } }
}

/** Beyond 2^53 a number is not exact, but then it is also beyond any file. */
function wide(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true))
}

/** Entries of a directory, ascending by tile; a run of 0 leads to a leaf directory. */
export interface Directory {
  readonly tileIds: Float64Array
  readonly runs: Float64Array
  readonly lengths: Float64Array
  readonly offsets: Float64Array
}

/** Chapter 4.2: five columns of varints, the ids as steps, an offset of 0 for what follows its predecessor. */
export function readDirectory(bytes: Uint8Array): Result<Directory> {
  const reader = new Varints(bytes)
  const count = reader.next()
  // Each entry takes a byte a column at least.
  if (!(count * 4 <= bytes.length) || count > MOST_ENTRIES)
    return { ok: false, offset: 0, reason: `${count} entries are more than fit` }
  const column = () => Float64Array.from({ length: count }, () => reader.next())
  const tileIds = column()
  for (let at = 1; at < count; at++) tileIds[at]! += tileIds[at - 1]!
  const [runs, lengths, offsets] = [column(), column(), column()]
  for (let at = 0; at < count; at++) {
    offsets[at] = offsets[at] === 0 && at > 0 ? offsets[at - 1]! + lengths[at - 1]! : offsets[at]! - 1
  }
  if (reader.isCutOff) return { ok: false, offset: bytes.length, reason: 'the directory is cut off' }
  return { ok: true, value: { tileIds, runs, lengths, offsets } }
}

/** Little-endian groups of seven bits. Past the end it gives 0 and says so. */
class Varints {
  readonly #bytes: Uint8Array
  #at = 0
  isCutOff = false

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  next(): number {
    let value = 0
    for (let scale = 1; scale <= 2 ** 63; scale *= 128) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) break
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
    this.isCutOff = true
    return 0
  }
}

/** Where a tile is, or the leaf directory that contains it; null when the file has no such tile. */
export type Found = { readonly kind: 'tile' | 'leaf'; readonly span: Span }

export function findTile({ tileIds, runs, lengths, offsets }: Directory, tileId: number): Found | null {
  let low = 0
  let high = tileIds.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (tileIds[middle]! <= tileId) low = middle + 1
    else high = middle - 1
  }
  if (high < 0) return null
  const span = { offset: offsets[high]!, length: lengths[high]! }
  if (runs[high] === 0) return { kind: 'leaf', span }
  return tileId < tileIds[high]! + runs[high]! ? { kind: 'tile', span } : null
}

/** Chapter 4.1: tiles are counted zoom by zoom along a Hilbert curve. */
export function tileIdOf(zoom: number, column: number, row: number): number {
  const side = 2 ** zoom
  let id = (4 ** zoom - 1) / 3
  let [x, y] = [column, row]
  for (let half = side / 2; half >= 1; half /= 2) {
    const right = (x & half) > 0
    const lower = (y & half) > 0
    id += half * half * (right ? (lower ? 2 : 3) : lower ? 1 : 0)
    if (lower) continue
    if (right) {
      x = side - 1 - x
      y = side - 1 - y
    }
    ;[x, y] = [y, x]
  }
  return id
}
