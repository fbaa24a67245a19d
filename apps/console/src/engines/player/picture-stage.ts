import type { Clock } from '../../platform/clock/index.ts'
import { DecoderPicture } from './decoder-picture.ts'
import { GopKeeper } from './gop-keeper.ts'
import { MediaSourcePicture } from './media-source-picture.ts'
import type { DrawnPicture, Picture, PictureEvents, VideoUnit } from './picture.types.ts'
import { pictureWay } from './picture-ways.ts'
import type { PictureWay } from './player.types.ts'
import { pictureJpeg } from './snapshot.ts'

export interface StageEvents {
  drawn(picture: DrawnPicture): void
  skipped(frames: number): void
  undecodable(codec: 'H.264' | 'H.265'): void
}

/** A picture that breaks this often without a frame in between will not work. */
const maxBreaks = 3

/**
 * The place of a picture in the page. Finds a way of drawing when the codec becomes known or changes, puts a new picture
 * in place of a broken one (LIVE-40), and holds frames back while nobody looks.
 */
export class PictureStage {
  readonly #host: HTMLElement
  readonly #clock: Clock
  readonly #held = new GopKeeper()
  #events: StageEvents | null = null
  #picture: Picture | null = null
  #codec = ''
  #codecString = ''
  #choosing = false
  #visible = true
  #breaks = 0
  #closed = false

  constructor(host: HTMLElement, clock: Clock) {
    this.#host = host
    this.#clock = clock
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
    return pictureJpeg(this.#picture?.element ?? null)
  }

  close(): void {
    this.#closed = true
    this.#held.clear()
    this.#picture?.close()
    this.#picture?.element.remove()
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
    this.#replace(way)
    this.#release()
  }

  #replace(way: PictureWay): void {
    const old = this.#picture
    const events: PictureEvents = {
      drawn: (picture) => {
        this.#breaks = 0
        this.#events?.drawn(picture)
      },
      skipped: (frames) => this.#events?.skipped(frames),
      broken: () => this.#broken(),
    }
    const codecString = this.#codecString
    const picture =
      way === 'decoder'
        ? new DecoderPicture(codecString, this.#clock, events)
        : new MediaSourcePicture(codecString, events)
    picture.element.className = 'tile-picture'
    this.#host.append(picture.element)
    this.#picture = picture
    old?.close()
    old?.element.remove()
  }

  /** The picture's element stays, so that the last frame does, until the next key frame brings a new one. */
  #broken(): void {
    this.#breaks += 1
    const codec = this.#codec === 'H.265' ? 'H.265' : 'H.264'
    this.#codecString = ''
    if (this.#breaks >= maxBreaks) this.#events?.undecodable(codec)
  }
}
