import type { DriverInfo, DriverSave } from '@fleetglass/contract/drivers'
import { AppError } from '@fleetglass/contract/errors'
import type { Clock } from '../../platform/clock/index.ts'
import type { Account, Registry, Visibility } from '../../services/directory/index.ts'
import type { DriverStore } from './drivers.store.ts'

/** Devices whose drivers are read at once. */
const PAGE = 200

export interface Drivers {
  /** Of the devices that the account sees, page by page. */
  list(account: Account): AsyncGenerator<DriverInfo[]>
  save(account: Account, save: DriverSave): Promise<void>
}

export function createDrivers(deps: {
  readonly clock: Clock
  readonly store: DriverStore
  readonly registry: Registry
  readonly visibility: Visibility
}): Drivers {
  const { clock, store, registry, visibility } = deps
  return {
    async *list(account) {
      const seen = visibility.devices(account)
      for (let at = 0; at < seen.length; at += PAGE) {
        const page = seen.slice(at, at + PAGE)
        const keys = page.map(({ key }) => key)
        const [words, since] = await Promise.all([store.words(keys), store.since(keys)])
        yield page.map(({ key, deviceId: deviceid, driver }) => {
          const { updateS = 0, gender = '', phone = '', birthday = '' } = words.get(key) ?? {}
          return { deviceid, driver, gender, phone, birthday, update: Math.max(updateS, since.get(key) ?? 0) }
        })
      }
    },
    async save(account, { deviceid, driver, ...words }) {
      const device = visibility.device(account, deviceid)
      if (device === undefined) throw new AppError('unknown-device')
      const said = Object.entries(words).filter(([, word]) => word !== undefined)
      if (said.length > 0) await store.save(device.key, Object.fromEntries(said), Math.floor(clock.nowMs() / 1000))
      if (driver === undefined) return
      if ((await registry.edit(device.deviceId, () => ({ driver }))) === 'unknown') throw new AppError('unknown-device')
    },
  }
}
