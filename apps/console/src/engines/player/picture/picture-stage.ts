import type { Clock } from '../../../platform/clock/index.ts'
import type { PictureWay } from '../player.types.ts'
import { CanvasPlaces } from './canvas-places.ts'
import { DecoderPicture } from './decoder-picture.ts'
import { CanvasSurface, type FrameSurface, TrackSurface } from './frame-surface.ts'
import { GopKeeper } from './gop-keeper.ts'
import { MediaSourcePicture } from './media-source-picture.ts'
import type { DrawnPicture, Picture, PictureEvents, VideoUnit } from './picture.types.ts'
import { type DrawingWay, pictureWay } from './picture-ways.ts'
import { pictureJpeg } from './snapshot.ts'

export interface StageEvents {
  drawn(picture: DrawnPicture): void
  skipped(frames: number): void
  /** Decoding or drawing failed; it goes on at the next key frame. */
  damaged(): void
  undecodable(codec: 'H.264' | 'H.265'): void
}

/** A decoder that breaks this often without a frame in between cannot do what its browser claims. */
const maxBreaks = 3

/** One page, one thread that draws. */
const placesOfThePage = new CanvasPlaces()

/**
 * The place of a picture in the page. Finds a way of drawing when the codec becomes known or changes, puts a new picture
 * in place of a broken one (LIVE-40), and holds frames back while the tile is hidden. A picture that gives way to another one
 * stays until that one has drawn: there is no black moment.
 */
export class PictureStage {
  readonly #host: HTMLElement
  readonly #clock: Clock
  readonly #held = new GopKeeper()
  #events: StageEvents | null = null
  readonly #places: CanvasPlaces
  #picture: Picture | null = null
  /** The picture before, as long as it is the one that is seen. */
  #leaving: Picture | null = null
  #codec = ''
  #codecString = ''
  #choosing = false
  #visible = true
  #breaks = 0
  #closed = false

  constructor(host: HTMLElement, clock: Clock, places = placesOfThePage) {
    this.#host = host
    this.#clock = clock
    this.#places = places
  }

  listen(events: StageEvents): void {
    this.#events = events
  }

  way(): PictureWay | null {
    return this.#picture?.way ?? null
  }

  /** For people: `H.264 avc1.4d001f`; empty before the first key frame. */
  codec(): string {
    return this.#codecString === '' ? '' : `${this.#codec} ${this.#codecString}`
  }

  push(unit: VideoUnit): void {
    if (!this.#visible || this.#choosing) {
      this.#held.push(unit)
      return
    }
    const codecString = unit.config?.codecString
    if (codecString !== undefined && codecString !== this.#codecString) {
      this.#held.push(unit)
      this.#choosing = true
      void this.#choose(unit.codec, codecString)
      return
    }
    this.#picture?.push(unit)
  }

  show(timestampMs: number): void {
    this.#picture?.show(timestampMs)
  }

  setVisible(visible: boolean): void {
    if (visible === this.#visible) return
    this.#visible = visible
    this.#picture?.interrupted()
    if (visible) this.#release()
    else this.#held.clear()
  }

  interrupted(): void {
    this.#held.clear()
    this.#picture?.interrupted()
  }

  snapshot(): Promise<Blob | null> {
    return pictureJpeg((this.#leaving ?? this.#picture)?.element ?? null)
  }

  close(): void {
    this.#closed = true
    this.#held.clear()
    this.#takeAway(this.#leaving)
    this.#takeAway(this.#picture)
    this.#leaving = null
    this.#picture = null
  }

  #release(): void {
    for (const unit of this.#held.take()) this.push(unit)
  }

  async #choose(codec: 'H.264' | 'H.265', codecString: string): Promise<void> {
    const way = await pictureWay(codecString)
    this.#choosing = false
    if (this.#closed) return
    if (way === null) {
      this.#events?.undecodable(codec)
      return
    }
    this.#codec = codec
    this.#codecString = codecString
    try {
      this.#replace(way)
    } catch {
      // The browser has no canvas or track to give now; it is tried again at the next key frame.
      this.#codecString = ''
      this.#events?.damaged()
      return
    }
    this.#release()
  }

  #replace(way: DrawingWay): void {
    const before = this.#picture
    const picture = this.#create(way, {
      drawn: (drawn) => {
        this.#breaks = 0
        if (this.#picture === picture) this.#arrived()
        this.#events?.drawn(drawn)
      },
      skipped: (frames) => this.#events?.skipped(frames),
      broken: () => this.#broken(picture),
    })
    picture.element.className = 'tile-picture'
    this.#host.append(picture.element)
    this.#picture = picture
    // What is on the screen stays on top; one that never came to draw has nothing to show.
    if (this.#leaving !== null) this.#takeAway(before)
    else if (before !== null) {
      before.interrupted()
      before.element.classList.add('tile-picture-leaving')
      this.#leaving = before
    }
  }

  #create(way: DrawingWay, events: PictureEvents): Picture {
    if (way === 'media-source') return new MediaSourcePicture(this.#codecString, events)
    const surface = this.#surface((reason) => events.broken(reason))
    return new DecoderPicture(this.#codecString, this.#clock, surface, events)
  }

  #surface(broken: (reason: string) => void): FrameSurface {
    if (TrackSurface.exists() && this.#places.isFull()) return new TrackSurface(broken)
    this.#places.take()
    return new CanvasSurface()
  }

  #arrived(): void {
    this.#takeAway(this.#leaving)
    this.#leaving = null
  }

  #takeAway(picture: Picture | null): void {
    if (picture === null) return
    picture.close()
    picture.element.remove()
    if (picture.way === 'decoder') this.#places.giveBack()
  }

  /** The picture's element stays, so that the last frame does, until the next key frame has a new one. */
  #broken(picture: Picture): void {
    if (picture !== this.#picture) return
    this.#breaks += 1
    this.#codecString = ''
    this.#events?.damaged()
    // H.264 is in every browser: what breaks there is the stream, and it may get better.
    if (this.#breaks >= maxBreaks && this.#codec === 'H.265') this.#events?.undecodable('H.265')
  }
}
