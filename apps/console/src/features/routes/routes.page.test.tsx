// @vitest-environment happy-dom
import { directionsPath } from '@fleetglass/contract/directions'
import { geocodeStatusPath, reversePath } from '@fleetglass/contract/geocode'
import {
  emptyRoute,
  type PlannedRoute,
  ROUTE_SLOTS,
  type RouteRequest,
  routeListPath,
  routePath,
} from '@fleetglass/contract/routes'
import { placeFrom } from '@fleetglass/geo'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { button, checkOf, isDisabled, labelled, notices } from '../../engines/map/draw/page.fixtures.ts'
import { memoryStore, storageKeys } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { toastList } from '../../ui/toast-list.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

type Console = Awaited<ReturnType<typeof openConsole>>
type Http = Record<string, (body: unknown) => unknown>

let open: Console | null = null
let giveBackSize: () => void
beforeAll(() => startAllTexts())
beforeEach(() => {
  giveBackSize = giveElementsSize()
})
afterEach(() => {
  open?.close()
  open = null
  cleanup()
  toastList.setState([], true)
  giveBackSize()
})

const place = (lat: number) => ({ lat, lng: 120.53 })
const round: PlannedRoute = {
  ...emptyRoute,
  title: 'Round',
  enable: 1,
  devices: ['van'],
  latlngs: [place(24.08), place(24.09), place(24.07)],
}

interface Site {
  readonly refusal?: string
  readonly directions?: (places: readonly { lat: number; lng: number }[]) => unknown
}

/** A server that keeps slot 3, and answers what it is asked as the site has it. */
function server({ refusal, directions = (way) => ({ kind: 'road', way }) }: Site = {}): Http {
  const slots = Array.from({ length: ROUTE_SLOTS }, (_, index) => (index === 2 ? round : emptyRoute))
  return {
    [routeListPath]: () => slots.map(({ data: _, ...route }, index) => ({ index, ...route })),
    ...Object.fromEntries(
      slots.map((route, index) => [
        routePath(index),
        (body: unknown) => {
          if (body === undefined) return slots[index]
          if (refusal !== undefined) return { hasError: true, message: refusal }
          slots[index] = { ...route, ...(body as RouteRequest) }
          return { hasError: false, message: 'Route saved' }
        },
      ]),
    ),
    [directionsPath]: (body) => directions((body as { places: { lat: number; lng: number }[] }).places),
    [geocodeStatusPath]: () => ({ enable: true, geocoder: false, credit: 'GeoNames (CC BY 4.0)' }),
    [reversePath]: (body) => ({ display_name: `2 km N of ${(body as { lat: number }).lat}`, approximate: true }),
  }
}

async function start(http: Http = server(), more: object = {}): Promise<Console> {
  const host = window.location.hostname
  const store = memoryStore({ ...remembered, [storageKeys.serverIp]: host })
  open = await openConsole({ path: '/routeplanning', store, host, http, ...more })
  return open
}

const picker = () => waitFor(() => labelled<HTMLSelectElement>('Route'))
const title = () => labelled('Title')
const state = () => labelled<HTMLSelectElement>('State')
const save = () => button('SAVE')
const rows = () => [...document.querySelectorAll('[data-position]')]
const lats = () => rows().map((row) => Number(row.querySelector('.num')?.textContent?.split(',')[0]))
const labels = () => rows().map((row) => row.querySelector('.position-label')?.textContent)
const asked = (path: string) => open!.called.filter((call) => call.path === path)
async function openRound(): Promise<void> {
  const select = await picker()
  await act(async () => fireEvent.change(select, { target: { value: '2' } }))
  await waitFor(() => expect(rows()).toHaveLength(3))
}

