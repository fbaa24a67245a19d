// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../virtual-list.fixtures.ts'
import { type DataColumn, type RowsRequest, ServerTable, useServerRows } from './index.ts'

interface Entry {
  readonly number: number
}

const columns: readonly DataColumn<Entry>[] = [
  { id: 'number', label: 'Number', text: ({ number }) => `entry ${number}` },
]
const requests: RowsRequest[] = []
const total = 10_000
let failsAt: number | null = null

async function fetchRows(filter: string, request: RowsRequest) {
  requests.push(request)
  const { offset, limit, sort } = request
  if (offset === failsAt) throw new Error('disk is full')
  if (filter === 'nothing') return { rows: [], total: 0 }
  const rows = Array.from({ length: limit }, (_, index) => ({
    number: sort?.desc ? total - offset - index : offset + index + 1,
  }))
  return { rows, total }
}

function Entries({ filter = '' }: { readonly filter?: string }) {
  const rows = useServerRows({
    queryKey: ['entries', filter],
    fetchRows: (request) => fetchRows(filter, request),
    sort: { id: 'number', desc: false },
  })
  return (
    <ServerTable
      label="Entries"
      columns={columns}
      rows={rows}
      keyOf={({ number }) => String(number)}
      nameColumn="number"
      isFiltered={filter !== ''}
      emptyTitle="No entries yet"
    />
  )
}

let giveBack: () => void
beforeAll(() => startAllTexts())
beforeEach(() => {
  giveBack = giveElementsSize(400)
  requests.length = 0
  failsAt = null
})
afterEach(() => {
  cleanup()
  giveBack()
})

function open(filter?: string) {
  const queries = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } })
  const page = (words: string) => (
    <QueryClientProvider client={queries}>
      <Entries filter={words} />
    </QueryClientProvider>
  )
  const { rerender } = render(page(filter ?? ''))
  return (words: string) => rerender(page(words))
}
const offsets = () => requests.map(({ offset }) => offset)
const isShown = (name: string) => screen.findByRole('rowheader', { name })

it('requests the pages in sight only: the first, and the last when the End key goes there', async () => {
  open()
  ;(await isShown('entry 1')).closest('tr')?.focus()
  expect(offsets()).toEqual([0])
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('10001')
  const box = screen.getByRole('grid').parentElement as HTMLElement
  await act(async () => {
    box.scrollTop = 48 * total
    fireEvent.scroll(box)
  })
  await isShown('entry 10000')
  expect(new Set(offsets())).toEqual(new Set([0, 9_900]))
})

it('sorts on the server and begins at the first row again', async () => {
  open()
  await isShown('entry 1')
  await act(async () => fireEvent.click(screen.getByText('Number')))
  await isShown('entry 10000')
  expect(requests.at(-1)).toEqual({ offset: 0, limit: 100, sort: { id: 'number', desc: true } })
})

it('keeps its head and its height while other rows are loading, and shows when there are none', async () => {
  const filterBy = open()
  await isShown('entry 1')
  filterBy('nothing')
  expect(screen.getByText('Number')).toBeTruthy()
  expect(await screen.findByText('Nothing matches the search')).toBeTruthy()
})

it('shows the reason when the rows cannot be loaded, and requests them again', async () => {
  failsAt = 0
  open()
  expect(await screen.findByText('disk is full')).toBeTruthy()
  failsAt = null
  fireEvent.click(screen.getByText('Try again'))
  await isShown('entry 1')
})

it('shows the reason below the rows when a later page cannot be loaded', async () => {
  failsAt = 5_000
  open()
  await isShown('entry 1')
  const box = screen.getByRole('grid').parentElement as HTMLElement
  await act(async () => {
    box.scrollTop = 48 * 5_050
    fireEvent.scroll(box)
  })
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('disk is full'))
  failsAt = null
  fireEvent.click(screen.getByText('Try again'))
  await isShown('entry 5051')
  expect(screen.queryByRole('alert')).toBeNull()
})
