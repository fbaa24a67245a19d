import { failureTexts } from '@fleetglass/contract/envelope'
import type { CarMemo, Customer } from '@fleetglass/contract/memos'
import type { RegisteredDevice, Registry } from '../../engines/registry/index.ts'
import type { Account } from '../../platform/account/index.ts'
import { refused } from '../../platform/refusal/index.ts'
import type { Visibility } from '../devices/index.ts'
import type { MemoStore } from './memos.store.ts'

export interface MemosDeps {
  readonly store: MemoStore
  readonly registry: Pick<Registry, 'byKey'>
  readonly visibility: Visibility
  /** Whether this is the peer-to-peer deployment: elsewhere there are no customers. */
  readonly peerToPeer: boolean
}

/** Each throws a refusal for a device that is not there for the account. */
export interface Memos {
  /** Of all devices that the account sees; an empty memo is none. */
  memos(account: Account): Promise<CarMemo[]>
  saveMemo(account: Account, memo: CarMemo): Promise<void>
  customers(account: Account): Promise<Customer[]>
  saveCustomer(account: Account, customer: Customer): Promise<void>
}

export function createMemos({ store, registry, visibility, peerToPeer }: MemosDeps): Memos {
  const find = (account: Account, deviceId: string): RegisteredDevice => {
    const device = visibility.device(account, deviceId)
    if (device === undefined) throw refused(failureTexts.unknownDevice)
    return device
  }
  /** The id of a device that the account sees; words outlive the registration of their device. */
  const visibleId = (account: Account, deviceKey: number): string | null => {
    const device = registry.byKey(deviceKey)
    return device !== undefined && visibility.sees(account, device) ? device.deviceId : null
  }
  const requirePeers = (): void => {
    if (!peerToPeer) throw refused('customers are kept in the peer-to-peer deployment only')
  }
  return {
    async memos(account) {
      const rows = await store.memos()
      return rows.flatMap(({ deviceKey, type, memo }) => {
        const deviceid = visibleId(account, deviceKey)
        return deviceid === null || memo === '' ? [] : [{ deviceid, type, memo }]
      })
    },
    saveMemo: async (account, { deviceid, type, memo }) => store.saveMemo(find(account, deviceid).key, type, memo),
    async customers(account) {
      requirePeers()
      const rows = await store.customers()
      return rows.flatMap(({ deviceKey, ...words }) => {
        const deviceid = visibleId(account, deviceKey)
        return deviceid === null ? [] : [{ deviceid, ...words }]
      })
    },
    async saveCustomer(account, { deviceid, ...words }) {
      requirePeers()
      await store.saveCustomer(find(account, deviceid).key, words)
    },
  }
}