describe('the route planning page', () => {
  it('[ROUTE-01] [SHELL-028] [ROUTE-04] [ROUTE-33] /routeplanning has a selector of 32 numbers with the titles', async () => {
    await start()
    const options = [...(await picker()).options].map(({ textContent }) => textContent)
    expect(options).toHaveLength(33)
    expect(options.slice(0, 4)).toEqual(['Choose a route', '1', '2', '3 · Round'])
    expect([title(), state(), save()].map(isDisabled)).toEqual([true, true, true])
  })

  it('[ROUTE-22] SAVE is disabled while no route entry is chosen, also after one was', async () => {
    await start()
    await picker()
    expect(isDisabled(save())).toBe(true)
    await openRound()
    await waitFor(() => expect(isDisabled(save())).toBe(false))
    await act(async () => fireEvent.change(await picker(), { target: { value: '' } }))
    await waitFor(() => expect(isDisabled(save())).toBe(true))
  })

  it('[ROUTE-08] [ROUTE-36] more than 26 positions are labelled AA, AB and so on', async () => {
    const latlngs = Array.from({ length: 54 }, (_, index) => place(24 + index / 1000))
    await start({ ...server(), [routePath(2)]: () => ({ ...round, latlngs }) })
    const select = await picker()
    await act(async () => fireEvent.change(select, { target: { value: '2' } }))
    await waitFor(() => expect(rows()).toHaveLength(54))
    const all = labels()
    expect([all.slice(0, 2), all.slice(25, 28), all.slice(51)]).toEqual([
      ['A', 'B'],
      ['Z', 'AA', 'AB'],
      ['AZ', 'BA', 'BB'],
    ])
  })

  it('[ROUTE-05] [ROUTE-06] [ROUTE-07] [ROUTE-08] a route is loaded: state, title, devices with vehicle and driver, and its positions with addresses', async () => {
    const { list } = await start()
    list(device({ deviceId: 'van', memo: 'Cold chain', driverName: 'Mei' }), device({ deviceId: 'bus' }))
    await openRound()
    expect([title().value, state().value]).toEqual(['Round', '1'])
    expect([...state().options].map(({ textContent }) => textContent)).toEqual(['Enable', 'Disable'])
    expect([checkOf('van').checked, checkOf('bus').checked]).toEqual([true, false])
    expect(checkOf('van').closest('label')?.textContent).toContain('Cold chainvan · Mei')
    expect([labels(), lats()]).toEqual([
      ['A', 'B', 'C'],
      [24.08, 24.09, 24.07],
    ])
    // One address after the other; each says that it is approximate, and whose list it comes from stands below.
    await waitFor(() =>
      expect([...document.querySelectorAll('.position-address')].map(({ textContent }) => textContent)).toEqual(
        [24.08, 24.09, 24.07].map((lat) => `approx. 2 km N of ${lat}`),
      ),
    )
    expect(screen.getByText('Approximate places: GeoNames (CC BY 4.0)')).toBeTruthy()
  })

  it('unsaved changes need a confirmation before another route is chosen, and before the page is left', async () => {
    await start()
    await openRound()
    const choose = async () => act(async () => fireEvent.change(await picker(), { target: { value: '' } }))
    const question = () => document.querySelector<HTMLElement>('.modal-dialog')
    fireEvent.change(title(), { target: { value: 'Tour' } })
    await choose()
    await waitFor(() => expect(question()?.textContent).toContain('Discard the changes to Round?'))
    fireEvent.click(button('Cancel'))
    await waitFor(() => expect(question()).toBeNull())
    expect([title().value, rows().length]).toEqual(['Tour', 3])
    const away = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].find(
      ({ pathname }) => pathname !== '/routeplanning',
    )!
    fireEvent.click(away)
    await waitFor(() => expect(question()).not.toBeNull())
    expect(window.location.pathname).toBe('/routeplanning')
    fireEvent.click(button('Cancel'))
    await waitFor(() => expect(question()).toBeNull())
    await choose()
    await waitFor(() => expect(question()).not.toBeNull())
    await act(async () => fireEvent.click(button('Discard')))
    await waitFor(async () => expect((await picker()).value).toBe(''))
  })

  it('[CONST1-22] the drawn route is the one of the directions service, through the positions in their order', async () => {
    await start()
    await openRound()
    await waitFor(() => expect(asked(directionsPath)).toHaveLength(1))
    expect(asked(directionsPath)[0]?.body).toMatchObject({ places: round.latlngs })
    await waitFor(() => expect(screen.getByText(/Length/)).toBeTruthy())
  })

  it('[ROUTE-10] all positions are removed at once', async () => {
    await start()
    await openRound()
    expect(rows().length).toBeGreaterThan(1)
    fireEvent.click(button('Delete all'))
    expect(rows()).toHaveLength(0)
  })

  it('[ROUTE-09] [ROUTE-14] [ROUTE-15] [ROUTE-21] positions are removed one by one; below two there is no route to save', async () => {
    await start()
    await openRound()
    await waitFor(() => expect(isDisabled(save())).toBe(false))
    expect(asked(directionsPath).at(-1)?.body).toMatchObject({ places: round.latlngs })
    fireEvent.click(button('Remove position A'))
    expect([labels(), lats()]).toEqual([
      ['A', 'B'],
      [24.09, 24.07],
    ])
    await waitFor(() => expect(isDisabled(save())).toBe(false))
    fireEvent.click(button('Remove position B'))
    expect([lats(), isDisabled(save())]).toEqual([[24.09], true])
    expect(screen.queryByText(/Length/)).toBeNull()
    expect(asked(directionsPath)).toHaveLength(2)
  })

  it('[ROUTE-11] [ROUTE-16] keys move a position in the order; it keeps the focus, and the directions are requested anew', async () => {
    await start()
    await openRound()
    const handle = (label: string) => button(`Move position ${label}`)
    handle('A').focus()
    fireEvent.keyDown(handle('A'), { key: 'ArrowUp' })
    expect(lats()).toEqual([24.08, 24.09, 24.07])
    fireEvent.keyDown(handle('A'), { key: 'ArrowDown' })
    expect(lats()).toEqual([24.09, 24.08, 24.07])
    expect(document.activeElement).toBe(handle('B'))
    expect(screen.getByText('Position A is now B')).toBeTruthy()
    await waitFor(() =>
      expect(asked(directionsPath).at(-1)?.body).toMatchObject({ places: [place(24.09), place(24.08), place(24.07)] }),
    )
  })

  it('[ROUTE-12] [ROUTE-17] [ROUTE-29] [API1-46] SAVE sends the route with its bitmap as the user who is logged in, and shows the answer of the server for 5 s', async () => {
    const { clock } = await start()
    await openRound()
    fireEvent.change(title(), { target: { value: "Mei's 'round'" } })
    expect(title().value).toBe('Meis round')
    await waitFor(() => expect(isDisabled(save())).toBe(false))
    await act(async () => fireEvent.click(save()))
    const sent = asked(routePath(2)).at(-1)
    expect(sent?.method).toBe('PUT')
    expect(sent?.body).toMatchObject({
      username: 'admin',
      password: expect.any(String),
      title: 'Meis round',
      enable: 1,
      accuracy: 0.0001,
      latlngs: round.latlngs,
      devices: ['van'],
      data: expect.stringMatching(/^[A-Za-z0-9+/]{100,}=*$/),
    })
    await waitFor(() => expect(notices()).toEqual([expect.stringContaining('Save SuccessRoute saved')]))
    act(() => clock.advance(5000))
    expect(notices()).toEqual([])
  })

  it('[C1] an unused route starts enabled, shows what is missing beside SAVE, and that it is for no vehicle', async () => {
    const { list } = await start()
    list(device({ deviceId: 'van' }))
    const select = await picker()
    await act(async () => fireEvent.change(select, { target: { value: '0' } }))
    await waitFor(() => expect(isDisabled(title())).toBe(false))
    const nobody = 'No vehicle is chosen: the route raises no events.'
    expect(state().value).toBe('1')
    expect(screen.getByText(nobody)).toBeTruthy()
    const about = () => document.getElementById(save().getAttribute('aria-describedby') ?? '')?.textContent
    expect(about()).toBe('A route needs at least two positions.')
    await openRound()
    expect(about()).not.toContain('two positions')
    fireEvent.click(checkOf('van'))
    await waitFor(() => expect(isDisabled(save())).toBe(false))
    fireEvent.change(title(), { target: { value: '' } })
    expect([title().getAttribute('aria-invalid'), isDisabled(save())]).toEqual(['true', true])
    expect(screen.getByText('A route needs a title')).toBeTruthy()
    fireEvent.change(title(), { target: { value: 'Round' } })
    await act(async () => fireEvent.click(save()))
    await waitFor(() => expect(notices()).toContainEqual(expect.stringContaining(nobody)))
  })

  it('[ROUTE-28] a refusal is shown as "Save Error" with the message', async () => {
    await start(server({ refusal: 'the title is empty' }))
    await openRound()
    await waitFor(() => expect(isDisabled(save())).toBe(false))
    await act(async () => fireEvent.click(save()))
    await waitFor(() => expect(notices()).toEqual([expect.stringContaining('Save Errorthe title is empty')]))
  })

  it.each([
    ['[ROUTE-18] [ROUTE-20] [ROUTE-36] a route of 50.0 km is accepted', 49_999.99, true],
    ['[ROUTE-18] [ROUTE-19] [ROUTE-20] a route that is a metre longer is not', 50_001, false],
  ])('%s', async (_, metres, accepted) => {
    const half = placeFrom(place(24.08), 90, metres / 2)
    await start(
      server({ directions: () => ({ kind: 'road', way: [place(24.08), half, placeFrom(half, 0, metres / 2)] }) }),
    )
    await openRound()
    await screen.findByText(/Length/)
    expect([isDisabled(save()), notices()]).toEqual(
      accepted ? [false, []] : [true, [expect.stringContaining('route too largeplease reset route')]],
    )
  })

  it('[ROUTE-19] [ROUTE-20] a route of more than 50 km shows one notice, and cannot be saved until it is shorter', async () => {
    let far = true
    const directions: Site['directions'] = (way) => ({
      kind: 'road',
      way: far ? [...way, place(24.6), place(24.08)] : way,
    })
    await start(server({ directions }))
    await openRound()
    await waitFor(() => expect(notices()).toEqual([expect.stringContaining('route too largeplease reset route')]))
    expect(isDisabled(save())).toBe(true)
    far = false
    fireEvent.click(button('Remove position C'))
    await waitFor(() => expect(isDisabled(save())).toBe(false))
    expect(notices()).toHaveLength(1)
  })

  it.each([
    ['', 'Straight lines: this site has no directions server.'],
    ['the directions server cannot be reached', 'Straight lines: the directions server cannot be reached.'],
  ])(
    '[ROUTE-34] where no directions server answers lines are straight, and the page shows a note (%s)',
    async (reason, words) => {
      await start(server({ directions: (way) => ({ kind: 'straight', way, reason }) }))
      await openRound()
      expect(await screen.findByText((text) => text.includes(words))).toBeTruthy()
      await waitFor(() => expect(isDisabled(save())).toBe(false))
    },
  )

  it('[ROUTE-34] nor does a server that does not answer at all keep anybody from planning', async () => {
    const { [directionsPath]: _, ...deaf } = server()
    await start(deaf)
    await openRound()
    expect(await screen.findByText((text) => text.startsWith('Straight lines: there is no server.'))).toBeTruthy()
    expect(isDisabled(save())).toBe(false)
  })
})

describe('who may open it', () => {
  const at = () => window.location.pathname

  it('[ROUTE-02] everybody but permission 0 is led home', async () => {
    await start(server(), { permission: 1 })
    await waitFor(() => expect(at()).not.toBe('/routeplanning'))
    expect(document.querySelector('[data-page="route"]')).toBeNull()
  })

  it('[ROUTE-03] [ROUTE-37] so is who is logged in at another server; hosts are compared without case and port', async () => {
    open = await openConsole({ path: '/routeplanning', store: memoryStore(remembered), http: server() })
    await waitFor(() => expect(at()).not.toBe('/routeplanning'))
    open.close()
    cleanup()
    const host = window.location.hostname.toUpperCase()
    const store = memoryStore({ ...remembered, [storageKeys.serverIp]: host })
    open = await openConsole({ path: '/routeplanning', store, host, http: server() })
    expect(await picker()).toBeTruthy()
  })
})
