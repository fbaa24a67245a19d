// Belongs here: requests that wait for their answer. Does not: how they travel (nats-bus).
import type { Clock, Timer } from '../../clock/index.ts'
import { BusUnavailable, RequestTimeout } from '../bus-errors.ts'

/** Requests of this node that wait. Above it a request is rejected at once. */
const MAX_WAITING = 10_000

interface Waiting {
  readonly subject: string
  readonly timer: Timer
  readonly resolve: (answer: Uint8Array) => void
  readonly reject: (error: Error) => void
}

export class PendingRequests {
  readonly #clock: Clock
  readonly #waiting = new Map<string, Waiting>()
  #last = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** `send` is given the token that the answer comes back with. */
  begin(subject: string, timeoutMs: number, send: (token: string) => void): Promise<Uint8Array> {
    if (this.#waiting.size >= MAX_WAITING) return Promise.reject(new BusUnavailable())
    this.#last += 1
    const token = this.#last.toString(36)
    return new Promise((resolve, reject) => {
      const timer = this.#clock.after(timeoutMs, () => this.fail(token, () => new RequestTimeout(subject, timeoutMs)))
      this.#waiting.set(token, { subject, timer, resolve, reject })
      try {
        send(token)
      } catch (error) {
        this.fail(token, () => (error instanceof Error ? error : new Error(String(error))))
      }
    })
  }

  answer(token: string, bytes: Uint8Array): void {
    this.#take(token)?.resolve(bytes)
  }

  fail(token: string, reason: (subject: string) => Error): void {
    const request = this.#take(token)
    request?.reject(reason(request.subject))
  }

  failAll(): void {
    for (const token of [...this.#waiting.keys()]) this.fail(token, () => new BusUnavailable())
  }

  #take(token: string): Waiting | undefined {
    const request = this.#waiting.get(token)
    request?.timer.cancel()
    this.#waiting.delete(token)
    return request
  }
}
