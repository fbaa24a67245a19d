// Belongs here: which frames of the past are written. Does not: files (channel-recorder.ts).
import type { MediaFrame, StreamReader } from '../streams/index.ts'
import type { Cover } from './recorder.types.ts'

interface Span {
  readonly startMs: number
  readonly endMs: number
}

/** A step back by less than this is the device's jitter; by more it plays again what came before. */
const MAX_STEP_BACK_MS = 2_000

/** Lets through what lies outside of what is recorded already; each gap begins with a key frame. */
export class GapCover implements Cover {
  readonly #there: Span[]
  readonly #recorder: StreamReader
  readonly #end: () => Promise<void>
  /** What is being written of the present gap. */
  #written: { readonly startMs: number; endMs: number } | null = null
  #closing: Promise<void> | null = null

  constructor(there: readonly Span[], recorder: StreamReader, end: () => Promise<void>) {
    this.#there = [...there]
    this.#recorder = recorder
    this.#end = end
  }

  frame(frame: MediaFrame): void {
    const { timestampMs } = frame
    if (this.#closing !== null) return
    if (this.#written !== null && timestampMs < this.#written.endMs - MAX_STEP_BACK_MS) this.#leave()
    if (this.#there.some((span) => timestampMs >= span.startMs && timestampMs < span.endMs)) {
      this.#leave()
      return
    }
    if (this.#written !== null) {
      this.#written.endMs = Math.max(this.#written.endMs, timestampMs)
      this.#recorder.frame(frame)
    } else if (frame.kind === 'video' && frame.keyFrame) {
      this.#written = { startMs: timestampMs, endMs: timestampMs }
      this.#recorder.frame(frame.discontinuity ? frame : { ...frame, discontinuity: true })
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  #leave(): void {
    if (this.#written === null) return
    this.#there.push({ startMs: this.#written.startMs, endMs: this.#written.endMs + 1 })
    this.#written = null
    this.#recorder.state({ kind: 'idle' })
  }
}
