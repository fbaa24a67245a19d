import {
  type FleetHealthRequest,
  fleetHealthPath,
  fleetHealthSchema,
  HEALTH_PERIOD_MS,
} from '@fleetglass/contract/fleet-overview'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'
import { useSettled } from '../../platform/queries/index.ts'

/** A page of devices, read again while it is seen. While another page is on its way, the one before stays. */
export function useFleetHealth(asked: Partial<FleetHealthRequest>) {
  const { userName: username, passwordHash: password } = useSession()
  const request = { ...asked, search: useSettled(asked.search ?? '') }
  return useQuery({
    queryKey: ['fleet-health', username, request],
    queryFn: async () =>
      fleetHealthSchema.parse(await askJson('POST', fleetHealthPath, { username, password, ...request })),
    placeholderData: keepPreviousData,
    refetchInterval: HEALTH_PERIOD_MS,
    gcTime: 0,
    retry: mayAskAgain,
    meta: { saysItself: true },
  })
}
