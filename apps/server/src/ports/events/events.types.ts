import type { NumberedEvent } from '../../services/events/index.ts'

/** Events of all nodes, once they are on disk. */
export interface StoredEvents {
  /** By the node that stored them; in order. */
  publish(events: readonly NumberedEvent[]): void
  /** Calls `receive` with each event of one device, or of all where none is named. One that throws keeps nobody else from receiving. */
  subscribe(filter: { readonly deviceId?: string }, receive: (event: NumberedEvent) => void): { close(): void }
}
