import { type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { mayAskAgain } from '../../platform/http/index.ts'
import type { Sort } from './columns.ts'

/** Rows of a request. A table that is scrolled fast requests at most the pages in sight and the nearest one; the cache drops others after its time. */
const PAGE_ROWS = 100
/** Rows that are so near to those in sight are requested with them, so that a table that is scrolled shows few that wait. */
const NEAR_ROWS = 50

export interface RowsRequest {
  readonly offset: number
  readonly limit: number
  readonly sort: Sort | null
}

export interface RowsPage<Row> {
  readonly rows: readonly Row[]
  /** Of all rows that match, on the server. */
  readonly total: number
}

/** Rows that the server sorts, filters and sends a page at a time. */
export interface ServerRows<Row> {
  readonly state: 'loading' | 'failed' | 'ready'
  /** Why the first or a later page did not come; null when all came. */
  readonly reason: string | null
  readonly total: number
  readonly rowAt: (index: number) => Row | undefined
  readonly sort: Sort | null
  readonly setSort: (sort: Sort) => void
  readonly onRange: (first: number, last: number) => void
  /** Changes with filter and sorting. */
  readonly scrollKey: string
  readonly isBusy: boolean
  /** Requests the pages that failed again. */
  readonly retry: () => void
  /** Requests the pages in sight again: after a write. */
  readonly refresh: () => Promise<void>
}

/** `queryKey` contains whatever filters the rows: another key means other rows. */
export function useServerRows<Row>(options: {
  readonly queryKey: QueryKey
  readonly fetchRows: (request: RowsRequest, signal: AbortSignal) => Promise<RowsPage<Row>>
  readonly sort?: Sort
}): ServerRows<Row> {
  const { queryKey, fetchRows } = options
  const queries = useQueryClient()
  const [sort, setSort] = useState<Sort | null>(options.sort ?? null)
  const [pages, setPages] = useState({ first: 0, last: 0 })
  const scrollKey = JSON.stringify([queryKey, sort])
  const [shownFor, setShownFor] = useState(scrollKey)
  if (shownFor !== scrollKey) {
    setShownFor(scrollKey)
    setPages({ first: 0, last: 0 })
  }
  // Page 0 stays, since it has the number of rows.
  const wanted = [...new Set([0, ...numbersFrom(pages.first, pages.last)])]
  const results = useQueries({
    queries: wanted.map((page) => ({
      queryKey: [...queryKey, sort, page],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        fetchRows({ offset: page * PAGE_ROWS, limit: PAGE_ROWS, sort }, signal),
      retry: mayAskAgain,
      meta: { saysItself: true as const },
    })),
  })
  const [first] = results
  const totals = results.flatMap(({ data }) => (data === undefined ? [] : [data.total]))
  // While other rows are loading the table keeps its height, so that it does not jump.
  const lastTotal = useRef(0)
  if (totals.length > 0) lastTotal.current = totals.at(-1) ?? 0
  const failed = results.filter(({ isError }) => isError)
  const isEmptySoFar = totals.length === 0
  const onRange = useCallback((from: number, to: number): void => {
    const [near, far] = [Math.max(0, from - NEAR_ROWS), Math.min(to + NEAR_ROWS, Math.max(to, lastTotal.current - 1))]
    const next = { first: Math.floor(near / PAGE_ROWS), last: Math.floor(far / PAGE_ROWS) }
    setPages((now) => (now.first === next.first && now.last === next.last ? now : next))
  }, [])
  return {
    state: isEmptySoFar && first?.isError ? 'failed' : isEmptySoFar && lastTotal.current === 0 ? 'loading' : 'ready',
    reason: failed[0]?.error?.message ?? null,
    total: lastTotal.current,
    rowAt: (index) => {
      const place = wanted.indexOf(Math.floor(index / PAGE_ROWS))
      return results[place]?.data?.rows[index % PAGE_ROWS]
    },
    sort,
    setSort,
    onRange,
    scrollKey,
    isBusy: results.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
    refresh: () => queries.invalidateQueries({ queryKey }),
  }
}

function numbersFrom(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, step) => first + step)
}
