// Belongs here: whose account a device has at the files port without being asked for a file. Does not: FTP (gateway/files).
import { isSameSecret } from '../../platform/secret-text/index.ts'
import type { UploadPlace } from '../../ports/files/index.ts'
import type { DeviceCodes, DeviceRegistry, RegisteredDevice } from '../../services/directory/index.ts'
import { DevicePlace, type DevicePlaceDeps } from './device-place.ts'

export interface DeviceAccountsDeps extends DevicePlaceDeps {
  readonly registry: Pick<DeviceRegistry, 'byId' | 'onChange'>
  readonly codes: Pick<DeviceCodes, 'isCodeOf'>
  /** Of every device; empty: there is none. */
  readonly sitePassword: string
}

export interface DeviceAccounts {
  /** Whose account this is; `null` for a wrong one. */
  admit(user: string, password: string): UploadPlace | null
  /** Ends all accounts; idempotent. */
  close(): Promise<void>
}

/** The user is the device id; the password its authentication code, or that of the site. */
export function createDeviceAccounts(deps: DeviceAccountsDeps): DeviceAccounts {
  const { registry, codes, sitePassword } = deps
  /** By the key of the device: as many as devices have logged in since the start, at most those that are registered. */
  const places = new Map<number, DevicePlace>()
  const subscription = registry.onChange(({ kind, device }) => {
    if (kind !== 'removed') return
    void places.get(device.key)?.close()
    places.delete(device.key)
  })
  const isOfDevice = ({ key }: RegisteredDevice, password: string): boolean =>
    codes.isCodeOf(key, password) || (sitePassword !== '' && isSameSecret(password, sitePassword))
  return {
    admit(user, password) {
      // Devices differ in whether they show the zeros in front.
      const device = registry.byId(user) ?? registry.byId(user.replace(/^0+/, ''))
      if (device === undefined || !isOfDevice(device, password)) return null
      const place = places.get(device.key) ?? new DevicePlace(device, deps)
      places.set(device.key, place)
      return place
    },
    async close() {
      subscription.close()
      await Promise.all([...places.values()].map((place) => place.close()))
    },
  }
}
