import { AppError } from '@fleetglass/contract/errors'
import type { CarMemo, Customer } from '@fleetglass/contract/memos'
import { createConcurrencyLimiter } from '../../platform/limits/index.ts'
import type { Account, RegisteredDevice, Registry, Visibility } from '../../services/directory/index.ts'
import type { MemoStore } from './memos.store.ts'

export interface MemosDeps {
  readonly store: MemoStore
  readonly registry: Pick<Registry, 'byKey'>
  readonly visibility: Visibility
  /** Whether this is the peer-to-peer deployment: elsewhere there are no customers. */
  readonly peerToPeer: boolean
}

/** A list that is read while it is sent. `close` is to be called when no client reads any more. */
export interface Words<T> {
  readonly pages: AsyncIterable<T[]>
  readonly close: () => void
}

/** Each throws a refusal for a device that is not there for the account, and while too many lists of it are being read. */
export interface Memos {
  /** Of all devices that the account sees; an empty memo is none. */
  memos(account: Account): Promise<Words<CarMemo>>
  saveMemo(account: Account, memo: CarMemo): Promise<void>
  customers(account: Account): Promise<Words<Customer>>
  saveCustomer(account: Account, customer: Customer): Promise<void>
}

export function createMemos({ store, registry, visibility, peerToPeer }: MemosDeps): Memos {
  const find = (account: Account, deviceId: string): RegisteredDevice => {
    const device = visibility.device(account, deviceId)
    if (device === undefined) throw new AppError('unknown-device')
    return device
  }
  /** The id of a device that the account sees; words outlive the registration of their device. */
  const visibleId = (account: Account, deviceKey: number): string | null => {
    const device = registry.byKey(deviceKey)
    return device !== undefined && visibility.sees(account, device) ? device.deviceId : null
  }
  const requirePeers = (): void => {
    if (!peerToPeer) throw new AppError('customers-unavailable')
  }
  const limiter = createConcurrencyLimiter()
  async function* visible<T extends { deviceKey: number }>(account: Account, pages: AsyncIterable<T[]>) {
    for await (const page of pages) {
      yield page.flatMap(({ deviceKey, ...words }) => {
        const deviceid = visibleId(account, deviceKey)
        return deviceid === null ? [] : [{ deviceid, ...words }]
      })
    }
  }
  return {
    async memos(account) {
      const close = await limiter.acquire(account.id)
      return { pages: visible(account, store.memos()), close }
    },
    saveMemo: async (account, { deviceid, type, memo }) => store.saveMemo(find(account, deviceid).key, type, memo),
    async customers(account) {
      requirePeers()
      const close = await limiter.acquire(account.id)
      return { pages: visible(account, store.customers()), close }
    },
    async saveCustomer(account, { deviceid, ...words }) {
      requirePeers()
      await store.saveCustomer(find(account, deviceid).key, words)
    },
  }
}
