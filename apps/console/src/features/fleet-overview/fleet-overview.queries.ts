import { type FleetOverviewRequest, fleetOverviewPath, fleetOverviewSchema } from '@fleetglass/contract/fleet-overview'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'

/** Figures that are shown again within this time are not asked for again. */
const FRESH_MS = 60_000

/** The figures of a period. While those of another period are on their way, the old ones stay. */
export function useFleetOverview(request: FleetOverviewRequest) {
  const { userName: username, passwordHash: password } = useSession()
  return useQuery({
    queryKey: ['fleet-overview', username, request],
    queryFn: async () =>
      fleetOverviewSchema.parse(await askJson('POST', fleetOverviewPath, { username, password, ...request })),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    retry: mayAskAgain,
    meta: { saysItself: true },
  })
}
