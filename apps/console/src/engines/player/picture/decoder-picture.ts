import type { Clock } from '../../../platform/clock/index.ts'
import type { FrameSurface } from './frame-surface.ts'
import type { DrawnPicture, Picture, PictureEvents, VideoUnit } from './picture.types.ts'
import { type PictureRun, StoredPictures } from './stored-pictures.ts'

/**
 * Frames the decoder may hold. A group of pictures that is fed at once (a tile that becomes visible) fits; a machine
 * that decodes slower than the stream comes does not get further behind than this.
 */
const maxQueued = 90
/** Older than this between arrival and screen, and the rest of the group is left out. */
const maxBehindMs = 1_000

interface Fed extends Omit<DrawnPicture, 'width' | 'height'> {
  readonly fedMs: number
  readonly shown: VideoUnit['shown']
  /** Where it is stored when it is shown later. */
  readonly run: PictureRun | null
}

/** Draws by WebCodecs: Annex B as it comes, each picture shown on its surface when it is decoded. */
export class DecoderPicture implements Picture {
  readonly way: FrameSurface['way']
  readonly element: FrameSurface['element']
  readonly #codecString: string
  readonly #clock: Clock
  readonly #events: PictureEvents
  readonly #surface: FrameSurface
  readonly #fed = new Map<number, Fed>()
  readonly #stored = new StoredPictures()
  #run: PictureRun | null = null
  #decoder: VideoDecoder | null = null
  #index = 0
  #needsKeyFrame = true
  #catchingUp = false
  #closed = false

  constructor(codecString: string, clock: Clock, surface: FrameSurface, events: PictureEvents) {
    this.#codecString = codecString
    this.#clock = clock
    this.#events = events
    this.#surface = surface
    this.way = surface.way
    this.element = surface.element
  }

  push(unit: VideoUnit): void {
    if (this.#closed) return
    if (unit.shown === 'now' && this.#isBehind()) this.#catchingUp = true
    if (!unit.keyFrame && (this.#needsKeyFrame || this.#catchingUp)) {
      if (this.#catchingUp) this.#events.skipped(1)
      return
    }
    if (unit.keyFrame) {
      if (this.#catchingUp) this.#jump()
      this.#needsKeyFrame = false
      this.#catchingUp = false
      this.#run = unit.shown === 'now' ? null : this.#stored.begin()
    }
    this.#decode(unit)
  }

  show(timestampMs: number): void {
    const stored = this.#stored.take(timestampMs)
    if (stored !== null) this.#present(stored, { timestampMs, sentMs: null, mainStream: false })
  }

  interrupted(): void {
    this.#needsKeyFrame = true
    this.#stored.clear()
  }

  close(): void {
    this.#stop()
    this.#surface.close()
  }

  #decode(unit: VideoUnit): void {
    this.#index += 1
    // The decoder hands its timestamp back with the picture: a running number finds what belongs to it.
    const timestamp = this.#index * 1000
    const { timestampMs, sentMs, mainStream } = unit
    const fedMs = this.#clock.monotonicMs()
    this.#fed.set(timestamp, { timestampMs, sentMs, mainStream, fedMs, shown: unit.shown, run: this.#run })
    const chunk = new EncodedVideoChunk({ type: unit.keyFrame ? 'key' : 'delta', timestamp, data: unit.payload })
    try {
      this.#ready().decode(chunk)
    } catch (error) {
      this.#break(error)
    }
  }

  #ready(): VideoDecoder {
    if (this.#decoder !== null) return this.#decoder
    const decoder = new VideoDecoder({
      output: (frame) => this.#decoded(frame),
      error: (error) => this.#break(error),
    })
    decoder.configure({ codec: this.#codecString, optimizeForLatency: true })
    this.#decoder = decoder
    return decoder
  }

  #decoded(frame: VideoFrame): void {
    const fed = this.#fed.get(frame.timestamp)
    // A frame the decoder swallowed never comes: whatever is older than this one is done with.
    for (const older of this.#fed.keys()) if (older <= frame.timestamp) this.#fed.delete(older)
    if (fed === undefined || fed.shown === 'now') this.#present(frame, fed)
    else if (fed.shown === 'later' && fed.run !== null) {
      const isRequested = this.#stored.keep(fed.run, fed.timestampMs, frame)
      if (isRequested) this.show(fed.timestampMs)
    } else frame.close()
  }

  #present(frame: VideoFrame, of: Omit<DrawnPicture, 'width' | 'height'> | undefined): void {
    const { displayWidth: width, displayHeight: height } = frame
    try {
      if (!this.#surface.show(frame)) this.#events.skipped(1)
      else if (of !== undefined) {
        const { timestampMs, sentMs, mainStream } = of
        this.#events.drawn({ timestampMs, sentMs, mainStream, width, height })
      }
    } catch (error) {
      this.#break(error)
    }
  }

  /** Pictures that are not shown are decoded at any cost, because the following ones need them. */
  #isBehind(): boolean {
    let waiting = 0
    let oldestMs = 0
    for (const { shown, fedMs } of this.#fed.values()) {
      if (shown !== 'now' && waiting === 0) return false
      if (waiting === 0) oldestMs = fedMs
      waiting += 1
    }
    return waiting > maxQueued || (waiting >= 8 && this.#clock.monotonicMs() - oldestMs > maxBehindMs)
  }

  /** Throws away what waits in the decoder and begins at the key frame that follows. */
  #jump(): void {
    this.#events.skipped(this.#fed.size)
    this.#fed.clear()
    if (this.#decoder === null) return
    this.#decoder.reset()
    this.#decoder.configure({ codec: this.#codecString, optimizeForLatency: true })
  }

  /** The last picture stays on its surface. */
  #stop(): void {
    this.#closed = true
    const decoder = this.#decoder
    this.#decoder = null
    this.#fed.clear()
    this.#stored.clear()
    if (decoder !== null && decoder.state !== 'closed') decoder.close()
  }

  #break(error: unknown): void {
    if (this.#closed) return
    this.#stop()
    this.#events.broken(error instanceof Error ? error.message : String(error))
  }
}
