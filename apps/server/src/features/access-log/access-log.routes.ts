import { accessActionPath, accessLogPath, accessLogRequestSchema } from '@fleetglass/contract/access-log'
import { z } from 'zod'
import type { AuditQueries } from '../../platform/audit/index.ts'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { Visibility } from '../../services/directory/index.ts'
import { ActionCatalogue, type LoggedEndpoint } from './action-keys.ts'

export interface AccessLogDeps {
  readonly queries: AuditQueries
  readonly visibility: Pick<Visibility, 'devices' | 'seesAll'>
  /** Known when the listeners are open. */
  readonly endpoints: () => Iterable<LoggedEndpoint>
}

/** The access log and its actions. */
export function accessLogEndpoints({ queries, visibility, endpoints }: AccessLogDeps): HttpEndpoint[] {
  const limiter = createConcurrencyLimiter()
  let made: ActionCatalogue | null = null
  const catalogue = (): ActionCatalogue => (made ??= new ActionCatalogue(endpoints()))
  return [
    endpoint({
      method: 'GET',
      path: accessActionPath,
      access: 'login',
      audit: 'Read the actions of the access log',
      body: z.object({}),
      handle: () => catalogue().entries,
    }),
    endpoint({
      method: 'POST',
      path: accessLogPath,
      access: 'login',
      audit: 'Read the access log',
      body: accessLogRequestSchema,
      async handle({ account, body }) {
        const { ip, member, action, afterUpdatetime, beforeUpdatetime, offset, limit } = body
        const release = await limiter.acquire(account.id)
        try {
          const filter = {
            fromMs: afterUpdatetime,
            toMs: beforeUpdatetime,
            account: member,
            address: ip,
            actions: action === '' ? null : catalogue().keysOf(action),
            // RIGHT2-32: devices that the caller does not see are left out.
            deviceIds: visibility.seesAll(account)
              ? null
              : visibility.devices(account).map(({ deviceId }) => deviceId),
          }
          return (await queries.find(filter, { offset, limit })).map((row) => catalogue().rowOf(row))
        } finally {
          release()
        }
      },
    }),
  ]
}
