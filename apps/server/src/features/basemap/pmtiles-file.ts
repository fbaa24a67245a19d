import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import {
  type Directory,
  findTile,
  HEADER_BYTES,
  type Header,
  type Packing,
  readDirectory,
  readHeader,
  type Span,
  tileIdOf,
} from './pmtiles-format.ts'

/** An open map file. */
export interface PmtilesFile {
  readonly header: Header
  /** What the file says of itself, as far as it can be read. */
  readonly metadata: Readonly<Record<string, unknown>>
  /** Another one for another file. */
  readonly version: string
  /** A tile as it is packed in the file; null where it has none. Throws when the file is damaged there. */
  tile(zoom: number, column: number, row: number): Promise<Uint8Array | null>
  close(): Promise<void>
}

// What a sound file stays far below; a damaged one must not cost the server its memory.
const MOST_DIRECTORY_BYTES = 4 * 1024 * 1024
const MOST_UNPACKED_BYTES = 32 * 1024 * 1024
const MOST_METADATA_BYTES = 4 * 1024 * 1024
const MOST_TILE_BYTES = 16 * 1024 * 1024
const MOST_DEPTH = 4
/** Directories that are kept unpacked; the one used longest ago goes first. */
const MAX_CACHED = 32

const unpackers = {
  gzip: promisify(gunzip),
  brotli: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
} as const

/** Opens a file; throws with a reason when it is none. */
export async function openPmtiles(path: string): Promise<PmtilesFile> {
  const file = await open(path, 'r')
  try {
    const { size, mtimeMs } = await file.stat()
    const header = orThrow(readHeader(await readSpan(file, { offset: 0, length: Math.min(size, HEADER_BYTES) }), size))
    const directories = new Directories(file, header)
    await directories.at(header.root)
    const metadata = await readMetadata(file, header)
    return {
      header,
      metadata,
      version: `${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}`,
      tile: (zoom, column, row) => findBytes(file, header, directories, tileIdOf(zoom, column, row)),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function findBytes(
  file: FileHandle,
  { root, leaves, tiles }: Header,
  directories: Directories,
  tileId: number,
): Promise<Uint8Array | null> {
  let span = root
  for (let depth = 0; depth < MOST_DEPTH; depth++) {
    const found = findTile(await directories.at(span), tileId)
    if (found === null) return null
    if (found.kind === 'tile') return readSpan(file, within(found.span, tiles, MOST_TILE_BYTES))
    span = within(found.span, leaves, MOST_DIRECTORY_BYTES)
  }
  throw new Error('the directories of the map file lead in a circle')
}

/** The directories of a file. One that several ask for is read once. */
class Directories {
  readonly #file: FileHandle
  readonly #header: Header
  readonly #stored = new Map<number, Promise<Directory>>()

  constructor(file: FileHandle, header: Header) {
    this.#file = file
    this.#header = header
  }

  at(span: Span): Promise<Directory> {
    const known = this.#stored.get(span.offset)
    const directory = known ?? this.#read(span)
    this.#stored.delete(span.offset)
    this.#stored.set(span.offset, directory)
    if (known === undefined) directory.catch(() => this.#stored.delete(span.offset))
    for (const oldest of this.#stored.keys()) {
      if (this.#stored.size <= MAX_CACHED) break
      this.#stored.delete(oldest)
    }
    return directory
  }

  async #read(span: Span): Promise<Directory> {
    if (span.length > MOST_DIRECTORY_BYTES) throw new Error('a directory of the map file is too large')
    return orThrow(readDirectory(await unpack(await readSpan(this.#file, span), this.#header.inside)))
  }
}

async function readMetadata(file: FileHandle, { metadata, inside }: Header): Promise<Record<string, unknown>> {
  if (metadata.length === 0) return {}
  if (metadata.length > MOST_METADATA_BYTES) throw new Error('the description of the map file is too large')
  const bytes = await unpack(await readSpan(file, metadata), inside)
  const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Unpacks bytes, up to a bound: a small piece can hold a very large nothing. */
export async function unpack(bytes: Uint8Array, packing: Packing): Promise<Uint8Array> {
  return packing === 'none' ? bytes : unpackers[packing](bytes, { maxOutputLength: MOST_UNPACKED_BYTES })
}

/** A part by its place inside of a section; throws when it is not inside. */
function within({ offset, length }: Span, section: Span, mostBytes: number): Span {
  if (!(offset >= 0 && offset + length <= section.length) || length > mostBytes)
    throw new Error('the map file points outside of itself')
  return { offset: section.offset + offset, length }
}

async function readSpan(file: FileHandle, { offset, length }: Span): Promise<Uint8Array> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, offset)
  if (bytesRead < length) throw new Error('the map file is cut off')
  return bytes
}

function orThrow<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string },
): T {
  if (!result.ok) throw new Error(result.reason)
  return result.value
}
