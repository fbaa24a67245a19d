import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClock } from '../preferences/index.ts'

/**
 * A query that is sent again every `everyMs` of the console's clock while the component is there. A query that
 * is not answered yet is not sent a second time. The place that shows the answer shows a failure too.
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
