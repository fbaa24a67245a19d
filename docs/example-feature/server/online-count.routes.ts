import { z } from 'zod'
import { endpoint, type HttpEndpoint } from '../../../apps/server/src/platform/http/index.ts'
import type { Visibility } from '../../../apps/server/src/services/directory/index.ts'
import type { Fleet } from '../../../apps/server/src/services/live-state/index.ts'
import { type OnlineCount, onlineCountAccess, onlineCountPath } from '../contract/online-count.http.ts'

export interface OnlineCountDeps {
  /** Limits the count to devices that exist for the account. */
  readonly visibility: Pick<Visibility, 'devices'>
  readonly fleet: Pick<Fleet, 'get'>
}

export const onlineCountEndpoints = ({ visibility, fleet }: OnlineCountDeps): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: onlineCountPath,
    access: onlineCountAccess,
    audit: 'Read how many devices are online',
    body: z.object({}),
    handle({ account }): OnlineCount {
      const seen = visibility.devices(account)
      return { online: seen.filter(({ deviceId }) => fleet.get(deviceId)?.online).length }
    },
  }),
]
