// Belongs here: messages above the limit of the NATS server, cut and put together again. Does not: what they hold.

/** Longest message in parts. The longest that a port sends is a key frame of a little more than 4 MiB. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024
/** Of all messages that are not whole yet. Above it the one that was begun first is given up. */
export const MAX_UNFINISHED_BYTES = 64 * 1024 * 1024

/** One part of a message: of which message, which part, and how long the message is. */
export interface PartHead {
  readonly message: string
  readonly index: number
  readonly totalBytes: number
}

export function formatPartHead({ message, index, totalBytes }: PartHead): string {
  return `${message} ${index} ${totalBytes}`
}

/** `null` for anything else. */
export function parsePartHead(text: string): PartHead | null {
  const found = /^([\w.-]{1,64}) (\d{1,6}) (\d{1,9})$/.exec(text)
  if (found === null) return null
  const [, message = '', index, totalBytes] = found
  return { message, index: Number(index), totalBytes: Number(totalBytes) }
}

export function cut(bytes: Uint8Array, partBytes: number): Uint8Array[] {
  const parts: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += partBytes) parts.push(bytes.subarray(at, at + partBytes))
  return parts
}

interface Unfinished {
  readonly totalBytes: number
  readonly parts: Uint8Array[]
  bytes: number
}

/** Puts messages together. Parts of one message come in order; those of several senders may be mixed. */
export class MessageJoiner {
  readonly #unfinished = new Map<string, Unfinished>()
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  /** The message, once it is whole. A part that does not follow the last one gives its message up. */
  add(receiver: string, head: PartHead, part: Uint8Array): Uint8Array | null {
    const key = `${receiver} ${head.message}`
    const begun = this.#unfinished.get(key) ?? { totalBytes: head.totalBytes, parts: [], bytes: 0 }
    this.#remove(key)
    const bytes = begun.bytes + part.length
    const fits = head.index === begun.parts.length && head.totalBytes === begun.totalBytes
    if (!fits || part.length === 0 || bytes > begun.totalBytes || begun.totalBytes > MAX_MESSAGE_BYTES) return null
    begun.parts.push(part)
    begun.bytes = bytes
    if (bytes === begun.totalBytes) return Buffer.concat(begun.parts)
    this.#keep(key, begun)
    return null
  }

  clear(): void {
    this.#unfinished.clear()
    this.#bytes = 0
  }

  #keep(key: string, message: Unfinished): void {
    this.#unfinished.set(key, message)
    this.#bytes += message.bytes
    for (const oldest of this.#unfinished.keys()) {
      if (this.#bytes <= MAX_UNFINISHED_BYTES) return
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    this.#bytes -= this.#unfinished.get(key)?.bytes ?? 0
    this.#unfinished.delete(key)
  }
}

/** The same bytes, not as the Buffer of the socket: its `slice` is another one. */
export function plainView({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
