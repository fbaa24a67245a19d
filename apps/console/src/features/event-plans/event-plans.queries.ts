import { type PlanKind, webhookSecretPath, webhookSecretSchema } from '@fleetglass/contract/event-plans'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerCall } from '../../engines/channel/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'
import { type Plan, placeOfPlan, planKinds, readPlans } from './plan-kinds.ts'

export function usePlans(kind: PlanKind) {
  return useQuery({
    queryKey: ['event-plans', kind],
    queryFn: async (): Promise<readonly Plan[]> => readPlans(kind, await askJson('GET', planKinds[kind].path)),
    retry: mayAskAgain,
  })
}

/** A plan as it is to be stored, and where it was until now; null: where it is, or nowhere. */
interface SavedPlan {
  readonly plan: Plan
  readonly from: Plan | null
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
      mutationFn: async ({ plan: { updatetime: _, ...plan }, from }: SavedPlan) => {
        const method = plan.updateMode === 'GROUP' ? 'PUT' : 'POST'
        const moved = from === null ? {} : { replaces: placeOfPlan(from) }
        return readPlans(kind, await call(method, path, { [field]: plan, ...moved }))
      },
      onSuccess,
      // PLAN-39: of this kind the notice has its title only.
      ...(kind === 'realtime' && { meta: { saysItself: true as const }, onError: () => void notify.error('') }),
    }),
    remove: useMutation({
      mutationFn: async (plan: Plan) => readPlans(kind, await call('DELETE', path, { [field]: placeOfPlan(plan) })),
      onSuccess,
    }),
    removeOfDevice: useMutation({
      mutationFn: async (deviceid: string) => readPlans(kind, await call('DELETE', path, { deviceid })),
      onSuccess,
    }),
  }
}

export function useWebhookSecret() {
  const call = useServerCall()
  return useMutation({
    mutationFn: async (script: string) =>
      webhookSecretSchema.parse(await call('POST', webhookSecretPath, { script })).secret,
  })
}
