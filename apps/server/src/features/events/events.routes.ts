import {
  eventCheckSchema,
  eventCountPath,
  eventCountQuerySchema,
  eventMemoSchema,
  eventQueryAccess,
  eventQueryPath,
  eventQuerySchema,
  eventSetPath,
} from '@fleetglass/contract/events'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { ConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { EventList } from './event-list.service.ts'

export interface EventRouteDeps {
  readonly list: EventList
  readonly limiter: ConcurrencyLimiter
}

/** What was stored of devices, and what people say of it. */
export const eventEndpoints = ({ list, limiter }: EventRouteDeps): HttpEndpoint[] => [
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
]

async function inTurn<T>(limiter: ConcurrencyLimiter, accountId: number, work: () => Promise<T>): Promise<T> {
  const done = await limiter.acquire(accountId)
  try {
    return await work()
  } finally {
    done()
  }
}
