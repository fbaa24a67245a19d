export type DeliveryKind = 'webhook' | 'script' | 'mail'

/** One event for one receiver, before it is stored. */
export interface NewDelivery {
  readonly kind: DeliveryKind
  /** An address, a file name, or a comma list of mail addresses. */
  readonly target: string
  /** The name of the plan. */
  readonly plan: string
  readonly deviceKey: number
  /** The event as JSON. */
  readonly body: string
}

export interface Delivery extends NewDelivery {
  readonly id: number
  readonly state: 'waiting' | 'done' | 'failed'
  readonly attempts: number
  readonly createdMs: number
  readonly triedMs: number | null
  /** Before the next attempt, while it waits. */
  readonly dueMs: number
  /** How the last attempt ended; empty before the first. */
  readonly outcome: string
  /** What the other side said. */
  readonly detail: string
}

/** How an attempt ended. */
export interface Attempt {
  readonly isDone: boolean
  /** A further attempt would end in the same way. */
  readonly isFinal: boolean
  /** The receiver was not reached: nothing else for it is tried for a while. */
  readonly isAway: boolean
  readonly outcome: string
  readonly detail: string
}

/** What push and realtime plans send. */
export interface EventDeliveries {
  /** Events are stored that may have deliveries. Never waits. */
  wake(): void
  /** The newest first, below an id, at most `limit`. */
  list(query: { readonly beforeId: number | null; readonly limit: number }): Promise<Delivery[]>
  /** Sends it again, now; `false` where there is none or it waits already. */
  again(id: number): Promise<boolean>
  /** With which a receiver checks that a request is of this site. */
  secretOf(address: string): Promise<string>
  close(): Promise<void>
}
