import { netflowPath, netflowSchema } from '@fleetglass/contract/netflow'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'
import { type Month, monthRange } from './months.ts'

/** The month that was asked with the button; `turn` grows with each query, so that the same month is asked again. */
export interface NetflowQuery {
  readonly month: Month
  readonly turn: number
}

/** What the devices moved in a month, by device and day. */
export function useNetflow(query: NetflowQuery | null) {
  const { userName: username, passwordHash: password } = useSession()
  return useQuery({
    queryKey: ['netflow', username, query],
    enabled: query !== null,
    queryFn: async () => {
      if (query === null) return []
      const asked = { username, password, ...monthRange(query.month) }
      return netflowSchema.parse(await askJson('POST', netflowPath, asked))
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: mayAskAgain,
  })
}
