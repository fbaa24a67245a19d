import { mayCall } from '@fleetglass/contract/access'
import { positionAccess } from '@fleetglass/contract/devices'
import { AppError } from '@fleetglass/contract/errors'
import {
  EVENT_QUERY_MAX,
  type EventDefinitionLink,
  eventDefinitionLinksPath,
  eventDefinitionsPath,
  eventQueryAccess,
  eventQueryPath,
  eventQuerySchema,
  globalDefinitions,
  type StoredEvent,
} from '@fleetglass/contract/events'
import { degreesFromE6 } from '@fleetglass/geo'
import { z } from 'zod'
import type { Clock } from '../../platform/clock/index.ts'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { ConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { Visibility } from '../../services/directory/index.ts'
import { earliestMs } from '../../services/directory/index.ts'
import type { EventStore, StoredDeviceEvent } from '../../services/events/index.ts'

const nothing = z.object({})

export interface EventRouteDeps {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly store: Pick<EventStore, 'between'>
  readonly visibility: Pick<Visibility, 'device'>
  readonly limiter: ConcurrencyLimiter
}

/** What was kept of a device, and how the numbers of events are called. */
export const eventEndpoints = ({ clock, store, visibility, limiter }: EventRouteDeps): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: eventDefinitionsPath,
    access: 'login',
    audit: 'Read the event definitions',
    body: nothing,
    handle: () => globalDefinitions,
  }),
  // Every device has the one profile that there is.
  endpoint({
    method: 'GET',
    path: eventDefinitionLinksPath,
    access: 'login',
    audit: 'Read which event definitions devices have',
    body: nothing,
    handle: (): readonly EventDefinitionLink[] => [],
  }),
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
        const startS = Math.max(body.afterTime, Math.ceil(earliestMs(account, clock.nowMs()) / 1000))
        const range = { startS, endS: body.beforeTime, limit: EVENT_QUERY_MAX + 1 }
        const events = await store.between(device.key, range)
        if (events.length > EVENT_QUERY_MAX) throw new AppError('too-many-events')
        const mayPlace = mayCall(account, positionAccess)
        return events.map((event) => storedEvent(body.deviceid, mayPlace ? event : { ...event, place: null }))
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
