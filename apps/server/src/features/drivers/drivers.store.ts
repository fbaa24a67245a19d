import type { DriverInfo } from '@fleetglass/contract/drivers'
import type { Database } from '../../platform/database/index.ts'

/** The stored record of a driver without the name, which is a field of the device. */
export type DriverWords = Pick<DriverInfo, 'gender' | 'phone' | 'birthday'>

interface Tables {
  driver_infos: { device_key: number; update_s: number; gender: DriverInfo['gender']; phone: string; birthday: string }
  device_drivers: { device_key: number; since_s: number; driver: string }
}

export interface DriverStore {
  /** By device. */
  words(keys: readonly number[]): Promise<ReadonlyMap<number, DriverWords & { readonly updateS: number }>>
  /** Since when each device has the driver it has, unix seconds. */
  since(keys: readonly number[]): Promise<ReadonlyMap<number, number>>
  save(deviceKey: number, words: Partial<DriverWords>, updateS: number): Promise<void>
}

export function createDriverStore(database: Database): DriverStore {
  const db = database.tables<Tables>()
  return {
    async words(keys) {
      const rows = await db.selectFrom('driver_infos').selectAll().where('device_key', 'in', keys).execute()
      return new Map(rows.map(({ device_key, update_s: updateS, ...words }) => [device_key, { ...words, updateS }]))
    },
    async since(keys) {
      const rows = await db
        .selectFrom('device_drivers')
        .select(({ fn }) => ['device_key', fn.max<number>('since_s').as('since_s')])
        .where('device_key', 'in', keys)
        .groupBy('device_key')
        .execute()
      return new Map(rows.map((row) => [row.device_key, Number(row.since_s)]))
    },
    async save(deviceKey, words, updateS) {
      const blank = { gender: '', phone: '', birthday: '' } as const
      await db
        .insertInto('driver_infos')
        .values({ device_key: deviceKey, ...blank, ...words, update_s: updateS })
        .onConflict((conflict) => conflict.column('device_key').doUpdateSet({ ...words, update_s: updateS }))
        .execute()
    },
  }
}
