import {
  type FirmwarePlan,
  type FirmwarePlanEdit,
  firmwarePlansPath,
  firmwarePlansSchema,
  type NewFirmwarePlan,
} from '@fleetglass/contract/firmware'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerCall, useSession } from '../../engines/channel/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'

const PLANS = 'firmware-plans'

export function useFirmwarePlans() {
  const { userName } = useSession()
  return useQuery({
    queryKey: [PLANS, userName],
    queryFn: async () => firmwarePlansSchema.parse(await askJson('GET', firmwarePlansPath)),
    retry: mayAskAgain,
  })
}

/** Adds, changes, deletes. Each answer is the whole list. */
export function usePlanWrites() {
  const call = useServerCall()
  const queries = useQueryClient()
  const { userName } = useSession()
  const onSuccess = (answer: unknown): void => {
    queries.setQueryData<readonly FirmwarePlan[]>([PLANS, userName], firmwarePlansSchema.parse(answer))
  }
  const add = useMutation({ mutationFn: (plan: NewFirmwarePlan) => call('POST', firmwarePlansPath, plan), onSuccess })
  const edit = useMutation({
    mutationFn: (change: FirmwarePlanEdit) => call('PUT', firmwarePlansPath, change),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: ({ autofwid }: FirmwarePlan) => call('DELETE', firmwarePlansPath, { autofwid }),
    onSuccess,
  })
  return { add, edit, remove }
}
