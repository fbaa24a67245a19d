import type { PictureWay } from '../player.types.ts'

/** Where decoded frames go. */
export interface FrameSurface {
  readonly way: Extract<PictureWay, 'decoder' | 'track'>
  readonly element: HTMLCanvasElement | HTMLVideoElement
  /** Takes a frame and closes it; false when it was left out. Throws when nothing can be drawn here any more. */
  show(frame: VideoFrame): boolean
  close(): void
}

/** A canvas that each frame is drawn on at once: 4 ms, but each costs the page's only thread. */
export class CanvasSurface implements FrameSurface {
  readonly way = 'decoder'
  readonly element: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D

  constructor() {
    this.element = document.createElement('canvas')
    const context = this.element.getContext('2d', { alpha: false })
    if (context === null) throw new Error('The browser gives no 2D canvas')
    this.#context = context
  }

  show(frame: VideoFrame): boolean {
    try {
      const { element } = this
      const { displayWidth: width, displayHeight: height } = frame
      if (element.width !== width || element.height !== height) Object.assign(element, { width, height })
      this.#context.drawImage(frame, 0, 0, width, height)
      return true
    } finally {
      frame.close()
    }
  }

  close(): void {}
}

/** A generated track that a `<video>` shows: 20 ms, and many of them side by side (Chromium only). */
export class TrackSurface implements FrameSurface {
  readonly way = 'track'
  readonly element: HTMLVideoElement
  readonly #writer: WritableStreamDefaultWriter<VideoFrame>
  readonly #track: MediaStreamTrack

  /** `broken`: the browser takes no more frames. */
  constructor(broken: (reason: string) => void) {
    const track = new (trackGenerator())({ kind: 'video' })
    this.#track = track
    this.#writer = track.writable.getWriter()
    this.#writer.closed.catch((reason: unknown) => broken(String(reason)))
    this.element = document.createElement('video')
    Object.assign(this.element, { muted: true, autoplay: true, playsInline: true, disablePictureInPicture: true })
    this.element.srcObject = new MediaStream([track])
  }

  static exists(): boolean {
    return 'MediaStreamTrackGenerator' in globalThis
  }

  show(frame: VideoFrame): boolean {
    // The browser is behind: this picture is left out, the next one comes in a moment.
    if ((this.#writer.desiredSize ?? 0) <= 0) {
      frame.close()
      return false
    }
    // A refused frame also rejects `closed`, which is listened to.
    this.#writer.write(frame).catch(() => frame.close())
    return true
  }

  close(): void {
    this.#track.stop()
    this.element.srcObject = null
  }
}

interface VideoTrackGenerator extends MediaStreamTrack {
  readonly writable: WritableStream<VideoFrame>
}

/** Not in the DOM's types: one browser has it. */
function trackGenerator(): new (init: { readonly kind: 'video' }) => VideoTrackGenerator {
  return (globalThis as unknown as { MediaStreamTrackGenerator: new (init: object) => VideoTrackGenerator })
    .MediaStreamTrackGenerator
}
