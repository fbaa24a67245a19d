import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClock } from '../preferences/index.ts'

/**
 * A question to the server that is asked again every `everyMs` of the console's clock while the component is there. A question that
 * is not answered yet is not asked a second time. The place that shows the answer shows a failure too.
 */
export function usePolledQuery<Answer>(options: {
  readonly queryKey: QueryKey
  readonly queryFn: () => Promise<Answer>
  readonly everyMs: number
}): UseQueryResult<Answer> {
  const { queryKey, queryFn, everyMs } = options
  const clock = useClock()
  const query = useQuery({
    queryKey,
    queryFn,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { saysItself: true },
  })
  const { refetch } = query
  useEffect(() => {
    const timer = clock.every(everyMs, () => void refetch({ cancelRefetch: false }))
    return () => timer.cancel()
  }, [clock, everyMs, refetch])
  return query
}
