// Belongs here: reading the directory and the files of a ZIP that anyone may have made. Does not: whether it is the one that was signed.
import { concat } from '@fleetglass/bytes'

/** Bytes that are read from any place: a file of the server's disk, or one that was chosen in a browser. */
export interface ByteSource {
  readonly size: number
  /** Exactly `length` bytes from `at` on; rejects where the source is shorter. */
  read(at: number, length: number): Promise<Uint8Array>
}

/** A file as the directory of the ZIP says. Nothing of it is to be trusted. */
export interface DirectoryEntry {
  readonly name: string
  readonly method: number
  readonly isEncrypted: boolean
  readonly crc: number
  readonly storedSize: number
  /** Where its local header begins. */
  readonly at: number
  /** Its bytes are also those of another file, or of the directory. */
  readonly isSharing: boolean
}

/** The bytes are no ZIP, or a damaged one. */
export class ZipError extends Error {
  override readonly name = 'ZipError'
}

/** At most so many files, and bytes of the directory. */
export const ENTRIES_MAX = 1_000
const DIRECTORY_MAX = 4 * 1024 * 1024
const PIECE_BYTES = 1024 * 1024
const END_BYTES = 22
const COMMENT_MAX = 65_535
const STORED = 0
const DEFLATED = 8

/** Throws `ZipError`. */
export async function readDirectory(source: ByteSource): Promise<DirectoryEntry[]> {
  const { at, size, count } = await findDirectory(source)
  if (count > ENTRIES_MAX || size > DIRECTORY_MAX) throw new ZipError('the ZIP has more files than an evidence package')
  const bytes = await read(source, at, size)
  const entries: DirectoryEntry[] = []
  for (let next = 0; next < size; ) {
    const [entry, length] = entryAt(bytes, next)
    entries.push(entry)
    next += length
    if (entries.length > count) break
  }
  if (entries.length !== count) throw new ZipError('the directory of the ZIP is damaged')
  return await withoutSharedBytes(source, entries, at)
}

/**
 * Marks files that reach into the next one or into the directory, so that no byte is unpacked twice: a ZIP whose files share their bytes could cost
 * a thousand times the work of its size.
 */
async function withoutSharedBytes(
  source: ByteSource,
  entries: readonly DirectoryEntry[],
  directoryAt: number,
): Promise<DirectoryEntry[]> {
  const sharing = new Set<DirectoryEntry>()
  let nextAt = directoryAt
  for (const entry of entries.toSorted((one, other) => other.at - one.at)) {
    const start = await contentAt(source, entry).catch(ifZipError(entry.at))
    if (start + entry.storedSize > nextAt) sharing.add(entry)
    nextAt = entry.at
  }
  return entries.map((entry) => ({ ...entry, isSharing: sharing.has(entry) }))
}

/** A file without a header is not unpacked anyway. */
function ifZipError<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof ZipError) return value
    throw error
  }
}

interface Place {
  readonly at: number
  readonly size: number
  readonly count: number
}

async function findDirectory(source: ByteSource): Promise<Place> {
  const length = Math.min(source.size, END_BYTES + COMMENT_MAX)
  const tailAt = source.size - length
  const tail = viewOf(await read(source, tailAt, length))
  for (let at = length - END_BYTES; at >= 0; at--) {
    const isEnd = tail.getUint32(at, true) === 0x06054b50 && at + END_BYTES + tail.getUint16(at + 20, true) === length
    if (!isEnd) continue
    return (
      (await zip64Place(source, tailAt + at)) ?? {
        count: tail.getUint16(at + 10, true),
        size: tail.getUint32(at + 12, true),
        at: tail.getUint32(at + 16, true),
      }
    )
  }
  throw new ZipError('the file is not a ZIP, or its end is missing')
}

async function zip64Place(source: ByteSource, endAt: number): Promise<Place | null> {
  if (endAt < 20) return null
  const locator = viewOf(await read(source, endAt - 20, 20))
  if (locator.getUint32(0, true) !== 0x07064b50) return null
  const end = viewOf(await read(source, u64(locator, 8), 56))
  if (end.getUint32(0, true) !== 0x06064b50) throw new ZipError('the directory of the ZIP is damaged')
  return { count: u64(end, 32), size: u64(end, 40), at: u64(end, 48) }
}

