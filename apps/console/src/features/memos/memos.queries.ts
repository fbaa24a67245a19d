import {
  type CarMemo,
  type Customer,
  carMemoPath,
  carMemosSchema,
  customerPath,
  customersSchema,
} from '@fleetglass/contract/memos'
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { callJson } from '../../platform/http/index.ts'
import { usePreferences } from '../../platform/preferences/index.ts'
import { notify } from '../../ui/index.ts'

/** Others write too. */
const refreshMs = 60_000

/** The two extra memos of a device, the first column first. */
export type MemoPair = readonly [string, string]

/** By device; nothing before they have come, and none where the site has no extra memos. */
export function useCarMemos(offered: boolean): ReadonlyMap<string, MemoPair> {
  const call = useCall()
  return useKept(['car-memos'], offered, async () => toPairs(carMemosSchema.parse(await call('POST', carMemoPath, {}))))
}

/** By device; none outside the peer-to-peer deployment. */
export function useCustomers(offered: boolean): ReadonlyMap<string, Customer> {
  const call = useCall()
  return useKept(['customers'], offered, async () =>
    byDevice(customersSchema.parse(await call('POST', customerPath, {}))),
  )
}

/** What saves; each answers whether it was saved, and what is shown is what is kept (MEMO-11). */
export function useMemoCommands() {
  const call = useCall()
  const queries = useQueryClient()
  const { userName } = useSession()
  return {
    async saveMemo(memo: CarMemo): Promise<boolean> {
      try {
        await call('PUT', carMemoPath, memo)
      } catch {
        return false
      }
      queries.setQueryData<ReadonlyMap<string, MemoPair>>(['car-memos', userName], (old = new Map()) =>
        withMemo(old, memo),
      )
      return true
    },
    async saveCustomer(customer: Customer): Promise<boolean> {
      try {
        const kept = customersSchema.parse(await call('PUT', customerPath, { dkcustomer: customer }))
        queries.setQueryData(['customers', userName], byDevice(kept))
        return true
      } catch {
        return false
      }
    },
  }
}

/**
 * Calls the server as the one who is logged in. Throws when there is no answer: a refusal is told in the server's words
 * (ERR0-02), a fault of the way there is only logged (ERR0-04).
 */
function useCall() {
  const { userName: username, passwordHash: password } = useSession()
  const { log } = usePreferences()
  return async (method: 'POST' | 'PUT', path: string, body: object): Promise<unknown> => {
    const reply = await callJson(method, path, { username, password, ...body })
    if (reply.ok) return reply.value
    if (reply.kind === 'refused') notify.error(reply.reason, { id: path })
    else log(`${method} ${path}: ${reply.reason}`)
    throw new Error(reply.reason)
  }
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
    // What was refused is not asked for again and again.
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
