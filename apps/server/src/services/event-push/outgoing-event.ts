import type { EventMessage } from '@fleetglass/contract/events'
import { type EventProfiles, shownEvent } from '../event-profiles/index.ts'
import type { NumberedEvent } from '../events/index.ts'

/** An event as other systems receive it. */
export interface OutgoingEvent extends EventMessage {
  readonly serialno: number
  readonly vehicleid: string
  /** Degrees, and km/h; left out where the device did not know. */
  readonly lat?: number
  readonly lng?: number
  readonly speed?: number
}

/** As consoles receive it, and where and in which vehicle it was. */
export function outgoingEvent(
  event: NumberedEvent,
  vehicleid: string,
  profiles: Pick<EventProfiles, 'look'>,
): OutgoingEvent {
  const { place } = event
  return {
    cmd: event.change,
    time: event.timeS,
    deviceid: event.deviceId,
    vehicleid,
    eventid: event.code,
    memo: event.memo,
    call: event.call ? 1 : 0,
    ...(event.late && { late: 1 }),
    serialno: event.serial,
    ...shownEvent(profiles, event),
    ...(place !== null && { lat: place.latE6 / 1e6, lng: place.lngE6 / 1e6, speed: place.speedKmh }),
  }
}
