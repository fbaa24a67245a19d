/**
 * The seam between machines: device commands, live changes, notices to consoles, access units of a watched channel.
 * Subjects are dot-separated words; a pattern may use `*` for one word and a final `>` for the rest.
 */
export interface Bus {
  /** Messages of one subject arrive in order. False: it was not sent, because the bus is disconnected or its queue is full. */
  publish(subject: string, bytes: Uint8Array): boolean
  subscribe(pattern: string, receive: (bytes: Uint8Array, subject: string) => void): Subscription
  /**
   * Resolves with the first answer; rejects with `NoResponder` at once, `RequestTimeout` after `timeoutMs`, or
   * `BusUnavailable` as soon as no answer can come.
   */
  request(subject: string, bytes: Uint8Array, timeoutMs: number): Promise<Uint8Array>
  /** Of several responders one answers. */
  respond(pattern: string, answer: (bytes: Uint8Array, subject: string) => Promise<Uint8Array>): Subscription
  /**
   * Called when messages may have been lost in either direction (`interrupted`), and when they arrive again (`restored`):
   * what was learned by messages is to be read again then.
   */
  watch(changed: (state: BusChange) => void): Subscription
  close(): Promise<void>
}

export type BusChange = 'interrupted' | 'restored'

export interface Subscription {
  close(): void
}
