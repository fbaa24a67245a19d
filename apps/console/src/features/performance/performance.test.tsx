// @vitest-environment happy-dom
import { type PerformanceRecord, performancePath } from '@fleetglass/contract/performance'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { dayAfter, dayOf, dayStartS } from '../../shared/calendar/index.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

let open: TestConsole | null = null
let giveBack: () => void
beforeAll(async () => {
  await startAllTexts()
  await import('./performance.page.tsx')
})
beforeEach(() => {
  giveBack = giveElementsSize()
})
afterEach(() => {
  open?.close()
  open = null
  cleanup()
  giveBack()
})

/** 20:04 in UTC is 01:34 of the next day where the tests run (+05:30). */
const records: readonly PerformanceRecord[] = [
  { datetime: '2026-09-15T20:04:00Z', gms: 'fleet-1', name: 'http', cnt: 12, avg: 0.0125, max: 1.5 },
  { datetime: '2026-09-15T20:03:00Z', gms: 'fleet-1', name: 'jt808', cnt: 40_000, avg: 0.000012, max: 0.004 },
]

async function page(rows: readonly PerformanceRecord[]): Promise<void> {
  open = await openConsole({
    path: '/performanceinfo',
    store: memoryStore(remembered),
    http: { [performancePath]: () => rows },
  })
  await screen.findByRole('heading', { name: 'Performance info' })
}
const cellsOf = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent)
const rows = () => within(screen.getByRole('grid')).getAllByRole('row')

it('[PERF-01] [PERF-02] [PERF-03] records have the local time, the server, the meter, the count and both times in seconds', async () => {
  await page(records)
  await screen.findByRole('grid')
  expect(rows().map(cellsOf)).toEqual([
    ['#', 'DateTime', 'GMS', 'Meter', 'Process Count', 'Avg Process Time (secs)', 'Max Process Time (secs)'],
    ['1', '2026-09-16 01:34', 'fleet-1', 'http', '12', '0.013', '1.500'],
    ['2', '2026-09-16 01:33', 'fleet-1', 'jt808', '40000', '0.000012', '0.004000'],
  ])
})

it('the day is one of the last seven, and is asked for from midnight to midnight of the browser', async () => {
  await page(records)
  const today = dayOf(open?.clock.nowMs() ?? 0)
  const choice = screen.getByLabelText<HTMLSelectElement>('Day')
  expect(choice.options).toHaveLength(7)
  const wanted = dayAfter(today, -3)
  const fetched = vi.spyOn(globalThis, 'fetch')
  await act(async () => fireEvent.change(choice, { target: { value: wanted } }))
  const asked = fetched.mock.calls.map(([address]) => String(address))
  fetched.mockRestore()
  const range = `starttime=${dayStartS(wanted)}&endtime=${dayStartS(dayAfter(wanted, 1)) - 1}`
  expect(asked).toEqual([expect.stringContaining(`${performancePath}?${range}`)])
})

it('a day without records says so', async () => {
  await page([])
  expect(await screen.findByText('No records of this day')).toBeTruthy()
})
