// Stored events between nodes: every node receives those of all.
import type { Bus } from '../../platform/bus/index.ts'
import type { NumberedEvent } from '../../services/events/index.ts'
import { createDirectEvents } from './direct-events.ts'
import { eventBatchCodec, MAX_BATCH_EVENTS } from './event-codec.ts'
import type { StoredEvents } from './events.types.ts'

const SUBJECT = 'events.stored'

export interface BusEvents extends StoredEvents {
  /** Receives nothing more; idempotent. */
  close(): void
}

export function createBusEvents(deps: {
  readonly bus: Bus
  readonly onError: (error: unknown) => void
  /** Events that cannot be sent or read are not reported to their subscribers; they are on disk. */
  readonly onLost: (reason: string) => void
}): BusEvents {
  const { bus, onError, onLost } = deps
  /** Subscribers of this node: a message is decoded once for all of them. */
  const local = createDirectEvents({ onError })
  const messages = bus.subscribe(SUBJECT, (bytes) => {
    const events = eventBatchCodec.decode(bytes)
    if (events.ok) local.publish(events.value)
    else onLost(events.reason)
  })

  /** A batch of unusually long events is halved until it fits. */
  function send(batch: readonly NumberedEvent[]): void {
    try {
      bus.publish(SUBJECT, eventBatchCodec.encode([...batch]))
    } catch (error) {
      if (batch.length === 1) {
        onLost(error instanceof Error ? error.message : String(error))
        return
      }
      const half = batch.length >> 1
      send(batch.slice(0, half))
      send(batch.slice(half))
    }
  }

  return {
    publish(events) {
      for (let from = 0; from < events.length; from += MAX_BATCH_EVENTS) {
        send(events.slice(from, from + MAX_BATCH_EVENTS))
      }
    },
    subscribe: local.subscribe,
    close: () => messages.close(),
  }
}
