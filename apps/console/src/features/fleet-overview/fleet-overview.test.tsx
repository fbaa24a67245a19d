// @vitest-environment happy-dom
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { EventCode, eventCountPath, eventQueryPath } from '@fleetglass/contract/events'
import { type FleetOverview, fleetOverviewPath } from '@fleetglass/contract/fleet-overview'
import { mileageSlotsPath } from '@fleetglass/contract/tracks'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore, storageKeys } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { dayAfter, dayStartS } from '../../shared/calendar/index.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

let open: TestConsole | null = null
let giveBack: () => void
const complaints = vi.spyOn(console, 'error')
beforeAll(async () => {
  await startAllTexts()
  await import('./fleet-overview.page.tsx')
})
beforeEach(() => {
  giveBack = giveElementsSize()
})
afterEach(() => {
  // Of React: two parts of the chart with one key.
  expect(complaints.mock.calls.filter(([text]) => String(text).includes('the same key'))).toEqual([])
  complaints.mockClear()
  open?.close()
  open = null
  cleanup()
  giveBack()
})

/** A Tuesday that is over. */
const DAY = '2025-12-16'
const figures = { distance: 0, driving: 0, idle: 0, events: 0, recorded: 0 }
const attention = { offline: null, disk: 0, camera: 0, clock: 0 }
const km = (value: number) => value * 1e6

function overview(over: Partial<FleetOverview> = {}): FleetOverview {
  const bus = { distance: km(1000), driving: 36_000, idle: 1_800, events: 30, recorded: 1_440 }
  const van = { distance: km(250.5), driving: 7_260, idle: 0, events: 3, recorded: 0 }
  const sum = { distance: km(1250.5), driving: 43_260, idle: 1_800, events: 33, recorded: 1_440 }
  return {
    devices: 2,
    period: { ...sum, minutes: 2_880, attention: { offline: 1, disk: 1, camera: 1, clock: 1 } },
    before: { ...sum, distance: km(1000), driving: 43_260, idle: 0, recorded: 720, minutes: 2_880, attention },
    parts: Array.from({ length: 24 }, (_, hour) => (hour === 8 ? sum : figures)),
    vehicles: [
      { deviceid: 'bus', ...bus },
      { deviceid: 'van', ...van },
    ],
    kinds: [
      { code: EventCode.overspeed, count: 30, before: 33 },
      { code: EventCode.diskError, count: 3, before: 0 },
    ],
    attention: [
      { deviceid: 'van', reason: 'offline', count: 0, last: null },
      { deviceid: 'bus', reason: 'disk', count: 3, last: dayStartS(DAY) + 60 },
      { deviceid: 'van', reason: 'camera', count: 0, last: null },
      { deviceid: 'bus', reason: 'clock', count: 7, last: dayStartS(DAY) + 60 },
    ],
    ...over,
  }
}

interface Given {
  readonly path?: string
  readonly answer?: FleetOverview | object
  readonly store?: object
  readonly access?: string
  readonly site?: object
  readonly http?: Record<string, () => unknown>
}

async function page({ path = `/fleetoverview?period=day&day=${DAY}`, answer = overview(), ...given }: Given = {}) {
  const { store = {}, access = fullAccess, site = { disableMap: false }, http = {} } = given
  let answered = answer
  open = await openConsole({
    path,
    store: memoryStore({ ...remembered, ServerIp: 'localhost', ...store }),
    host: 'localhost',
    access,
    site,
    http: { [fleetOverviewPath]: () => answered, [mileageSlotsPath]: () => [], ...http },
  })
  open.list(device({ deviceId: 'bus', memo: 'Ring line' }), device({ deviceId: 'van' }))
  await screen.findByRole('heading', { level: 1, name: 'Fleet overview' })
  return { answerWith: (other: object) => (answered = other) }
}

