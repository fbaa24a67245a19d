import { DIRECTIONS_PLACES_MAX, directionsAnswerSchema, directionsPath } from '@fleetglass/contract/directions'
import {
  type PlannedRoute,
  type RouteRequest,
  routeListPath,
  routeListSchema,
  routePath,
  routeSchema,
} from '@fleetglass/contract/routes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import type { MapPlace } from '../../engines/map/index.ts'
import { askJson, callJson } from '../../platform/http/index.ts'
import type { Position, Way } from './route-draft.ts'

const routesKey = ['routes'] as const

/** The 32 routes, as the server has them. */
export function useRoutes() {
  const { userName } = useSession()
  const routes = useQuery({
    queryKey: [...routesKey, userName],
    queryFn: async () => routeListSchema.parse(await askJson('GET', routeListPath)),
  })
  return {
    routes: routes.data ?? [],
    loading: routes.isPending,
    failed: routes.isError,
    again: () => void routes.refetch(),
  }
}

/** What reads and writes one of them; each throws with the sentence that is to be shown. */
export function useRouteCalls() {
  const { userName: username, passwordHash: password } = useSession()
  const queries = useQueryClient()
  return {
    load: async (index: number): Promise<PlannedRoute> => routeSchema.parse(await askJson('GET', routePath(index))),
    /** Answers the message of the server. */
    async save(index: number, route: RouteRequest): Promise<string> {
      const answer = await askJson('PUT', routePath(index), { username, password, ...route })
      await queries.invalidateQueries({ queryKey: routesKey })
      const { message } = answer as { readonly message?: unknown }
      return typeof message === 'string' ? message : ''
    },
  }
}

/** The way through positions (ROUTE-15); straight where no directions server answers (ROUTE-34). */
export function useWay(positions: readonly Position[]): Way {
  const { userName: username, passwordHash: password } = useSession()
  const places = positions.map(({ lat, lng }) => ({ lat, lng }))
  const { data } = useQuery({
    queryKey: ['way', places],
    enabled: places.length >= 2,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => askWay(places, { username, password }),
  })
  if (places.length < 2) return { kind: 'none' }
  return data ?? { kind: 'looking' }
}

async function askWay(places: readonly MapPlace[], credentials: object): Promise<Way> {
  const straight = (reason: string): Way => ({ kind: 'straight', way: places, reason })
  if (places.length > DIRECTIONS_PLACES_MAX) return straight('')
  const reply = await callJson('POST', directionsPath, { ...credentials, places })
  if (!reply.ok) return straight(reply.reason)
  const answer = directionsAnswerSchema.safeParse(reply.value)
  return answer.success ? answer.data : straight('the answer of the server could not be read')
}
