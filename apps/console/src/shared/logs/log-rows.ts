import { LOG_LISTED_ROWS, LOG_PAGE_ROWS } from '@fleetglass/contract/envelope'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { useServerCall } from '../../engines/channel/index.ts'
import { mayAskAgain } from '../../platform/http/index.ts'

/** What a log is asked for; `turn` grows with each query, so that the same one is asked again. */
export interface LogQuery {
  readonly fields: Readonly<Record<string, unknown>>
  readonly turn: number
}

/** The rows of a query, a page at a time, newest first. Rows that were written meanwhile move others to the next page: each is shown once. */
export function useLogRows<Row>(source: LogSource<Row>, query: LogQuery | null) {
  const call = useServerCall()
  const answer = useInfiniteQuery({
    queryKey: ['log', source.path, query],
    enabled: query !== null,
    queryFn: async ({ pageParam: offset }) =>
      source.rows.parse(await call('POST', source.path, { ...query?.fields, offset, limit: LOG_PAGE_ROWS })),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.length * LOG_PAGE_ROWS
      return last.length < LOG_PAGE_ROWS || loaded >= LOG_LISTED_ROWS ? undefined : loaded
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: mayAskAgain,
    meta: source.isNoticed === true ? {} : { saysItself: true },
  })
  const loaded = answer.data?.pages.flat() ?? []
  const rows = [...new Map(loaded.map((row) => [source.keyOf(row), row])).values()]
  return { ...answer, rows, isCut: loaded.length >= LOG_LISTED_ROWS }
}

/** Where the rows of a log come from. */
export interface LogSource<Row> {
  readonly path: string
  readonly rows: z.ZodType<readonly Row[]>
  readonly keyOf: (row: Row) => string
  /** A failure is a notice too, and not only in place of the rows. */
  readonly isNoticed?: true
}