const asked = () =>
  (open?.called.filter(({ path }) => path === fleetOverviewPath) ?? []).map(
    ({ body }) => body as { parts: number[]; before: number[]; deviceid?: string },
  )
const card = (name: string) => within(screen.getByRole('article', { name }))
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const address = () => `${window.location.pathname}${window.location.search}`
const links = (part: ReturnType<typeof card>): [text: string, address: string | null][] =>
  part.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

describe('the fleet overview', () => {
  it('shows the figures of a period, with the difference to the period before as an amount and in percent', async () => {
    await page()
    await screen.findByRole('article', { name: 'Distance' })
    const texts = ['Distance', 'Driving time', 'Idling time', 'Events', 'Recording coverage'].map((name) =>
      [...screen.getByRole('article', { name }).querySelectorAll('p')].map(({ textContent }) => textContent),
    )
    expect(texts).toEqual([
      ['1,250.5 km', '250.5 km more (25.1%)'],
      ['12 h 1 min', 'No difference'],
      ['30 min', '30 min more (none before)'],
      ['33', 'No difference'],
      ['50%', '+25 percentage points'],
    ])
    expect(screen.getByText('Compared with the day before')).toBeTruthy()
  })

  it('distances are in the unit of the user', async () => {
    await page({ store: { [storageKeys.lengthUnit]: 'mile' } })
    await screen.findByRole('article', { name: 'Distance' })
    expect(card('Distance').getByText(`777.0 mi`)).toBeTruthy()
  })

  it('asks for the hours of a day, the days of a week from Monday, and the days of a month, in the zone of the browser', async () => {
    await page()
    await waitFor(() => expect(asked()).toHaveLength(1))
    const hours = Array.from({ length: 25 }, (_, hour) => dayStartS(DAY) + hour * 3_600)
    expect(asked()[0]).toMatchObject({ parts: hours, before: [dayStartS('2025-12-15'), dayStartS(DAY)] })
    await press('Week')
    await waitFor(() => expect(asked()).toHaveLength(2))
    const week = Array.from({ length: 8 }, (_, at) => dayStartS(dayAfter('2025-12-15', at)))
    expect(asked()[1]).toMatchObject({ parts: week, before: [dayStartS('2025-12-08'), dayStartS('2025-12-15')] })
    await press('Month')
    await waitFor(() => expect(asked()).toHaveLength(3))
    const month = Array.from({ length: 32 }, (_, at) => dayStartS(dayAfter('2025-12-01', at)))
    expect(asked()[2]).toMatchObject({ parts: month, before: [dayStartS('2025-11-01'), dayStartS('2025-12-01')] })
    await press('Previous period')
    await waitFor(() => expect(asked()).toHaveLength(4))
    expect(asked()[3]).toMatchObject({ before: [dayStartS('2025-10-01'), dayStartS('2025-11-01')] })
    expect(address()).toBe('/fleetoverview?period=month&day=2025-11-01')
  })

  it('a period that is not over is compared with the same time of the period before, and has no next one', async () => {
    await page({ path: '/fleetoverview?period=week' })
    await waitFor(() => expect(asked()).toHaveLength(1))
    const [{ parts, before } = { parts: [0], before: [0, 0] }] = asked()
    const nowS = (open?.clock.nowMs() ?? 0) / 1000
    const elapsedS = (before[1] ?? 0) - (before[0] ?? 0)
    expect(Math.abs(elapsedS - (nowS - (parts[0] ?? 0)))).toBeLessThanOrEqual(900)
    expect(await screen.findByText('Compared with the same time of the week before')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next period' }).disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Today' }).disabled).toBe(true)
  })

  it('each figure leads to the rows behind it', async () => {
    await page()
    await screen.findByRole('article', { name: 'Distance' })
    const day = `from=${dayStartS(DAY)}&to=${dayStartS('2025-12-17')}`
    expect(links(card('Distance'))).toEqual([['Show the mileage report', `/mileage?first=${DAY}&last=${DAY}`]])
    expect(links(card('Events'))).toEqual([['Show the events', `/queryeventex?${day}`]])
    expect(links(card('Idling time'))[0]?.[1]).toBe(`/fleetoverview?period=day&day=${DAY}&by=idle#vehicles`)
    const kinds = within(screen.getByRole('region', { name: 'Events by kind' }))
    expect(links(kinds).map(([, href]) => href)).toEqual([
      `/queryeventex?${day}&codes=${EventCode.overspeed}`,
      `/queryeventex?${day}&codes=${EventCode.diskError}`,
    ])
    const bus = within(screen.getByRole('row', { name: /Ring line/ }))
    expect(links(bus)).toEqual([
      ['1,000.0 km', `/mileage?first=${DAY}&last=${DAY}&device=bus`],
      ['10 h 0 min', `/gpsplayback?device=bus&day=${DAY}`],
      ['30 min', `/gpsplayback?device=bus&day=${DAY}`],
      ['30', `/queryeventex?${day}&device=bus`],
      ['100%', `/splayback/bus?day=${DAY}`],
    ])
  })

  it('lists devices that need attention by reason, each with a way to its events or to the device', async () => {
    await page()
    const panel = within(await screen.findByRole('region', { name: 'Needs attention' }))
    expect(panel.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Offline for more than a day 1',
      'Disk fault 1 before: 0',
      'Camera without picture 1 before: 0',
      'Wrong clock 1 before: 0',
    ])
    expect(links(panel).map(([, href]) => href)).toEqual([
      '/?device=van',
      `/queryeventex?from=${dayStartS(DAY)}&to=${dayStartS('2025-12-17')}&device=bus&codes=${EventCode.diskError}`,
      '/?device=van',
      '/?device=bus',
    ])
    expect(panel.getByText('was never online')).toBeTruthy()
    expect(panel.getByText('reported now')).toBeTruthy()
    expect(panel.getByText(`Positions: 7, the last at ${DAY} 00:01:00`)).toBeTruthy()
  })

  it('where there is no map, as on a phone, a device leads to its live view', async () => {
    await page({ site: {} })
    const panel = within(await screen.findByRole('region', { name: 'Needs attention' }))
    expect(links(panel)[0]?.[1]).toBe('/liveview/van')
  })

  it('the vehicles are in the order of the shown figure, and add up to the period', async () => {
    const { vehicles, ...rest } = overview()
    const van = { ...vehicles[1]!, idle: 9_000 }
    await page({
      path: `/fleetoverview?period=day&day=${DAY}&by=idle`,
      answer: { ...rest, vehicles: [vehicles[0], van] },
    })
    const grid = await screen.findByRole('grid', { name: 'By vehicle' })
    const names = [...grid.querySelectorAll('[data-row]')].map((row) => row.firstElementChild?.textContent)
    expect(names).toEqual(['van', 'Ring line · bus'])
    expect(grid.querySelector('tfoot')?.textContent).toBe('Total1,250.5 km12 h 1 min30 min3350%')
  })

  it('the chart has a bar for each part, which of a longer period leads to its day', async () => {
    const days = Array.from({ length: 7 }, (_, at) => ({ ...figures, distance: km(at) }))
    await page({ path: `/fleetoverview?period=week&day=${DAY}`, answer: overview({ parts: days }) })
    const chart = within(await screen.findByRole('region', { name: 'By time' }))
    expect(links(chart).map(([, href]) => href)).toEqual(
      days.map((_, at) => `/fleetoverview?period=day&day=${dayAfter('2025-12-15', at)}`),
    )
    expect(chart.getByRole('link', { name: 'Tue, Dec 16: 1.0 km' })).toBeTruthy()
    await act(async () => fireEvent.change(chart.getByLabelText('Shown figure'), { target: { value: 'driving' } }))
    expect(chart.getByRole('link', { name: 'Tue, Dec 16: 0 min' })).toBeTruthy()
  })

  it('figures of one vehicle name it, and lead back to all', async () => {
    await page({ path: `/fleetoverview?period=week&day=${DAY}&device=bus` })
    await waitFor(() => expect(asked()[0]?.deviceid).toBe('bus'))
    expect(await screen.findByText('Only Ring line · bus')).toBeTruthy()
    await press('All vehicles')
    await waitFor(() => expect(asked().at(-1)).not.toHaveProperty('deviceid'))
  })

  it('no vehicles, and a period in which nothing was reported, are said', async () => {
    await page({ answer: overview({ devices: 0, vehicles: [], attention: [] }) })
    expect(await screen.findByText('No vehicles yet')).toBeTruthy()
    open?.close()
    cleanup()
    await page({ answer: overview({ vehicles: [] }) })
    expect(await screen.findByText('Nothing was reported in this period')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Needs attention' })).toBeTruthy()
  })

  it('a refusal is shown with its reason, and can be tried again', async () => {
    const { answerWith } = await page({ answer: { hasError: true, message: 'too many queries at once' } })
    expect((await screen.findByRole('alert')).textContent).toContain('too many queries at once')
    answerWith(overview())
    await press('Try again')
    expect(await screen.findByRole('article', { name: 'Distance' })).toBeTruthy()
  })

  it('without F_event the page leads home', async () => {
    open = await openConsole({
      path: '/fleetoverview',
      store: memoryStore(remembered),
      access: withoutFlags(fullAccess, ['F_event']),
    })
    await waitFor(() => expect(window.location.pathname).toBe('/idle'))
  })

  it('offers no way to pages that the user may not open', async () => {
    await page({ access: withoutFlags(fullAccess, ['P_lopb', 'P_gppb', 'F_gps']) })
    const bus = within(await screen.findByRole('row', { name: /Ring line/ }))
    expect(links(bus).map(([text]) => text)).toEqual(['1,000.0 km', '30'])
  })
})

