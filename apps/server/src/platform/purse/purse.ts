/** Bytes that many may hold together: one bound over all of them beside the bound of each. */
export class Purse {
  readonly #maxBytes: number
  #held = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get held(): number {
    return this.#held
  }

  /** More is held than may be: somebody has to give back. */
  get overdrawn(): boolean {
    return this.#held > this.#maxBytes
  }

  hasRoomFor(bytes: number): boolean {
    return this.#held + bytes <= this.#maxBytes
  }

  /** A share changed by so many bytes. */
  change(bytes: number): void {
    this.#held += bytes
  }
}
