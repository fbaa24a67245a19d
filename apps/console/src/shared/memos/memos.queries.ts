import {
  type CarMemo,
  type Customer,
  carMemoPath,
  carMemosSchema,
  customerPath,
  customersSchema,
} from '@fleetglass/contract/memos'
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerCall, useSession } from '../../engines/channel/index.ts'

/** Others write too. */
const refreshMs = 60_000

/** The two extra memos of a device, the first column first. */
export type MemoPair = readonly [string, string]

/** By device; nothing before they have come, and none where the site has no extra memos. */
export function useCarMemos(offered: boolean): ReadonlyMap<string, MemoPair> {
  const call = useServerCall()
  return useKept(['car-memos'], offered, async () => toPairs(carMemosSchema.parse(await call('POST', carMemoPath, {}))))
}

/** By device; none outside the peer-to-peer deployment. */
export function useCustomers(offered: boolean): ReadonlyMap<string, Customer> {
  const call = useServerCall()
  return useKept(['customers'], offered, async () =>
    byDevice(customersSchema.parse(await call('POST', customerPath, {}))),
  )
}

/** Saves one memo; what is shown afterwards is what was saved (MEMO-11). */
export function useSaveMemo() {
  const call = useServerCall()
  const queries = useQueryClient()
  const { userName } = useSession()
  return useMutation({
    mutationFn: (memo: CarMemo) => call('PUT', carMemoPath, memo),
    onSuccess: (_, memo) =>
      queries.setQueryData<ReadonlyMap<string, MemoPair>>(['car-memos', userName], (old = new Map()) =>
        withMemo(old, memo),
      ),
  })
}

/** Saves one customer; the server answers the whole list. */
export function useSaveCustomer() {
  const call = useServerCall()
  const queries = useQueryClient()
  const { userName } = useSession()
  return useMutation({
    mutationFn: async (customer: Customer) =>
      customersSchema.parse(await call('PUT', customerPath, { dkcustomer: customer })),
    onSuccess: (kept) => queries.setQueryData(['customers', userName], byDevice(kept)),
  })
}

function useKept<T>(
  key: QueryKey,
  enabled: boolean,
  queryFn: () => Promise<ReadonlyMap<string, T>>,
): ReadonlyMap<string, T> {
  const { userName } = useSession()
  const { data = none } = useQuery({
    queryKey: [...key, userName],
    enabled,
    queryFn,
    retry: false,
    // A refused request is not sent again.
    refetchInterval: ({ state }) => (state.status === 'error' ? false : refreshMs),
  })
  return data as ReadonlyMap<string, T>
}

const none: ReadonlyMap<string, never> = new Map<string, never>()

function byDevice(customers: readonly Customer[]): ReadonlyMap<string, Customer> {
  return new Map(customers.map((customer) => [customer.deviceid, customer]))
}

function toPairs(memos: readonly CarMemo[]): ReadonlyMap<string, MemoPair> {
  return memos.reduce<ReadonlyMap<string, MemoPair>>(withMemo, new Map())
}

function withMemo(old: ReadonlyMap<string, MemoPair>, { deviceid, type, memo }: CarMemo): Map<string, MemoPair> {
  const [first, second] = old.get(deviceid) ?? ['', '']
  return new Map(old).set(deviceid, type === 0 ? [memo, second] : [first, memo])
}
