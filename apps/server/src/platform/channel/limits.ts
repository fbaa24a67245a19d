/** Limits of one link. A link that exceeds them is closed; a console at work stays far below. */
export interface ChannelLimits {
  /** A link without a login is closed after this time. */
  readonly loginMs: number
  readonly messagesPerSecond: number
  /** Messages that may come at once. */
  readonly messageBurst: number
  /** Messages being answered at the same time. */
  readonly inProgress: number
  /** Replies that were sent and not taken by the peer. */
  readonly unreadBytes: number
  /** The same of all links together; beyond it the link with the most unread bytes is closed. */
  readonly unreadBytesOfAll: number
  /** A peer that answers no ping for this long is gone. */
  readonly silenceMs: number
}

export const channelLimits: ChannelLimits = {
  loginMs: 30_000,
  messagesPerSecond: 50,
  messageBurst: 200,
  inProgress: 64,
  unreadBytes: 64 * 1024 * 1024,
  unreadBytesOfAll: 256 * 1024 * 1024,
  silenceMs: 30_000,
}