describe('the rows behind a figure', () => {
  it('the mileage report of an address asks for its days and its device at once', async () => {
    open = await openConsole({
      path: `/mileage?first=${DAY}&last=2025-12-17&device=bus`,
      store: memoryStore({ ...remembered, ServerIp: 'localhost' }),
      host: 'localhost',
      http: { [mileageSlotsPath]: () => [] },
    })
    open.list(device({ deviceId: 'bus' }))
    expect(await screen.findByText('No vehicle moved on these days')).toBeTruthy()
    const [call] = open.called.filter(({ path }) => path === mileageSlotsPath)
    const range = { afterTime: dayStartS(DAY), beforeTime: dayStartS('2025-12-18') - 1 }
    expect(call?.body).toMatchObject({ ...range, deviceid: 'bus' })
  })

  it('the event query of an address asks for its times, device and codes at once, and shows them as criteria', async () => {
    const [startS, endS] = [dayStartS(DAY), dayStartS('2025-12-17')]
    open = await openConsole({
      path: `/queryeventex?from=${startS}&to=${endS}&device=bus&codes=14,17`,
      store: memoryStore(remembered),
      http: { [eventCountPath]: () => ({ count: 0 }), [eventQueryPath]: () => [] },
    })
    open.list(device({ deviceId: 'bus' }))
    await waitFor(() => expect(open?.called.some(({ path }) => path === eventCountPath)).toBe(true))
    const calls = open.called.filter(({ path }) => path === eventCountPath)
    expect(calls).toHaveLength(1)
    const criteria = { deviceid: 'bus', appdevids: [14, 17], afterTime: startS, beforeTime: endS - 1 }
    expect(calls[0]?.body).toMatchObject(criteria)
    await act(async () => fireEvent.click(await screen.findByRole('tab', { name: 'Select search criteria' })))
    expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe(`${DAY}T00:00`)
  })
})
