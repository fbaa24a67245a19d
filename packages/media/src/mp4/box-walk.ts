import { ByteReader, Malformed } from '@fleetglass/bytes'

/** A box in a buffer: `[start, end)` is its content, `at` where its head begins. */
export interface BoxPlace {
  readonly type: string
  readonly at: number
  readonly start: number
  readonly end: number
}

/** The head of the box at `at`; `null` when its 8 (or 16) bytes are not all there. The content may be missing. */
export function boxAt(bytes: Uint8Array, at: number): BoxPlace | null {
  if (bytes.length - at < 8) return null
  const view = viewOf(bytes)
  const type = String.fromCharCode(bytes[at + 4]!, bytes[at + 5]!, bytes[at + 6]!, bytes[at + 7]!)
  const length = view.getUint32(at)
  if (length !== 1) return { type, at, start: at + 8, end: at + Math.max(length, 8) }
  if (bytes.length - at < 16) return null
  const long = Number(view.getBigUint64(at + 8))
  return { type, at, start: at + 16, end: at + Math.max(long, 16) }
}

/** No box of an MP4 file has more of them; millions of empty ones would slow a search. */
const MOST_BOXES = 1_000

/** The boxes that fill `[start, end)`. Throws `Malformed` when one runs over the end, or there are too many. */
export function* boxesIn(bytes: Uint8Array, start: number, end: number): Generator<BoxPlace> {
  let count = 0
  for (let at = start; at < end; ) {
    count += 1
    if (count > MOST_BOXES) throw new Malformed(at, 'too many boxes')
    const box = boxAt(bytes, at)
    if (!box || box.end > end) throw new Malformed(at, 'a box runs over the end of the one around it')
    yield box
    at = box.end
  }
}

/** The first box of that type in `[start, end)`. Throws `Malformed` when there is none. */
export function childOf(bytes: Uint8Array, parent: { start: number; end: number }, type: string): BoxPlace {
  for (const box of boxesIn(bytes, parent.start, parent.end)) if (box.type === type) return box
  throw new Malformed(parent.start, `no box "${type}"`)
}

/** Reads what a box contains, behind its first `skip` bytes. */
export function fieldsOf(bytes: Uint8Array, box: BoxPlace, skip: number): ByteReader {
  const reader = new ByteReader(bytes, box.start, box.end)
  reader.skip(skip)
  return reader
}

/** A view for numbers; its offsets are those of `bytes`. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
