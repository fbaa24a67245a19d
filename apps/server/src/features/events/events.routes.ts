import { mayCall } from '@fleetglass/contract/access'
import { positionAccess } from '@fleetglass/contract/devices'
import { AppError } from '@fleetglass/contract/errors'
import {
  EVENT_QUERY_MAX,
  eventQueryAccess,
  eventQueryPath,
  eventQuerySchema,
  type StoredEvent,
} from '@fleetglass/contract/events'
import { degreesFromE6 } from '@fleetglass/geo'
import type { Clock } from '../../platform/clock/index.ts'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { ConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { Visibility } from '../../services/directory/index.ts'
import { visibleStartS } from '../../services/directory/index.ts'
import { type EventProfiles, shownEvent } from '../../services/event-profiles/index.ts'
import type { EventStore, StoredDeviceEvent } from '../../services/events/index.ts'

export interface EventRouteDeps {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly store: Pick<EventStore, 'between'>
  readonly profiles: Pick<EventProfiles, 'look'>
  readonly visibility: Pick<Visibility, 'device'>
  readonly limiter: ConcurrencyLimiter
}

/** What was kept of a device. */
export const eventEndpoints = ({ clock, store, profiles, visibility, limiter }: EventRouteDeps): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: eventQueryPath,
    access: eventQueryAccess,
    audit: 'Read the events of device {deviceid}',
    body: eventQuerySchema,
    async handle({ account, body }) {
      const device = visibility.device(account, body.deviceid)
      if (device === undefined) throw new AppError('unknown-device')
      const done = await limiter.acquire(account.id)
      try {
        const startS = visibleStartS(account, body.afterTime, clock.nowMs())
        const range = { startS, endS: body.beforeTime, limit: EVENT_QUERY_MAX + 1 }
        const events = await store.between(device.key, range)
        if (events.length > EVENT_QUERY_MAX) throw new AppError('too-many-events')
        const mayPlace = mayCall(account, positionAccess)
        return events.map((event) => {
          const shown = shownEvent(profiles, { ...event, deviceKey: device.key })
          return { ...storedEvent(body.deviceid, mayPlace ? event : { ...event, place: null }), ...shown }
        })
      } finally {
        done()
      }
    },
  }),
]

function storedEvent(deviceid: string, event: StoredDeviceEvent): StoredEvent {
  const { place } = event
  return {
    serialno: event.serial,
    deviceid,
    eventtimeutc: event.timeS,
    type: event.code,
    cmd: event.change,
    eventname: event.name,
    memo: event.memo,
    call: event.call ? 1 : 0,
    ...(event.late && { late: 1 }),
    vehiclex: place && degreesFromE6(place.latE6),
    vehicley: place && degreesFromE6(place.lngE6),
    speed: place?.speedKmh ?? null,
  }
}
