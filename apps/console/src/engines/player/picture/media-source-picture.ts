import { FragmentPacker } from './fragment-packer.ts'
import { MediaTimeline } from './media-timeline.ts'
import type { Picture, PictureEvents, VideoUnit } from './picture.types.ts'
import { mediaSourceType } from './picture-ways.ts'

/** Fragments that wait for the browser: beyond this the stream is dropped up to the next key frame. */
const maxWaiting = 120
/** Further ahead than this and the video plays a little faster; much further and it jumps. */
const fasterAheadS = 0.3
const jumpAheadS = 1.2
/** What stays buffered behind the picture, for the browser's decoder to go back to a key frame. */
const keptBehindS = 12

interface Mark {
  readonly startMs: number
  readonly timestampMs: number
  readonly sentMs: number | null
  readonly mainStream: boolean
}

/** Draws by a `<video>` that is fed with our own fragments: for pages without WebCodecs (plain http). */
export class MediaSourcePicture implements Picture {
  readonly way = 'media-source'
  readonly element: HTMLVideoElement
  readonly #events: PictureEvents
  readonly #packer: FragmentPacker
  readonly #timeline = new MediaTimeline()
  readonly #source = new MediaSource()
  readonly #waiting: Uint8Array[] = []
  /** Which frame is shown at which time of the video; trimmed to what is still to be shown. */
  #marks: Mark[] = []
  #buffer: SourceBuffer | null = null
  #needsKeyFrame = true
  #closed = false

  constructor(codecString: string, events: PictureEvents) {
    this.#events = events
    this.#packer = new FragmentPacker()
    const element = document.createElement('video')
    element.muted = true
    element.autoplay = true
    element.playsInline = true
    element.disablePictureInPicture = true
    element.addEventListener('error', () => this.#break(element.error?.message ?? 'the video stopped'))
    this.element = element
    const url = URL.createObjectURL(this.#source)
    this.#source.addEventListener('sourceopen', () => {
      URL.revokeObjectURL(url)
      this.#open(codecString)
    })
    element.src = url
    this.#watch()
  }

  push(unit: VideoUnit): void {
    if (this.#closed) return
    if (this.#needsKeyFrame && !unit.keyFrame) return
    // A video element cannot store decoded pictures, so pictures for later are not shown by it.
    if (unit.shown === 'later') return
    this.#needsKeyFrame = false
    const place =
      unit.shown === 'never'
        ? this.#timeline.placeUnseen(unit.timestampMs)
        : this.#timeline.place(unit.timestampMs, unit.discontinuity, unit.speed || 1)
    const { timestampMs, sentMs, mainStream } = unit
    this.#marks.push({ startMs: place.startMs, timestampMs, sentMs, mainStream })
    this.#waiting.push(joined(this.#packer.pack(unit, place)))
    if (this.#waiting.length > maxWaiting) this.#shed()
    this.#append()
  }

  show(): void {}

  interrupted(): void {
    this.#needsKeyFrame = true
  }

  close(): void {
    this.#stop()
    this.element.removeAttribute('src')
    this.element.load()
  }

  #open(codecString: string): void {
    if (this.#closed || this.#source.readyState !== 'open') return
    try {
      const buffer = this.#source.addSourceBuffer(mediaSourceType(codecString))
      buffer.addEventListener('updateend', () => this.#updated())
      this.#buffer = buffer
    } catch (error) {
      this.#break(error instanceof Error ? error.message : String(error))
    }
    this.#append()
  }

  /** One append for all that waits: each costs the browser about the same, however long it is. */
  #append(): void {
    const buffer = this.#buffer
    if (buffer === null || buffer.updating || this.#waiting.length === 0 || this.#closed) return
    const blob = joined(this.#waiting)
    this.#waiting.length = 0
    try {
      buffer.appendBuffer(blob)
    } catch (error) {
      this.#break(error instanceof Error ? error.message : String(error))
    }
  }

  #updated(): void {
    if (this.#closed) return
    this.#keepNearLive()
    const buffer = this.#buffer
    if (buffer === null || buffer.updating) return
    const behindS = this.element.currentTime - keptBehindS
    if (buffer.buffered.length > 0 && buffer.buffered.start(0) < behindS - keptBehindS) buffer.remove(0, behindS)
    else this.#append()
  }

  #keepNearLive(): void {
    const { element } = this
    const ranges = element.buffered
    if (ranges.length === 0) return
    const endS = ranges.end(ranges.length - 1)
    const aheadS = endS - element.currentTime
    if (aheadS > jumpAheadS) {
      if (element.currentTime > 0) this.#events.skipped(this.#marks.length)
      element.currentTime = endS - 0.05
    }
    element.playbackRate = aheadS > fasterAheadS ? 1.1 : 1
  }

  #shed(): void {
    this.#events.skipped(this.#waiting.length)
    this.#waiting.length = 0
    this.#packer.restart()
    this.#needsKeyFrame = true
  }

  /** Reports each frame when the browser shows it. */
  #watch(): void {
    this.element.requestVideoFrameCallback((_now, { mediaTime, width, height }) => {
      if (this.#closed) return
      const shownMs = mediaTime * 1000 + 1
      let mark: Mark | null = null
      while (this.#marks[0] !== undefined && this.#marks[0].startMs <= shownMs) mark = this.#marks.shift() ?? null
      if (mark !== null) {
        const { timestampMs, sentMs, mainStream } = mark
        this.#events.drawn({ timestampMs, sentMs, mainStream, width, height })
      }
      this.#watch()
    })
  }

  /** The last picture stays on the element. */
  #stop(): void {
    this.#closed = true
    this.#waiting.length = 0
    this.#marks = []
  }

  #break(reason: string): void {
    if (this.#closed) return
    this.#stop()
    this.#events.broken(reason)
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
