import { daysOfRange, type NetflowDay, netflowPath, netflowRequestSchema } from '@fleetglass/contract/netflow'
import { endpoint, type HttpEndpoint, JsonArray } from '../../platform/http/index.ts'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { RegisteredDevice, Visibility } from '../../services/directory/index.ts'
import type { DeviceTraffic } from '../../services/traffic/index.ts'

/** Devices whose days are read at once. */
const DEVICES_AT_ONCE = 500
const DAY_S = 86_400

export interface NetflowDeps {
  readonly traffic: Pick<DeviceTraffic, 'days'>
  readonly visibility: Visibility
  /** Days begin at midnight there. */
  readonly utcOffsetS: () => number
}

/** `POST /gklog/netflow`: bytes by device and day. */
export function netflowEndpoints(deps: NetflowDeps): HttpEndpoint[] {
  const limiter = createConcurrencyLimiter()
  return [
    endpoint({
      method: 'POST',
      path: netflowPath,
      access: 'login',
      audit: 'Read the netflow of devices',
      body: netflowRequestSchema,
      async handle({ account, body }) {
        const release = await limiter.acquire(account.id)
        const offsetS = deps.utcOffsetS()
        const days = daysOfRange(body, offsetS)
        return new JsonArray(pages(deps, deps.visibility.devices(account), days, offsetS), release)
      },
    }),
  ]
}

async function* pages(
  { traffic }: Pick<NetflowDeps, 'traffic'>,
  devices: readonly RegisteredDevice[],
  days: { readonly first: number; readonly last: number },
  offsetS: number,
): AsyncGenerator<NetflowDay[]> {
  const ids = new Map(devices.map(({ key, deviceId }) => [key, deviceId]))
  const keys = [...ids.keys()].sort((a, b) => a - b)
  for (let from = 0; from < keys.length; from += DEVICES_AT_ONCE) {
    const rows = await traffic.days(keys.slice(from, from + DEVICES_AT_ONCE), days)
    yield rows.map(({ deviceKey, day, bytesIn, bytesOut }) => ({
      deviceid: ids.get(deviceKey) ?? '',
      starttime: day * DAY_S - offsetS,
      flowin: bytesIn,
      flowout: bytesOut,
    }))
  }
}
