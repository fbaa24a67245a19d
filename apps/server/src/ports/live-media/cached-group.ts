import type { MediaFrame } from './live-media.types.ts'

/** Bounds of what is kept for the next reader; a longer group of pictures is dropped, and the next reader waits for a key frame. */
const MAX_BYTES = 4 * 1024 * 1024
const MAX_FRAMES = 1024

/** The frames from the latest key frame on, so that a new reader has a picture at once. */
export class CachedGroup {
  #frames: MediaFrame[] = []
  #bytes = 0
  #keeping = false

  push(frame: MediaFrame): void {
    if (frame.keyFrame && frame.kind === 'video') {
      this.clear()
      this.#keeping = true
    }
    if (!this.#keeping) return
    this.#frames.push(frame)
    this.#bytes += frame.payload.length
    if (this.#bytes > MAX_BYTES || this.#frames.length > MAX_FRAMES) this.clear()
  }

  clear(): void {
    this.#frames = []
    this.#bytes = 0
    this.#keeping = false
  }

  get bytes(): number {
    return this.#bytes
  }

  /** In order, the key frame first; empty when there is none. */
  get frames(): readonly MediaFrame[] {
    return this.#frames
  }
}
