/** Bytes of unfinished messages that all connections together may hold. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * One purse for the sub-packages of all connections. When it is empty a packet is not taken and not acknowledged: the
 * device sends it again.
 */
export class PacketMemory {
  #held = 0

  get held(): number {
    return this.#held
  }

  hasRoomFor(bytes: number): boolean {
    return this.#held + bytes <= MAX_BYTES
  }

  /** A connection's share changed by so many bytes. */
  change(bytes: number): void {
    this.#held += bytes
  }
}
