import type { CarMemo, Customer } from '@fleetglass/contract/memos'
import type { Database } from '../../platform/database/index.ts'

type CustomerWords = Omit<Customer, 'deviceid'>

interface Tables {
  car_memos: { device_key: number; type: number; memo: string }
  device_customers: CustomerWords & { device_key: number }
}

/** Devices whose words are read at once. */
export const PAGE_DEVICES = 200
const NO_KEY = -1

/** Words beside devices, by the key of the device. */
export interface MemoStore {
  /** Those that are not empty, page by page. */
  memos(): AsyncGenerator<(Pick<CarMemo, 'memo' | 'type'> & { deviceKey: number })[]>
  saveMemo(deviceKey: number, type: CarMemo['type'], memo: string): Promise<void>
  customers(): AsyncGenerator<(CustomerWords & { deviceKey: number })[]>
  saveCustomer(deviceKey: number, customer: CustomerWords): Promise<void>
}

export function createMemoStore(database: Database): MemoStore {
  const db = database.tables<Tables>()
  return {
    async *memos() {
      for (let lastKey = NO_KEY; ; ) {
        // A device has one memo of each type: whole devices on a page, so that its key is the position of the next page.
        const keys = db
          .selectFrom('car_memos')
          .select('device_key')
          .distinct()
          .where('device_key', '>', lastKey)
          .orderBy('device_key')
          .limit(PAGE_DEVICES)
        const rows = await db
          .selectFrom('car_memos')
          .selectAll()
          .where('device_key', 'in', keys)
          .orderBy('device_key')
          .orderBy('type')
          .execute()
        const last = rows.at(-1)
        if (last === undefined) return
        yield rows
          .filter(({ memo }) => memo !== '')
          .map(({ device_key, type, memo }) => ({ deviceKey: device_key, type: type as CarMemo['type'], memo }))
        lastKey = last.device_key
      }
    },
    async saveMemo(deviceKey, type, memo) {
      await db
        .insertInto('car_memos')
        .values({ device_key: deviceKey, type, memo })
        .onConflict((conflict) => conflict.columns(['device_key', 'type']).doUpdateSet({ memo }))
        .execute()
    },
    async *customers() {
      for (let lastKey = NO_KEY; ; ) {
        const rows = await db
          .selectFrom('device_customers')
          .selectAll()
          .where('device_key', '>', lastKey)
          .orderBy('device_key')
          .limit(PAGE_DEVICES)
          .execute()
        const last = rows.at(-1)
        if (last === undefined) return
        yield rows.map(({ device_key, ...words }) => ({ deviceKey: device_key, ...words }))
        lastKey = last.device_key
      }
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
