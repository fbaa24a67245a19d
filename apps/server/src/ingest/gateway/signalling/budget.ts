/** Bytes that may pass without one good frame: text protocols and foreign frames on the same port are skipped until then. */
const SKIPPED_BYTES = 64 * 1024

/** Bad frames in a row that a connection survives. A few trackers send wrong checksums now and then. */
const BAD_FRAMES = 64

/**
 * What a connection may waste before it is closed. A good frame gives back one bad one and forgets the skipped bytes,
 * so a device with a bad line lives on and one that only sends rubbish does not.
 */
export class Budget {
  #bad = 0
  #bytes = 0

  /** Bytes came; they count until the next good frame. */
  take(bytes: number): void {
    this.#bytes += bytes
  }

  /** A frame that could be read. */
  earn(): void {
    if (this.#bad > 0) this.#bad -= 1
    this.#bytes = 0
  }

  /** A frame that could not, or that cost more than it was worth. */
  spend(frames = 1): void {
    this.#bad += frames
  }

  get spent(): boolean {
    return this.#bad > BAD_FRAMES || this.#bytes > SKIPPED_BYTES
  }
}
