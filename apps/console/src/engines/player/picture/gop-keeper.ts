import type { VideoUnit } from './picture.types.ts'

/**
 * The current group of pictures of a stream that is not being decoded (hidden, or the way of drawing is still being
 * found): at most 300 frames and 8 MB. What does not fit empties it until the next key frame.
 */
export class GopKeeper {
  #units: VideoUnit[] = []
  #bytes = 0

  push(unit: VideoUnit): void {
    if (unit.keyFrame) this.clear()
    else if (this.#units.length === 0) return
    this.#units.push(unit)
    this.#bytes += unit.payload.length
    if (this.#units.length > 300 || this.#bytes > 8_000_000) this.clear()
  }

  /** Takes out what is stored, from a key frame on; nothing is stored afterwards. */
  take(): readonly VideoUnit[] {
    const units = this.#units
    this.clear()
    return units
  }

  clear(): void {
    this.#units = []
    this.#bytes = 0
  }
}
