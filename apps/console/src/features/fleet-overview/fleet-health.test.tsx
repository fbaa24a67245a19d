// @vitest-environment happy-dom
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { EventCode } from '@fleetglass/contract/events'
import {
  type FleetHealth,
  fleetHealthPath,
  HEALTH_PERIOD_MS,
  type HealthDevice,
} from '@fleetglass/contract/fleet-overview'
import { groupDevicesPath, userGroupPath } from '@fleetglass/contract/groups'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { dayAfter, dayOf, dayStartS } from '../../shared/calendar/index.ts'

let open: TestConsole | null = null
beforeAll(async () => {
  await startAllTexts()
  await import('./fleet-health.page.tsx')
})
afterEach(() => {
  vi.useRealTimers()
  open?.close()
  open = null
  cleanup()
})

/** What is typed has settled then. */
const SETTLED_MS = 300
/** Of the server. */
const nowS = Math.floor(Date.now() / 1000)
/** Of the browser. */
const today = () => dayOf(open?.clock.nowMs() ?? 0)
const fine: HealthDevice = {
  deviceid: 'bus',
  reasons: [],
  online: true,
  contact: nowS - 5,
  signal: 81,
  cards: [93, -1],
  faultyCards: [],
  cameras: 4,
  lost: [],
  clock: 2,
  firmware: 'V1.2.3',
  model: 'T1',
  recorded: Array.from({ length: 30 }, (_, hour) => (hour < 12 ? 60 : 0)),
}
const ill: readonly HealthDevice[] = [
  { ...fine, deviceid: 'away', reasons: ['offline'], online: false, contact: nowS - 3 * 86_400 - 60 },
  {
    ...fine,
    deviceid: 'new',
    reasons: ['offline'],
    online: false,
    contact: null,
    clock: null,
    signal: null,
    cards: [-2, -2],
  },
  { ...fine, deviceid: 'broken', reasons: ['disk'], cards: [0, -1], faultyCards: [1] },
  { ...fine, deviceid: 'blind', reasons: ['camera', 'clock'], lost: [2], clock: 14 * 60 },
]
const health = (over: Partial<FleetHealth> = {}): FleetHealth => ({
  now: nowS,
  devices: 5,
  needing: 4,
  reasons: { offline: 2, disk: 1, camera: 1, clock: 1 },
  found: 5,
  rows: [...ill, fine],
  ...over,
})

const fewGroups = [{ groupid: 'root', name: 'All of us', parentid: null }]
async function page(
  answer: () => unknown = () => health(),
  { path = '/fleethealth', access = fullAccess, groups = fewGroups as readonly object[] } = {},
) {
  open = await openConsole({
    path,
    store: memoryStore({ ...remembered, ServerIp: 'localhost' }),
    host: 'localhost',
    access,
    site: { disableMap: false },
    http: { [fleetHealthPath]: answer, [userGroupPath]: () => groups, [groupDevicesPath]: () => ['blind'] },
  })
  open.list(device({ deviceId: 'blind', memo: 'Ring line' }))
  await screen.findByRole('heading', { level: 1, name: 'Fleet health' })
}
const asked = () =>
  (open?.called.filter(({ path }) => path === fleetHealthPath) ?? []).map(({ body }) => body as Record<string, unknown>)
const row = (name: string) => screen.getByRole('article', { name })
const link = (name: string, text: string) => within(row(name)).getByRole('link', { name: text }).getAttribute('href')

it('says in words what each device needs, in the order of the server, and what is right', async () => {
  await page()
  await screen.findByRole('article', { name: 'away' })
  const lines = screen.getAllByRole('article').map((article) => [
    article.dataset['device'],
    ...within(article.querySelector('header') as HTMLElement)
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent?.trim()),
  ])
  expect(lines).toEqual([
    ['away', 'No contact for 3 days'],
    ['new', 'Never connected'],
    ['broken', 'Fault of disk 1'],
    ['blind', 'Camera 2 without picture', 'Clock 14 min ahead'],
    ['bus'],
  ])
  expect(within(row('bus')).getByText('Nothing to do')).toBeTruthy()
  expect(screen.getByText('4 of 5 need work')).toBeTruthy()
  const figures = (name: string) =>
    within(row(name))
      .getAllByRole('term')
      .map(({ textContent, nextElementSibling }) => `${textContent}: ${nextElementSibling?.textContent}`)
  expect(figures('bus')).toEqual([
    'Last contact: Online',
    'Signal: 81 %',
    'Disk: 1: 93 %, 2: no card',
    'Cameras: 4 of 4',
    'Clock: Right',
    'Firmware: V1.2.3',
  ])
  expect(figures('new').slice(0, 5)).toEqual([
    'Last contact: Never',
    'Signal: Not known',
    'Disk: Not known',
    'Cameras: ? of 4',
    'Clock: Not known',
  ])
})

