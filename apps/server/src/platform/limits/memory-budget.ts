/** Limits the bytes that many connections hold together. Each connection has a limit of its own beside it. */
export class MemoryBudget {
  readonly #maxBytes: number
  #usedBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get usedBytes(): number {
    return this.#usedBytes
  }

  /** More bytes are in use than allowed: the owner has to free some. */
  get isExceeded(): boolean {
    return this.#usedBytes > this.#maxBytes
  }

  fits(bytes: number): boolean {
    return this.#usedBytes + bytes <= this.#maxBytes
  }

  /** Adds bytes that came into use; a negative number frees them. */
  add(bytes: number): void {
    this.#usedBytes += bytes
  }
}
