// @vitest-environment happy-dom
import { RECORDING_COVERAGE, writeRecordedMinutes } from '@fleetglass/contract/devices'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { dayAfter, dayOf, dayStartS } from '../../shared/calendar/index.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

let open: TestConsole | null = null
let giveBack: () => void
beforeAll(async () => {
  await startAllTexts()
  await import('./device-usage.page.tsx')
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

const minutes = new Map([
  ['bus', 360],
  ['van', 1440],
  ['cab', 0],
])

async function page(): Promise<void> {
  open = await openConsole({
    path: '/deviceusage',
    store: memoryStore(remembered),
    replies: { [RECORDING_COVERAGE]: () => new TextEncoder().encode(writeRecordedMinutes(minutes)) },
  })
  open.list(device({ deviceId: 'bus', memo: 'Ring line' }), device({ deviceId: 'van' }), device({ deviceId: 'cab' }))
  await screen.findByRole('complementary', { name: 'Query' })
}

const press = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Query' })))
const rowOf = (name: RegExp) => screen.getByRole('row', { name })
const asked = () =>
  (open?.sockets[0]?.asked ?? []).filter(({ code }) => code === RECORDING_COVERAGE).map(({ fields }) => fields.B)

it('[USAGE-01] [USAGE-02] the day that was chosen in the calendar is asked for with the button', async () => {
  await page()
  const today = dayOf(open?.clock.nowMs() ?? 0)
  await press()
  await screen.findByRole('grid', { name: 'Recorded share of the day' })
  const yesterday = dayAfter(today, -1)
  const days = [...document.querySelectorAll<HTMLElement>(`[data-day="${yesterday}"] button`)]
  await act(async () => fireEvent.click(days[0]!))
  expect(asked()).toEqual([String(dayStartS(today))])
  await press()
  expect(asked()).toEqual([String(dayStartS(today)), String(dayStartS(yesterday))])
  expect(await screen.findByRole('heading', { name: `Device usage on ${yesterday}` })).toBeTruthy()
})

it('[USAGE-03] [USAGE-04] [USAGE-05] each device has a bar in percent, and the row ALL that of all of them', async () => {
  await page()
  await press()
  await screen.findByRole('grid', { name: 'Recorded share of the day' })
  const table = screen.getByRole('grid', { name: 'Recorded share of the day' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Device ID', 'Usage', 'Recordings'])
  for (const [name, label, share, percent] of [
    [/Ring line/, 'Ring line · bus', 0.25, '25 %'],
    [/van/, 'van', 1, '100 %'],
    [/cab/, 'cab', 0, '0 %'],
    [/^ALL/, 'ALL', 600 / 1440, '41.7 %'],
  ] as const) {
    const bar = within(rowOf(name)).getByRole('meter', { name: label })
    expect(Number(bar.getAttribute('value'))).toBeCloseTo(share, 5)
    expect([...rowOf(name).children].slice(0, 2).map(({ textContent }) => textContent)).toEqual([label, percent])
  }
})

it('a row leads to the recordings of its device on that day', async () => {
  await page()
  await press()
  const link = await screen.findByRole('link', { name: /^Recordings of .*Ring line/ })
  expect(link.getAttribute('href')).toBe(`/splayback/bus?day=${dayOf(open?.clock.nowMs() ?? 0)}`)
})

it('a refused query says why and can be sent again', async () => {
  await page()
  open?.sockets[0]?.refuse(RECORDING_COVERAGE, 'no such day')
  await press()
  expect(await screen.findByText('no such day')).toBeTruthy()
})
