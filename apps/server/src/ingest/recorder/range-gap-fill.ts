// Belongs here: which frames of the past are written. Does not: files (channel-recorder.ts).
import type { MediaFrame, StreamReader } from '../../ports/live-media/index.ts'
import type { GapFill } from '../../ports/recordings/index.ts'

interface Span {
  readonly startMs: number
  readonly endMs: number
}

/** A step back by less than this is the device's jitter; by more it plays again what came before. */
const MAX_STEP_BACK_MS = 2_000

/** How far before the begin its key frame may lie. */
export const LEAD_MS = 10_000
/** What waits for the begin; above it the key frame was too long ago, or the pictures are too large. */
const MAX_LEAD = { frames: 1_000, bytes: 8 * 1024 * 1024 }

/** What a gap is written by. */
export interface GapRecorder extends StreamReader {
  /** Whether sound that it gets is written: what is not written is not there either. */
  readonly recordsSound: boolean
}

/** What is being written of the present gap, unix ms. */
interface Written {
  readonly startMs: number
  endMs: number
  /** Its key frame has come: the pictures behind it can be shown. */
  hasPictures: boolean
}

/**
 * Lets through what lies outside of what is recorded already, within a range. Pictures of a gap begin with a key frame, sound
 * stands by itself.
 */
export class RangeGapFill implements GapFill {
  readonly #range: Span
  readonly #there: Span[]
  readonly #recorder: GapRecorder
  readonly #end: () => Promise<void>
  #written: Written | null = null
  /** From the last key frame before the range on: without it the range would begin with the first one that is in it. */
  #lead: MediaFrame[] = []
  #leadBytes = 0
  #closing: Promise<void> | null = null

  /** `there` reaches `LEAD_MS` further back than the range. */
  constructor(range: Span, there: readonly Span[], recorder: GapRecorder, end: () => Promise<void>) {
    this.#range = range
    this.#there = [...there]
    this.#recorder = recorder
    this.#end = end
  }

  frame(frame: MediaFrame): void {
    const { timestampMs } = frame
    if (this.#closing !== null) return
    if (frame.kind === 'audio' && !this.#recorder.recordsSound) return
    if (this.#written !== null && timestampMs < this.#written.endMs - MAX_STEP_BACK_MS) this.#leave()
    // Nobody looked what is there of later times; a device may play on to the end of its file.
    const isAfter = timestampMs >= this.#range.endMs
    if (isAfter || this.#there.some((span) => timestampMs >= span.startMs && timestampMs < span.endMs)) {
      this.#lead = []
      this.#leave()
      return
    }
    if (this.#written !== null) this.#write(frame, this.#written)
    else if (timestampMs < this.#range.startMs) this.#buffer(frame)
    else this.#begin(frame)
  }

  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  #begin(frame: MediaFrame): void {
    const lead = isKeyFrame(frame) ? [] : this.#lead
    this.#lead = []
    const [first = frame, ...rest] = lead
    if (first.kind === 'video' && !first.keyFrame) return
    const written = { startMs: first.timestampMs, endMs: first.timestampMs, hasPictures: first.kind === 'video' }
    this.#written = written
    this.#recorder.frame(first.discontinuity ? first : { ...first, discontinuity: true })
    for (const one of rest) this.#write(one, written)
    if (first !== frame) this.#write(frame, written)
  }

  #write(frame: MediaFrame, written: Written): void {
    if (isKeyFrame(frame)) written.hasPictures = true
    else if (frame.kind === 'video' && !written.hasPictures) return
    written.endMs = Math.max(written.endMs, frame.timestampMs)
    this.#recorder.frame(frame)
  }

  #buffer(frame: MediaFrame): void {
    if (isKeyFrame(frame)) {
      this.#lead = frame.timestampMs < this.#range.startMs - LEAD_MS ? [] : [frame]
      this.#leadBytes = frame.payload.length
      return
    }
    if (this.#lead.length === 0) return
    this.#lead.push(frame)
    this.#leadBytes += frame.payload.length
    if (this.#lead.length > MAX_LEAD.frames || this.#leadBytes > MAX_LEAD.bytes) this.#lead = []
  }

  #leave(): void {
    if (this.#written === null) return
    this.#there.push({ startMs: this.#written.startMs, endMs: this.#written.endMs + 1 })
    this.#written = null
    this.#recorder.state({ kind: 'idle' })
  }
}

function isKeyFrame({ kind, keyFrame }: MediaFrame): boolean {
  return kind === 'video' && keyFrame
}
