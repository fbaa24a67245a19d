import type { VcpMessage } from '@fleetglass/vcp'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import { failureText } from '../../platform/texts/index.ts'

/** One question to the server. `parts`: the answer is several messages, closed by the one for which `last` is true. */
export interface ChannelRequest {
  readonly code: string
  readonly fields?: Readonly<Record<string, string>>
  readonly payload?: Uint8Array
  /** VCP-020: an upload, whose payload is no text. */
  readonly isBinary?: true
  readonly parts?: ReplyParts
  /** For what takes longer than the usual time. */
  readonly waitMs?: number
  /** While it runs the server is not asked for lists (SYNC-15). */
  readonly pausesPolling?: true
}

export interface ReplyParts {
  readonly take: (reply: VcpMessage) => void
  readonly last: (reply: VcpMessage) => boolean
  /** Each part starts the time-out anew: a request that goes on for as long as the server sends parts. */
  readonly endless?: boolean
  /** The server must send something within these times; `notify` is called each time that the whole link was silent for so long. */
  readonly silences?: readonly Silence[]
}

/** What is done when nothing at all came on the link for a while. */
export interface Silence {
  readonly afterMs: number
  readonly notify: () => void
}

/** `refused` carries the server's own words (VCP-024), and the code of the error where it has one; `timeout` and `closed` had no complete answer. */
export type ChannelReply =
  | { readonly ok: true; readonly message: VcpMessage }
  | {
      readonly ok: false
      readonly kind: 'refused' | 'timeout' | 'closed'
      readonly reason: string
      readonly code?: string
    }

/** VCP-026: a request without a complete reply after this time has failed. */
export const replyTimeoutMs = 30_000

interface Pending {
  readonly request: ChannelRequest
  readonly settle: (reply: ChannelReply) => void
  readonly watches: readonly Timer[]
  timer: Timer
}

/**
 * The questions under way, by their `X` (VCP-023). Bounded by the reply time-out: every entry leaves the map when nothing
 * came for 30 s (an endless one) or 30 s after it was sent, and all of them when the link closes.
 */
export class PendingRequests {
  #pending = new Map<string, Pending>()
  #lastX = 0
  #heardMs = 0
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Registers a request and returns the `X` it must travel with. */
  add(request: ChannelRequest, settle: (reply: ChannelReply) => void): string {
    this.#lastX += 1
    const x = String(this.#lastX)
    const watches = (request.parts?.silences ?? []).map((silence) => this.#watch(silence))
    this.#pending.set(x, { request, settle, watches, timer: this.#timeOut(x, request, settle) })
    return x
  }

  /** Whatever comes is a sign of life: a long list may hold up the answer to everything else. */
  #watch({ afterMs, notify }: Silence): Timer {
    let sinceMs = this.#clock.monotonicMs()
    const look = (): void => {
      sinceMs = Math.max(sinceMs, this.#heardMs)
      const leftMs = sinceMs + afterMs - this.#clock.monotonicMs()
      if (leftMs <= 0) sinceMs = this.#clock.monotonicMs()
      timer = this.#clock.after(leftMs <= 0 ? afterMs : leftMs, look)
      if (leftMs <= 0) notify()
    }
    let timer = this.#clock.after(afterMs, look)
    return { cancel: () => timer.cancel() }
  }

  #timeOut(x: string, request: ChannelRequest, settle: (reply: ChannelReply) => void): Timer {
    return this.#clock.after(request.waitMs ?? replyTimeoutMs, () => {
      this.#remove(x)
      settle({ ok: false, kind: 'timeout', reason: `no complete reply to ${request.code}` })
    })
  }

  /** Gives a reply to the request it belongs to; replies without a request are dropped. */
  receive(message: VcpMessage): void {
    this.#heardMs = this.#clock.monotonicMs()
    const x = message.fields.X
    const pending = x === undefined ? undefined : this.#pending.get(x)
    if (x === undefined || pending === undefined) return
    const { request, settle } = pending
    const refused = message.fields.R !== '1'
    if (!refused && request.parts && !request.parts.last(message)) {
      if (request.parts.endless) {
        pending.timer.cancel()
        pending.timer = this.#timeOut(x, request, settle)
      }
      request.parts.take(message)
      return
    }
    this.#remove(x)
    settle(refused ? refusal(message.fields) : { ok: true, message })
  }

  /** Whether a request is under way that pauses polling: a reply of any kind, its time-out and a closed link end it (SYNC-17). */
  get isPollingPaused(): boolean {
    for (const { request } of this.#pending.values()) if (request.pausesPolling) return true
    return false
  }

  /** The link is gone: everything under way has failed. */
  closeAll(): void {
    for (const [x, { settle, request }] of [...this.#pending]) {
      this.#remove(x)
      settle({ ok: false, kind: 'closed', reason: `the link closed before ${request.code} was answered` })
    }
  }

  #remove(x: string): void {
    const pending = this.#pending.get(x)
    this.#pending.delete(x)
    pending?.timer.cancel()
    for (const watch of pending?.watches ?? []) watch.cancel()
  }
}

function refusal(fields: Readonly<Record<string, string>>): ChannelReply {
  const code = fields.E !== undefined && { code: fields.E }
  return { ok: false, kind: 'refused', reason: reasonOf(fields), ...code }
}

/** VCP-024: the server's words, in the language of the page where they have a code. */
function reasonOf({ W = '', E, P }: Readonly<Record<string, string>>): string {
  return failureText({ message: W, code: E, parameters: P === undefined ? undefined : parsed(P) })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
