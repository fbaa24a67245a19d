// Belongs here: MP4 files cut out of recordings. Does not: who may have one and how long it is cached (features/exports).
import type { Mp4Layout, Mp4Piece, Mp4Range } from '@fleetglass/media'
import type { MediaFile, MediaLocation, MediaStore } from '../../platform/media-store/index.ts'
import { startWorker, type ThreadSource, type WorkerThread } from '../../platform/worker/index.ts'
import type { RecordedRange } from '../../ports/recordings/index.ts'
import type { Clip, CutProgress, CutSource } from './recordings.types.ts'

/** What the thread is asked. */
export type CutRequest =
  | { readonly kind: 'collect'; readonly cut: number; readonly files: readonly CutFile[] }
  | { readonly kind: 'lay-out'; readonly cut: number; readonly range: Mp4Range }
  | { readonly kind: 'drop'; readonly cut: number }

/** `null`: on a media slot that is not there. */
export interface CutFile {
  readonly location: MediaLocation | null
  readonly bytes: number
}

export type CutReply = Mp4Layout | null

/** Files whose heads are read in one call: between calls other cuts have their turn. */
const FILES_A_CALL = 4
/** Calls that may wait; the caller limits their number. */
const MAX_WAITING = 100

export interface ClipCutterDeps {
  readonly threads: ThreadSource
  readonly store: MediaStore
  readonly onFailure: (error: Error) => void
}

/** Cuts MP4 files on a thread of its own, which starts with the first one. */
export class ClipCutter {
  readonly #deps: ClipCutterDeps
  #thread: Promise<WorkerThread> | null = null
  #cuts = 0
  #closed = false

  constructor(deps: ClipCutterDeps) {
    this.#deps = deps
  }

