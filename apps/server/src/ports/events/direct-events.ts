import type { NumberedEvent } from '../../services/events/index.ts'
import type { StoredEvents } from './events.types.ts'

interface Subscriber {
  readonly deviceId: string | undefined
  readonly receive: (event: NumberedEvent) => void
}

/** Stored events inside one process: subscribers are called before `publish` returns, in the order of subscription. */
export function createDirectEvents({ onError }: { readonly onError: (error: unknown) => void }): StoredEvents {
  /** Copied on change, so that a subscriber may leave while events are handed out. */
  let subscribers: readonly Subscriber[] = []
  return {
    publish(events) {
      for (const { deviceId, receive } of subscribers) {
        for (const event of events) {
          if (deviceId !== undefined && deviceId !== event.deviceId) continue
          try {
            receive(event)
          } catch (error) {
            onError(error)
          }
        }
      }
    },
    subscribe({ deviceId }, receive) {
      const subscriber: Subscriber = { deviceId, receive }
      subscribers = [...subscribers, subscriber]
      return {
        close() {
          subscribers = subscribers.filter((other) => other !== subscriber)
        },
      }
    },
  }
}
