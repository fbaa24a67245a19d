import { type DeviceInfo, deviceInfoPath, deviceInfoReadPath } from '@fleetglass/contract/device-info'
import { z } from 'zod'
import { endpoint, type HttpEndpoint, JsonArray } from '../../platform/http/index.ts'
import type { DeviceIdentities, DeviceIdentity } from '../../services/device-identity/index.ts'
import type { Account, RegisteredDevice, Visibility } from '../../services/directory/index.ts'

/** Rows written before other work gets its turn. */
const PAGE = 200

export interface DeviceInfoDeps {
  readonly visibility: Visibility
  readonly identities: Pick<DeviceIdentities, 'of'>
}

/** What the devices that one sees are made of: `POST /gkdevice/modelinfo`, and `GET /gkdevice/deviceinfo`. */
export const deviceInfoEndpoints = (deps: DeviceInfoDeps): HttpEndpoint[] =>
  (
    [
      ['POST', deviceInfoPath],
      ['GET', deviceInfoReadPath],
    ] as const
  ).map(([method, path]) =>
    endpoint({
      method,
      path,
      access: 'login',
      audit: 'Read what devices are made of',
      body: z.object({}),
      handle: ({ account }) => new JsonArray(pages(account, deps), () => undefined),
    }),
  )

async function* pages(account: Account, { visibility, identities }: DeviceInfoDeps): AsyncGenerator<DeviceInfo[]> {
  const seen = visibility.devices(account)
  for (let at = 0; at < seen.length; at += PAGE) {
    yield seen.slice(at, at + PAGE).map((device) => toInfo(device, identities.of(device.key)))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function toInfo({ deviceId: deviceid }: RegisteredDevice, identity: DeviceIdentity | undefined): DeviceInfo {
  if (identity === undefined) return { deviceid, model: '', firmware: '', mobile: '' }
  const { model, firmware, iccid } = identity
  // The number that a terminal puts before each message is that of its SIM.
  const sim = /^\d+$/.test(deviceid) ? deviceid.replace(/^0+/, '') : ''
  return { deviceid, model, firmware, mobile: iccid || sim }
}
