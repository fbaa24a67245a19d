import { concat, xor } from '@fleetglass/bytes'
import { DELIMITER, unescapeFrame } from './escape.ts'

/** Why bytes between two delimiters were not a frame. */
export type BadFrameReason = 'too-long' | 'too-short' | 'escape' | 'checksum'

/** What the splitter found: a frame (header and body, unescaped, checksum verified and taken off) or bytes it dropped. */
export type SplitterEvent =
  | { readonly kind: 'frame'; readonly bytes: Uint8Array }
  | { readonly kind: 'bad'; readonly reason: BadFrameReason; readonly skipped: number }

/** Receives what was found, in order. `bytes` may be a view into the chunk that was pushed. */
export type SplitterSink = (event: SplitterEvent) => void

const SHORTEST_FRAME = 12 + 1
/** The longest legal frame is 1,045 bytes and doubles when all of it is escaped; a few makers send more than the standard allows. */
const LONGEST_FRAME = 8192

/**
 * Cuts a stream of bytes into frames, whatever the chunks. JT/T 808-2013, 4.4.1.
 *
 * Every stretch between two delimiters is tried: neighbours may share one `7e` or have their own, and bytes of some
 * other protocol between two frames cost only themselves. What is held back between chunks never exceeds
 * `longestFrame` bytes; a longer stretch is dropped up to the next delimiter and reported once.
 */
export class FrameSplitter {
  readonly #longestFrame: number
  #buffered: Uint8Array[] = []
  #bufferedBytes = 0
  #overlong = 0

  constructor(longestFrame: number = LONGEST_FRAME) {
    this.#longestFrame = longestFrame
  }

  push(chunk: Uint8Array, sink: SplitterSink): void {
    let start = 0
    while (start < chunk.length) {
      const end = chunk.indexOf(DELIMITER, start)
      if (end < 0) {
        this.#hold(chunk.subarray(start))
        return
      }
      this.#finish(chunk.subarray(start, end), sink)
      start = end + 1
    }
  }

  #hold(piece: Uint8Array): void {
    if (this.#overlong > 0 || this.#bufferedBytes + piece.length > this.#longestFrame) {
      this.#overlong += this.#bufferedBytes + piece.length
      this.#drop()
      return
    }
    // A copy: the caller may reuse its chunk, and a small piece must not keep a large one alive.
    this.#buffered.push(piece.slice())
    this.#bufferedBytes += piece.length
  }

  #finish(last: Uint8Array, sink: SplitterSink): void {
    const length = this.#overlong + this.#bufferedBytes + last.length
    if (length > this.#longestFrame) {
      sink({ kind: 'bad', reason: 'too-long', skipped: length })
    } else if (length > 0) {
      sink(judge(this.#bufferedBytes > 0 ? concat([...this.#buffered, last]) : last))
    }
    this.#overlong = 0
    this.#drop()
  }

  #drop(): void {
    this.#buffered = []
    this.#bufferedBytes = 0
  }
}

function judge(escaped: Uint8Array): SplitterEvent {
  const bad = (reason: BadFrameReason): SplitterEvent => ({ kind: 'bad', reason, skipped: escaped.length })
  if (escaped.length < SHORTEST_FRAME) return bad('too-short')
  const plain = unescapeFrame(escaped)
  if (!plain.ok) return bad('escape')
  const bytes = plain.value
  if (bytes.length < SHORTEST_FRAME) return bad('too-short')
  const end = bytes.length - 1
  return xor(bytes, 0, end) === bytes[end] ? { kind: 'frame', bytes: bytes.subarray(0, end) } : bad('checksum')
}
