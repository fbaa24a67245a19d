/**
 * The seam between machines: device commands, live changes, notices to consoles, access units of a watched channel.
 * Subjects are dot-separated words; a pattern may use `*` for one word and a final `>` for the rest.
 */
export interface Bus {
  publish(subject: string, bytes: Uint8Array): void
  subscribe(pattern: string, receive: (bytes: Uint8Array, subject: string) => void): Subscription
  /** Resolves with the first answer; rejects with `NoResponder` at once, or `RequestTimeout` after `timeoutMs`. */
  request(subject: string, bytes: Uint8Array, timeoutMs: number): Promise<Uint8Array>
  respond(pattern: string, answer: (bytes: Uint8Array, subject: string) => Promise<Uint8Array>): Subscription
  close(): Promise<void>
}

export interface Subscription {
  close(): void
}
