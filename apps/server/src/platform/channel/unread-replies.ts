import { MemoryBudget } from '../limits/index.ts'
import type { ChannelLimits } from './limits.ts'

/** A link as far as it keeps replies. */
export interface ReplyKeeper {
  readonly unreadBytes: number
  endUnread(): void
}

/**
 * Replies that peers have not taken, of each link and of all. A link above its bound is ended; when all together keep too
 * much, the one that keeps most, so that nobody suffers for another.
 */
export class UnreadReplies {
  readonly #maxBytes: number
  readonly #budget: MemoryBudget
  /** Links that keep something, and how much: bounded by the links. */
  readonly #unread = new Map<ReplyKeeper, number>()

  constructor(limits: Pick<ChannelLimits, 'unreadBytes' | 'unreadBytesOfAll'>) {
    this.#maxBytes = limits.unreadBytes
    this.#budget = new MemoryBudget(limits.unreadBytesOfAll)
  }

  get totalBytes(): number {
    return this.#budget.usedBytes
  }

  /** After each write to the link, and when a write has left. */
  measure(link: ReplyKeeper): void {
    this.#set(link, link.unreadBytes)
    if ((this.#unread.get(link) ?? 0) > this.#maxBytes) this.#end(link)
    while (this.#budget.isExceeded) this.#end(this.#largest() ?? link)
  }

  /** The link is gone. */
  forget(link: ReplyKeeper): void {
    this.#set(link, 0)
  }

  #set(link: ReplyKeeper, bytes: number): void {
    this.#budget.add(bytes - (this.#unread.get(link) ?? 0))
    if (bytes === 0) this.#unread.delete(link)
    else this.#unread.set(link, bytes)
  }

  #end(link: ReplyKeeper): void {
    this.#set(link, 0)
    link.endUnread()
  }

  #largest(): ReplyKeeper | undefined {
    let largest: ReplyKeeper | undefined
    for (const [link, bytes] of this.#unread)
      if (bytes > (largest ? (this.#unread.get(largest) ?? 0) : 0)) largest = link
    return largest
  }
}
