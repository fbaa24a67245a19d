import { FragmentWriter, type VideoConfig } from '@fleetglass/media'
import type { TimelinePlace } from './media-timeline.ts'
import type { VideoUnit } from './picture.types.ts'

/** Packs access units for MediaSource: an init segment when the parameter sets change, then one fragment a frame. */
export class FragmentPacker {
  #writer: FragmentWriter | null = null
  #config: VideoConfig | null = null

  pack(unit: VideoUnit, place: TimelinePlace): Uint8Array[] {
    const pieces: Uint8Array[] = []
    if (unit.config !== null && unit.config !== this.#config) {
      this.#config = unit.config
      this.#writer = new FragmentWriter({ video: unit.config }, 0)
      pieces.push(this.#writer.initSegment())
    }
    if (this.#writer === null) return []
    const { keyFrame, payload } = unit
    const video = [{ timestampMs: place.startMs, keyFrame, payload }]
    pieces.push(...this.#writer.fragment({ video, nextVideoMs: place.startMs + place.durationMs }))
    return pieces
  }

  /** What was packed last did not reach the browser: the next key frame gets an init segment again. */
  restart(): void {
    this.#config = null
    this.#writer = null
  }
}
