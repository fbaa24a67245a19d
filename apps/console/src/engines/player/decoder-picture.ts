import type { Clock } from '../../platform/clock/index.ts'
import type { FrameSurface } from './frame-surface.ts'
import type { DrawnPicture, Picture, PictureEvents, VideoUnit } from './picture.types.ts'

/**
 * Frames the decoder may hold. A group of pictures that is fed at once (a tile that becomes visible) fits; a machine
 * that decodes slower than the stream comes does not get further behind than this.
 */
const maxQueued = 90
/** Older than this between arrival and screen, and the rest of the group is left out. */
const maxBehindMs = 1_000

interface Fed extends Omit<DrawnPicture, 'width' | 'height'> {
  readonly fedMs: number
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
    if (this.#isBehind()) this.#catchingUp = true
    if (!unit.keyFrame && (this.#needsKeyFrame || this.#catchingUp)) {
      if (this.#catchingUp) this.#events.skipped(1)
      return
    }
    if (unit.keyFrame) {
      if (this.#catchingUp) this.#jump()
      this.#needsKeyFrame = false
      this.#catchingUp = false
    }
    this.#decode(unit)
  }

  interrupted(): void {
    this.#needsKeyFrame = true
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
    this.#fed.set(timestamp, { timestampMs, sentMs, mainStream, fedMs: this.#clock.monotonicMs() })
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
      output: (frame) => this.#draw(frame),
      error: (error) => this.#break(error),
    })
    decoder.configure({ codec: this.#codecString, optimizeForLatency: true })
    this.#decoder = decoder
    return decoder
  }

  #draw(frame: VideoFrame): void {
    const { timestamp, displayWidth: width, displayHeight: height } = frame
    const fed = this.#fed.get(timestamp)
    try {
      const shown = this.#surface.show(frame)
      // A frame the decoder swallowed never comes: whatever is older than this one is done with.
      for (const older of this.#fed.keys()) if (older <= timestamp) this.#fed.delete(older)
      if (!shown) this.#events.skipped(1)
      else if (fed !== undefined) {
        const { timestampMs, sentMs, mainStream } = fed
        this.#events.drawn({ timestampMs, sentMs, mainStream, width, height })
      }
    } catch (error) {
      this.#break(error)
    }
  }

  #isBehind(): boolean {
    if (this.#decoder !== null && this.#decoder.decodeQueueSize > maxQueued) return true
    if (this.#fed.size < 8) return false
    for (const oldest of this.#fed.values()) return this.#clock.monotonicMs() - oldest.fedMs > maxBehindMs
    return false
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
    if (decoder !== null && decoder.state !== 'closed') decoder.close()
  }

  #break(error: unknown): void {
    if (this.#closed) return
    this.#stop()
    this.#events.broken(error instanceof Error ? error.message : String(error))
  }
}
