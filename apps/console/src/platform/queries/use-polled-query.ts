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
  /** Whether the next answer may be another one; left out: always. */
  readonly mayChange?: (answer: Answer) => boolean
  /** Nothing is sent meanwhile. */
  readonly isPaused?: boolean
}): UseQueryResult<Answer> {
  const { queryKey, queryFn, everyMs, mayChange, isPaused = false } = options
  const clock = useClock()
  const query = useQuery({
    queryKey,
    queryFn,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { saysItself: true },
  })
  const { data, refetch } = query
  const isOver = mayChange !== undefined && data !== undefined && !mayChange(data)
  useEffect(() => {
    if (isOver || isPaused) return undefined
    const timer = clock.every(everyMs, () => void refetch({ cancelRefetch: false }))
    return () => timer.cancel()
  }, [clock, everyMs, isOver, isPaused, refetch])
  return query
}
