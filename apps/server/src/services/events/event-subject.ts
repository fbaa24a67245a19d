// How events travel between nodes: as JSON, one message a group.
import type { Bus, Subscription } from '../../platform/bus/index.ts'
import type { DeviceEvent } from './event.types.ts'

const SUBJECT = 'events.stored'

export function publishEvents(bus: Bus, events: readonly DeviceEvent[]): void {
  bus.publish(SUBJECT, Buffer.from(JSON.stringify(events)))
}

/** Calls `receive` with each event of any node, once it is on disk. */
export function onStoredEvent(bus: Bus, receive: (event: DeviceEvent) => void): Subscription {
  return bus.subscribe(SUBJECT, (bytes) => {
    for (const event of JSON.parse(Buffer.from(bytes).toString()) as readonly DeviceEvent[]) receive(event)
  })
}
