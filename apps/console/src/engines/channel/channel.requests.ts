import type { VcpMessage } from '@fleetglass/vcp'
import type { Clock, Timer } from '../../platform/clock/index.ts'

/** One question to the server. `parts`: the answer is several messages, closed by the one for which `last` is true. */
export interface ChannelRequest {
  readonly code: string
  readonly fields?: Readonly<Record<string, string>>
  readonly payload?: Uint8Array
  readonly parts?: ReplyParts
}

export interface ReplyParts {
  readonly take: (reply: VcpMessage) => void
  readonly last: (reply: VcpMessage) => boolean
  /** Each part starts the time-out anew: a request that goes on for as long as the server keeps speaking. */
  readonly endless?: boolean
}

/** `refused` carries the server's own words (VCP-024); `timeout` and `closed` had no complete answer. */
export type ChannelReply =
  | { readonly ok: true; readonly message: VcpMessage }
  | { readonly ok: false; readonly kind: 'refused' | 'timeout' | 'closed'; readonly reason: string }

/** VCP-026: a request without a complete reply after this time has failed. */
export const replyTimeoutMs = 30_000

interface Pending {
  readonly request: ChannelRequest
  readonly settle: (reply: ChannelReply) => void
  timer: Timer
}

/**
 * The questions under way, by their `X` (VCP-023). Bounded by the reply time-out: every entry leaves the map when nothing
 * came for 30 s (an endless one) or 30 s after it was asked, and all of them when the link closes.
 */
export class PendingRequests {
  #pending = new Map<string, Pending>()
  #lastX = 0
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Registers a request and returns the `X` it must travel with. */
  add(request: ChannelRequest, settle: (reply: ChannelReply) => void): string {
    this.#lastX += 1
    const x = String(this.#lastX)
    this.#pending.set(x, { request, settle, timer: this.#timeOut(x, request, settle) })
    return x
  }

  #timeOut(x: string, request: ChannelRequest, settle: (reply: ChannelReply) => void): Timer {
    return this.#clock.after(replyTimeoutMs, () => {
      this.#pending.delete(x)
      settle({ ok: false, kind: 'timeout', reason: `no complete reply to ${request.code}` })
    })
  }

  /** Gives a reply to the request it belongs to; replies nobody waits for are dropped. */
  receive(message: VcpMessage): void {
    const x = message.fields.X
    const pending = x === undefined ? undefined : this.#pending.get(x)
    if (x === undefined || pending === undefined) return
    const { request, settle, timer } = pending
    const refused = message.fields.R !== '1'
    if (!refused && request.parts && !request.parts.last(message)) {
      if (request.parts.endless) {
        timer.cancel()
        pending.timer = this.#timeOut(x, request, settle)
      }
      request.parts.take(message)
      return
    }
    this.#pending.delete(x)
    timer.cancel()
    settle(refused ? { ok: false, kind: 'refused', reason: message.fields.W ?? '' } : { ok: true, message })
  }

  /** The link is gone: everything under way has failed. */
  closeAll(): void {
    const pending = [...this.#pending.values()]
    this.#pending.clear()
    for (const { timer, settle, request } of pending) {
      timer.cancel()
      settle({ ok: false, kind: 'closed', reason: `the link closed before ${request.code} was answered` })
    }
  }
}
