import {
  type EventDelivery,
  eventDeliveriesPath,
  eventDeliveriesSchema,
  type PlanKind,
  webhookSecretPath,
  webhookSecretSchema,
} from '@fleetglass/contract/event-plans'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerCall } from '../../engines/channel/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'
import { type Plan, planKinds, readPlans } from './plan-kinds.ts'

const LOG_MS = 5_000
const logKey = ['event-plans', 'deliveries'] as const

export function usePlans(kind: PlanKind) {
  return useQuery({
    queryKey: ['event-plans', kind],
    queryFn: async (): Promise<readonly Plan[]> => readPlans(kind, await askJson('GET', planKinds[kind].path)),
    retry: mayAskAgain,
  })
}

/** Each write is answered with the whole list, which is shown at once. */
export function usePlanWrites(kind: PlanKind) {
  const t = useText()
  const call = useServerCall()
  const queries = useQueryClient()
  const { path, field } = planKinds[kind]
  const onSuccess = (list: readonly Plan[]): void => {
    queries.setQueryData(['event-plans', kind], list)
    notify.success(t('eventPlans.saved'))
  }
  return {
    save: useMutation({
      mutationFn: async ({ updatetime: _, ...plan }: Plan) =>
        readPlans(kind, await call(plan.updateMode === 'GROUP' ? 'PUT' : 'POST', path, { [field]: plan })),
      onSuccess,
      // PLAN-39: of this kind the notice has its title only.
      ...(kind === 'realtime' && { meta: { saysItself: true as const }, onError: () => void notify.error('') }),
    }),
    remove: useMutation({
      mutationFn: async ({ deviceid, groupid, appdevid, updateMode }: Plan) =>
        readPlans(kind, await call('DELETE', path, { [field]: { deviceid, groupid, appdevid, updateMode } })),
      onSuccess,
    }),
    removeOfDevice: useMutation({
      mutationFn: async (deviceid: string) => readPlans(kind, await call('DELETE', path, { deviceid })),
      onSuccess,
    }),
  }
}

/** What was sent, the newest first, read again while it is looked at. */
export function useDeliveries() {
  const call = useServerCall()
  return useQuery({
    queryKey: logKey,
    queryFn: async (): Promise<readonly EventDelivery[]> =>
      eventDeliveriesSchema.parse(await call('POST', eventDeliveriesPath, {})),
    refetchInterval: LOG_MS,
    retry: mayAskAgain,
  })
}

export function useSendAgain() {
  const call = useServerCall()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => eventDeliveriesSchema.parse(await call('PUT', eventDeliveriesPath, { id })),
    onSuccess: (list) => queries.setQueryData(logKey, list),
  })
}

export function useWebhookSecret() {
  const call = useServerCall()
  return useMutation({
    mutationFn: async (script: string) =>
      webhookSecretSchema.parse(await call('POST', webhookSecretPath, { script })).secret,
  })
}
