import { type EventDelivery, eventDeliveriesPath, eventDeliveriesSchema } from '@fleetglass/contract/event-plans'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerCall, useSession } from '../../engines/channel/index.ts'
import { mayAskAgain } from '../../platform/http/index.ts'

const LOG_MS = 5_000

/** All deliveries, or those of report files. */
export type DeliveriesOf = 'all' | 'reports'

/** What was sent, the newest first, read again while it is looked at. */
export function useDeliveries(of: DeliveriesOf) {
  const call = useServerCall()
  const { userName } = useSession()
  return useQuery({
    queryKey: keyOf(userName, of),
    queryFn: async (): Promise<readonly EventDelivery[]> =>
      eventDeliveriesSchema.parse(await call('POST', eventDeliveriesPath, { reports: of === 'reports' })),
    refetchInterval: LOG_MS,
    retry: mayAskAgain,
  })
}

export function useSendAgain(of: DeliveriesOf) {
  const call = useServerCall()
  const { userName } = useSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) =>
      eventDeliveriesSchema.parse(await call('PUT', eventDeliveriesPath, { id, reports: of === 'reports' })),
    onSuccess: (list) => queries.setQueryData(keyOf(userName, of), list),
  })
}

const keyOf = (userName: string, of: DeliveriesOf) => ['deliveries', userName, of] as const
