/**
 * Bytes of all channels that may wait for the disk, gathered or handed over. What does not fit is not taken: its channel
 * drops what it has gathered and everything up to its next key frame.
 */
const ALL_WAITING_BYTES = 256 * 1024 * 1024

/** The one account of memory that waits for the disk: asked and booked with each frame. */
export class WriteBudget {
  readonly #limitBytes: number
  #usedBytes = 0

  constructor(limitBytes = ALL_WAITING_BYTES) {
    this.#limitBytes = limitBytes
  }

  get usedBytes(): number {
    return this.#usedBytes
  }

  hasSpace(bytes: number): boolean {
    return this.#usedBytes + bytes <= this.#limitBytes
  }

  take(bytes: number): void {
    this.#usedBytes += bytes
  }

  give(bytes: number): void {
    this.#usedBytes -= bytes
  }
}