  /** Of one channel, by time; `null` when the files have nothing of the range. */
  async cut(
    files: readonly CutSource[],
    range: RecordedRange,
    onProgress: (progress: CutProgress) => void,
  ): Promise<Clip | null> {
    if (files.length === 0) return null
    const thread = await this.#started()
    const cut = ++this.#cuts
    const call = (request: CutRequest): Promise<CutReply> => thread.call(request)
    try {
      for (let at = 0; at < files.length; at += FILES_A_CALL) {
        onProgress({ step: 'collect', part: at / files.length })
        const some = files.slice(at, at + FILES_A_CALL)
        const located = some.map(({ path, bytes }) => ({ location: this.#deps.store.locate(path), bytes }))
        await call({ kind: 'collect', cut, files: located })
      }
      onProgress({ step: 'create', part: 0 })
      const layout = await call({ kind: 'lay-out', cut, range })
      return layout && new CutClip(layout, files, this.#deps.store)
    } finally {
      // A thread that ended has nothing to forget.
      await call({ kind: 'drop', cut }).catch(() => null)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    const thread = await this.#thread?.catch(() => null)
    await thread?.close()
  }

  #started(): Promise<WorkerThread> {
    if (this.#closed) return Promise.reject(new Error('the recorder is closed'))
    this.#thread ??= startWorker({
      name: 'mp4 cutter',
      script: new URL('./clip-cutter.worker.ts', import.meta.url),
      data: null,
      threads: this.#deps.threads,
      maxWaiting: MAX_WAITING,
      onFailure: (error) => {
        // The next cut starts another.
        this.#thread = null
        this.#deps.onFailure(error)
      },
    }).catch((error: unknown) => {
      this.#thread = null
      throw error
    })
    return this.#thread
  }
}

/** Bytes of a recorded file that are read at once; what of them is no media, heads of fragments, is left out. */
const READ_BYTES = 1024 * 1024

/** The layout of an MP4 file: only its index is in memory. */
class CutClip implements Clip {
  readonly byteLength: number
  readonly startMs: number
  readonly endMs: number
  readonly #layout: Mp4Layout
  readonly #files: readonly { readonly path: string }[]
  readonly #store: MediaStore
  /** Where each piece begins in the MP4 file. */
  readonly #begins: Float64Array

  constructor(layout: Mp4Layout, files: readonly { readonly path: string }[], store: MediaStore) {
    this.#layout = layout
    this.#files = files
    this.#store = store
    this.byteLength = layout.byteLength
    this.startMs = layout.startMs
    this.endMs = layout.endMs
    this.#begins = new Float64Array(layout.pieces.length)
    let at = layout.head.length
    for (const [index, { byteLength }] of layout.pieces.entries()) {
      this.#begins[index] = at
      at += byteLength
    }
  }

  async *read(start: number, end: number): AsyncGenerator<Uint8Array> {
    const { head, memory, pieces } = this.#layout
    if (start < head.length) yield head.subarray(start, Math.min(end, head.length))
    const file = new OpenFile(this.#files, this.#store)
    try {
      for (let index = this.#pieceAt(start); index < pieces.length; ) {
        if ((this.#begins[index] ?? end) >= end) return
        const first = pieces[index] as Mp4Piece
        if (first.source === -1) {
          yield this.#within(index, memory.subarray(first.offset, first.offset + first.byteLength), start, end)
          index += 1
          continue
        }
        const until = this.#readTogether(index, end)
        for await (const bytes of this.#fromFile(file, index, until, start, end)) yield bytes
        index = until
      }
    } finally {
      await file.close()
    }
  }

  /** Pieces of one file that lie close enough to be read at once: `[index, …)`. */
  #readTogether(index: number, end: number): number {
    const { pieces } = this.#layout
    const first = pieces[index] as Mp4Piece
    let until = index + 1
    for (let next = pieces[until]; next !== undefined; next = pieces[++until]) {
      const isNear = next.source === first.source && next.offset >= first.offset
      if (!isNear || next.offset + next.byteLength - first.offset > READ_BYTES) break
      if ((this.#begins[until] ?? end) >= end) break
    }
    return until
  }

  async *#fromFile(
    file: OpenFile,
    index: number,
    until: number,
    start: number,
    end: number,
  ): AsyncGenerator<Uint8Array> {
    const { pieces } = this.#layout
    const first = pieces[index] as Mp4Piece
    const last = pieces[until - 1] as Mp4Piece
    // What is asked for may begin and end within a piece; a piece may be larger than what is read at once.
    const skip = Math.max(0, start - (this.#begins[index] ?? 0))
    const stop = Math.min(last.byteLength, end - (this.#begins[until - 1] ?? 0))
    const from = first.offset + skip
    const to = last.offset + stop
    if (to - from > READ_BYTES) {
      for (let at = from; at < to; at += READ_BYTES) {
        yield await file.read(first.source, at, Math.min(READ_BYTES, to - at))
      }
      return
    }
    const bytes = await file.read(first.source, from, to - from)
    for (let at = index; at < until; at++) {
      const { offset, byteLength } = pieces[at] as Mp4Piece
      yield bytes.subarray(Math.max(0, offset - from), Math.min(bytes.length, offset + byteLength - from))
    }
  }

  /** The part of a piece that is asked for. */
  #within(index: number, bytes: Uint8Array, start: number, end: number): Uint8Array {
    const begins = this.#begins[index] ?? 0
    return bytes.subarray(Math.max(0, start - begins), Math.min(bytes.length, end - begins))
  }

  /** The piece that contains a position of the MP4 file. */
  #pieceAt(place: number): number {
    let low = 0
    let high = this.#begins.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const { byteLength } = this.#layout.pieces[middle] as Mp4Piece
      if ((this.#begins[middle] ?? 0) + byteLength <= place) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The recorded file that is being read: one at a time. */
class OpenFile {
  readonly #files: readonly { readonly path: string }[]
  readonly #store: MediaStore
  #source = -1
  #file: MediaFile | null = null

  constructor(files: readonly { readonly path: string }[], store: MediaStore) {
    this.#files = files
    this.#store = store
  }

  /** Rejects when the file is gone, or shorter than it was. */
  async read(source: number, position: number, length: number): Promise<Uint8Array> {
    let file = this.#file
    if (file === null || this.#source !== source) {
      await this.close()
      file = await this.#store.open(this.#files[source]?.path ?? '')
      this.#file = file
      this.#source = source
    }
    const bytes = await file.read(position, length)
    if (bytes.length < length) throw new Error('a recording became shorter while it was cut out')
    return bytes
  }

  async close(): Promise<void> {
    const file = this.#file
    this.#file = null
    this.#source = -1
    await file?.close()
  }
}
