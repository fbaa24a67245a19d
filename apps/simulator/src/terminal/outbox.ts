/** A message with points that waits for its 0x8001. A heartbeat is one without points. */
export interface InFlight {
  readonly serial: number
  readonly messageId: number
  /** Unix seconds of the points in it. */
  readonly timesS: readonly number[]
  sentMs: number
  tries: number
}

/** What has to be sent again, or that the platform does not answer any more. */
export type Overdue = { readonly kind: 'again'; readonly message: InFlight } | { readonly kind: 'given-up' }

/** Live points in flight; beyond that they wait for a batch. */
const MOST_IN_FLIGHT = 64
/** So many points fit into one frame of 0x0704. */
const BATCH = 12

/**
 * The points of one device between being taken and being acknowledged. A point is only its time: where the vehicle was
 * then, and so the body, can be computed again. Bound: `capacity` points; then the oldest that is not in flight goes,
 * and is counted.
 */
export class Outbox {
  readonly #capacity: number
  #stored: number[] = []
  #late: { timeS: number; sendMs: number }[] = []
  #inFlight: InFlight[] = []
  dropped = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Points that are not acknowledged yet. */
  get waiting(): number {
    let count = this.#stored.length + this.#late.length
    for (const message of this.#inFlight) count += message.timesS.length
    return count
  }

  /** Keeps a point for 0x0704. */
  store(timeS: number): void {
    this.#stored.push(timeS)
    if (this.#stored.length > this.#capacity) {
      this.#stored.shift()
      this.dropped += 1
    }
  }

  /** Keeps a point that will be sent late as 0x0200. */
  hold(timeS: number, sendMs: number): void {
    this.#late.push({ timeS, sendMs })
    if (this.#late.length > this.#capacity) {
      this.#late.shift()
      this.dropped += 1
    }
  }

  /** Late points whose time has come. */
  takeLate(nowMs: number): number[] {
    const due = this.#late.filter((point) => point.sendMs <= nowMs).map((point) => point.timeS)
    if (due.length > 0) this.#late = this.#late.filter((point) => point.sendMs > nowMs)
    return due
  }

  get mayFly(): boolean {
    return this.#inFlight.length < MOST_IN_FLIGHT
  }

  /** The oldest stored points for one batch; none while another batch is on its way. */
  takeBatch(batchId: number): number[] {
    if (this.#stored.length === 0 || this.#inFlight.some((message) => message.messageId === batchId)) return []
    return this.#stored.splice(0, BATCH)
  }

  sent(message: InFlight): void {
    this.#inFlight.push(message)
  }

  /** The message a 0x8001 answers, which is no longer in flight; `null` when it was answered before or never sent. */
  answered(serial: number, messageId: number): InFlight | null {
    const at = this.#inFlight.findIndex((message) => message.serial === serial && message.messageId === messageId)
    return at < 0 ? null : this.#inFlight.splice(at, 1)[0]!
  }

  /** The link is gone: what was in flight goes back to the front of what is stored. */
  landAll(): void {
    const times = this.#inFlight.flatMap((message) => message.timesS)
    this.#inFlight = []
    if (times.length > 0) this.#stored = [...times, ...this.#stored].sort((a, b) => a - b)
    const over = this.#stored.length - this.#capacity
    if (over > 0) {
      this.#stored.splice(0, over)
      this.dropped += over
    }
  }

  /** Unix ms of the next thing to do; `Infinity` when nothing waits. */
  dueMs(answerMs: number): number {
    let due = Infinity
    for (const message of this.#inFlight) due = Math.min(due, message.sentMs + answerMs * message.tries)
    for (const point of this.#late) due = Math.min(due, point.sendMs)
    return due
  }

  /** Messages without an answer for T, then T×2, T×3 … until `retries` is used up. */
  overdue(nowMs: number, answerMs: number, retries: number): Overdue[] {
    const found: Overdue[] = []
    for (const message of this.#inFlight) {
      if (message.sentMs + answerMs * message.tries > nowMs) continue
      if (message.tries > retries) return [{ kind: 'given-up' }]
      message.sentMs = nowMs
      message.tries += 1
      found.push({ kind: 'again', message })
    }
    return found
  }
}
