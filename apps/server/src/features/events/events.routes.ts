import {
  eventCheckSchema,
  eventCountPath,
  eventCountQuerySchema,
  eventFetchAgainPath,
  eventFetchAgainSchema,
  eventMemoSchema,
  eventQueryAccess,
  eventQueryPath,
  eventQuerySchema,
  eventSetPath,
} from '@fleetglass/contract/events'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { ConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { EventFetch } from '../../services/event-fetch/index.ts'
import type { EventList } from './event-list.service.ts'

export interface EventRouteDeps {
  readonly list: EventList
  readonly eventFetch: Pick<EventFetch, 'again'>
  readonly limiter: ConcurrencyLimiter
}

/** What was stored of devices, and what people say of it. */
export const eventEndpoints = ({ list, limiter, eventFetch }: EventRouteDeps): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: eventQueryPath,
    access: eventQueryAccess,
    audit: 'Read the events of device {deviceid} or group {groupid}',
    body: eventQuerySchema,
    handle: ({ account, body }) => inTurn(limiter, account.id, () => list.query(account, body)),
  }),
  endpoint({
    method: 'POST',
    path: eventCountPath,
    access: eventQueryAccess,
    audit: 'Counted the events of device {deviceid} or group {groupid}',
    body: eventCountQuerySchema,
    handle: ({ account, body }) =>
      inTurn(limiter, account.id, async () => ({ count: await list.count(account, body) })),
  }),
  endpoint({
    method: 'PUT',
    path: eventSetPath,
    access: eventQueryAccess,
    audit: 'Set the check status of event {serialno} to {checkstatus}',
    body: eventCheckSchema,
    handle: ({ account, body }) => list.check(account, body),
  }),
  endpoint({
    method: 'POST',
    path: eventSetPath,
    access: eventQueryAccess,
    audit: 'Wrote the memo {memo} of event {serialno}',
    body: eventMemoSchema,
    handle: ({ account, body }) => list.writeMemo(account, body),
  }),
  endpoint({
    method: 'POST',
    path: eventFetchAgainPath,
    access: eventQueryAccess,
    audit: 'Requested the {kind} of event {serialno} again',
    body: eventFetchAgainSchema,
    async handle({ account, body: { serialno, kind } }) {
      const { event, device } = await list.visibleEvent(account, serialno)
      await eventFetch.again({ ...event, deviceKey: device.key }, kind)
      return { hasError: false }
    },
  }),
]

async function inTurn<T>(limiter: ConcurrencyLimiter, accountId: number, work: () => Promise<T>): Promise<T> {
  const done = await limiter.acquire(accountId)
  try {
    return await work()
  } finally {
    done()
  }
}