it('each figure leads to the rows behind it, for who may open them', async () => {
  await page()
  await screen.findByRole('article', { name: 'broken' })
  const first = dayStartS(dayAfter(today(), -6))
  expect(link('broken', '1: fault, 2: no card')).toBe(
    `/queryeventex?from=${first}&to=${dayStartS(dayAfter(today(), 1))}&device=broken&codes=${EventCode.diskError}`,
  )
  expect(link('bus', 'V1.2.3')).toBe('/devicemodelinfo?search=bus')
  expect(link('bus', '4 of 4')).toBe('/liveview/bus')
  const days = within(within(row('bus')).getByRole('list', { name: 'Recorded in the last 7 days' })).getAllByRole(
    'link',
  )
  expect(days.map((day) => day.getAttribute('href'))).toEqual(
    Array.from({ length: 7 }, (_, at) => `/splayback/bus?day=${dayAfter(today(), at - 6)}`),
  )
  expect(days[0]?.getAttribute('aria-label')).toMatch(/: 50 % recorded$/)
  open?.close()
  cleanup()
  await page(() => health(), { access: withoutFlags(fullAccess, ['F_event', 'P_lopb', 'P_live']) })
  await screen.findByRole('article', { name: 'broken' })
  expect(within(row('broken')).queryByRole('link', { name: '1: fault, 2: no card' })).toBeNull()
  expect(within(row('bus')).queryByRole('link', { name: '4 of 4' })).toBeNull()
})

it('asks the server for the search, the reason, the order and the page, which stand in the address', async () => {
  await page(() => health({ found: 60, devices: 60 }))
  await screen.findByRole('article', { name: 'away' })
  expect(asked()[0]).toMatchObject({ order: 'need', offset: 0, search: '', since: dayStartS(dayAfter(today(), -6)) })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Camera 1' })))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ reason: 'camera', offset: 0 }))
  const before = asked().length
  for (const value of ['r', 'ri', 'ring']) {
    await act(async () => fireEvent.change(screen.getByRole('searchbox'), { target: { value } }))
  }
  expect(asked()).toHaveLength(before)
  act(() => open?.clock.advance(SETTLED_MS))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ reason: 'camera', search: 'ring' }))
  await act(async () =>
    fireEvent.change(screen.getByRole('combobox', { name: 'Order' }), { target: { value: 'signal' } }),
  )
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ order: 'signal' }))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Next page' })))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ offset: 25 }))
  expect(window.location.search).toBe('?search=ring&reason=camera&order=signal&page=1')
})

it('[RIGHT-066] lists the devices of the group of the bar, or of a group within it', async () => {
  const groups = [
    ...fewGroups,
    { groupid: 'north', name: 'North', parentid: 'root' },
    { groupid: 'docks', name: 'Docks', parentid: 'north' },
    { groupid: 'south', name: 'South', parentid: 'root' },
  ]
  await page(() => health(), { path: '/fleethealth?group=south', groups })
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ group: 'south' }))
  const [bar, own] = screen.getAllByRole<HTMLSelectElement>('combobox', { name: 'Group' })
  const choose = (select: HTMLSelectElement | undefined, value: string) =>
    act(async () => void fireEvent.change(select as HTMLSelectElement, { target: { value } }))
  expect(own?.value).toBe('south')
  await choose(bar, 'north')
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ group: 'north' }))
  expect([own?.value, ...[...(own?.options ?? [])].map(({ text }) => text.trim())]).toEqual(['', 'North', 'Docks'])
  await choose(own, 'docks')
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ group: 'docks' }))
  await choose(bar, '')
  expect([own?.value, own?.options[0]?.text]).toEqual(['docks', 'All groups'])
})

it('is read again while it is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  let count = 0
  await page(() => health({ needing: ++count }))
  await screen.findByText('1 of 5 need work')
  await act(() => vi.advanceTimersByTimeAsync(HEALTH_PERIOD_MS + 100))
  await screen.findByText('2 of 5 need work')
})

it('a search without a result and a failure offer a way on', async () => {
  let isBroken = true
  const none = health({ rows: [], found: 0 })
  await page(() => (isBroken ? { hasError: true, message: 'The server is busy', code: 0 } : none), {
    path: '/fleethealth?search=nothing',
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isBroken = false
  await act(async () => fireEvent.click(retry))
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Show all vehicles' })))
  act(() => open?.clock.advance(SETTLED_MS))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ search: '' }))
})
