import type { CarMemo, Customer } from '@fleetglass/contract/memos'
import type { Database } from '../../platform/database/index.ts'

type CustomerWords = Omit<Customer, 'deviceid'>

interface Tables {
  car_memos: { device_key: number; type: number; memo: string }
  device_customers: CustomerWords & { device_key: number }
}

/** Words beside devices, by the key of the device. */
export interface MemoStore {
  memos(): Promise<(Pick<CarMemo, 'memo' | 'type'> & { deviceKey: number })[]>
  saveMemo(deviceKey: number, type: CarMemo['type'], memo: string): Promise<void>
  customers(): Promise<(CustomerWords & { deviceKey: number })[]>
  saveCustomer(deviceKey: number, customer: CustomerWords): Promise<void>
}

export function createMemoStore(database: Database): MemoStore {
  const db = database.tables<Tables>()
  return {
    async memos() {
      const rows = await db.selectFrom('car_memos').selectAll().execute()
      return rows.map(({ device_key, type, memo }) => ({ deviceKey: device_key, type: type as CarMemo['type'], memo }))
    },
    async saveMemo(deviceKey, type, memo) {
      await db
        .insertInto('car_memos')
        .values({ device_key: deviceKey, type, memo })
        .onConflict((conflict) => conflict.columns(['device_key', 'type']).doUpdateSet({ memo }))
        .execute()
    },
    async customers() {
      const rows = await db.selectFrom('device_customers').selectAll().execute()
      return rows.map(({ device_key, ...words }) => ({ deviceKey: device_key, ...words }))
    },
    async saveCustomer(deviceKey, customer) {
      await db
        .insertInto('device_customers')
        .values({ device_key: deviceKey, ...customer })
        .onConflict((conflict) => conflict.column('device_key').doUpdateSet(customer))
        .execute()
    },
  }
}