function entryAt(bytes: Uint8Array, at: number): [entry: DirectoryEntry, length: number] {
  const damaged = new ZipError('the directory of the ZIP is damaged')
  if (bytes.length - at < 46) throw damaged
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, bytes.length - at)
  if (view.getUint32(0, true) !== 0x02014b50) throw damaged
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => view.getUint16(place, true)) as [
    number,
    number,
    number,
  ]
  const length = 46 + nameLength + extraLength + commentLength
  if (length > view.byteLength) throw damaged
  const sizes = { size: view.getUint32(24, true), stored: view.getUint32(20, true), at: view.getUint32(42, true) }
  const inZip64 = zip64Of(new DataView(view.buffer, view.byteOffset + 46 + nameLength, extraLength), sizes)
  return [
    {
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(10, true),
      isEncrypted: (view.getUint16(8, true) & 1) === 1,
      crc: view.getUint32(16, true),
      storedSize: inZip64.stored,
      at: inZip64.at,
      isSharing: false,
    },
    length,
  ]
}

/** Sizes and place, which are in the ZIP64 field where the 32 bits of the entry are all set (APPNOTE 4.5.3). */
function zip64Of(extra: DataView, sizes: { size: number; stored: number; at: number }): { stored: number; at: number } {
  for (let field = 0; field + 4 <= extra.byteLength; field += 4 + extra.getUint16(field + 2, true)) {
    if (extra.getUint16(field, true) !== 0x0001) continue
    let at = field + 4
    const end = Math.min(at + extra.getUint16(field + 2, true), extra.byteLength)
    const wide = (value: number): number => {
      if (value !== 0xffffffff || at + 8 > end) return value
      at += 8
      return u64(extra, at - 8)
    }
    wide(sizes.size)
    return { stored: wide(sizes.stored), at: wide(sizes.at) }
  }
  return sizes
}

/** Where the bytes of a file begin. Throws `ZipError`. */
async function contentAt(source: ByteSource, { at }: DirectoryEntry): Promise<number> {
  const header = viewOf(await read(source, at, 30))
  if (header.getUint32(0, true) !== 0x04034b50) throw new ZipError('the header of the file is damaged')
  return at + 30 + header.getUint16(26, true) + header.getUint16(28, true)
}

/** Where the bytes of a file lie in the ZIP as they are; `null`: there is no such file with bytes of its own that are not compressed. Throws `ZipError`. */
export async function placeOfFile(
  source: ByteSource,
  name: string,
): Promise<{ readonly at: number; readonly size: number } | null> {
  const entry = (await readDirectory(source)).find((one) => one.name === name)
  if (entry === undefined || entry.method !== STORED || entry.isEncrypted || entry.isSharing) return null
  const at = await contentAt(source, entry)
  if (at + entry.storedSize > source.size) throw new ZipError('the ZIP points outside of itself')
  return { at, size: entry.storedSize }
}

/** The bytes of a file in pieces, at most `sizeMax` of them and one more: a compressed file can be any size. Throws `ZipError`. */
export async function* contentOf(
  source: ByteSource,
  entry: DirectoryEntry,
  sizeMax: number,
): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted) throw new ZipError('the file is encrypted')
  if (entry.isSharing) throw new ZipError('the file has its bytes in common with another one')
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw new ZipError('the file is compressed in an unknown way')
  const stored = storedPieces(source, await contentAt(source, entry), entry.storedSize)
  yield* upTo(entry.method === STORED ? stored : inflated(stored), sizeMax + 1)
}

async function* storedPieces(source: ByteSource, start: number, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += PIECE_BYTES) {
    yield await read(source, start + at, Math.min(PIECE_BYTES, size - at))
  }
}

async function* inflated(stored: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = stored[Symbol.asyncIterator]()
  const compressed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value as Uint8Array<ArrayBuffer>)
    },
  })
  const reader = compressed.pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch {
    throw new ZipError('the file is damaged')
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function* upTo(pieces: AsyncIterable<Uint8Array>, sizeMax: number): AsyncGenerator<Uint8Array> {
  let left = sizeMax
  for await (const piece of pieces) {
    yield piece.subarray(0, left)
    left -= piece.length
    if (left <= 0) return
  }
}

/** All bytes of a small file. Throws `ZipError`, also when it is larger. */
export async function smallContent(source: ByteSource, entry: DirectoryEntry, sizeMax: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of contentOf(source, entry, sizeMax)) pieces.push(piece)
  const all = concat(pieces)
  if (all.length > sizeMax) throw new ZipError('the file is too large')
  return all
}

export async function read(source: ByteSource, at: number, length: number): Promise<Uint8Array> {
  const isInside = Number.isSafeInteger(at) && at >= 0 && length >= 0 && at + length <= source.size
  if (!isInside) throw new ZipError('the ZIP points outside of itself')
  return await source.read(at, length)
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/** Numbers beyond what a file can have become one that is outside of every file. */
const u64 = (view: DataView, at: number): number => Number(view.getBigUint64(at, true))
