// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { device, fix } from '../engines/fleet/fleet.fixtures.ts'
import { memoryStore, storageKeys } from '../platform/storage/index.ts'
import { startTexts } from '../platform/texts/index.ts'
import { openConsole, passwordHash, remembered } from './console.fixtures.tsx'

type Console = Awaited<ReturnType<typeof openConsole>>

let open: Console | null = null

async function start(options: Parameters<typeof openConsole>[0]): Promise<Console> {
  open = await openConsole(options)
  return open
}

const at = () => window.location.pathname
/** The bar at the bottom of every page; a table has a footer of its own. */
const bottomBar = () =>
  waitFor(() => document.querySelector<HTMLElement>('footer.footer') ?? Promise.reject(new Error('no footer')))
const loginButton = () => screen.findByRole('button', { name: /^Log in$/ })
const dashboard = (more: object = {}) => start({ path: '/blockview', store: memoryStore(remembered), ...more })

async function submitLogin(user: string, password: string, save = false): Promise<void> {
  const button = await loginButton()
  fireEvent.change(screen.getByLabelText('User name'), { target: { value: user } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
  if (save) fireEvent.click(screen.getByRole('switch'))
  await act(async () => fireEvent.click(button))
}

beforeAll(() => startTexts())
afterEach(() => {
  open?.close()
  open = null
  cleanup()
})

describe('the login', () => {
  it('LOGIN-20 LOGIN-21 an empty user name or password is told and not sent', async () => {
    const { sockets } = await start({ path: '/login', store: memoryStore() })
    await submitLogin('', 'secret')
    expect(screen.getByRole('alert').textContent).toBe('Oops Invalid username or password')
    await submitLogin('admin', '')
    expect(screen.getByRole('alert').textContent).toBe('Oops Invalid username or password')
    expect(sockets).toHaveLength(0)
  })

  it('LOGIN-12 a refused login says AuthFailed and stays', async () => {
    const { sockets } = await start({ path: '/login', store: memoryStore(), accepts: false })
    await submitLogin('admin', 'wrong')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('AuthFailed'))
    expect(document.querySelector('.login-box')?.hasAttribute('data-shake')).toBe(true)
    expect([at(), sockets.length]).toEqual(['/login', 1])
  })

  it('leads back to the address that was asked for; who logged out begins at the start', async () => {
    const { login } = await start({ path: '/splayback/van?day=2026-01-05', store: memoryStore() })
    await waitFor(() => expect(at()).toBe('/login'))
    await submitLogin('admin', 'secret')
    await waitFor(() => expect(at() + window.location.search).toBe('/splayback/van?day=2026-01-05'))
    await bottomBar()
    act(() => login.logout())
    await waitFor(() => expect(at()).toBe('/login'))
    await submitLogin('admin', 'secret')
    await waitFor(() => expect(at()).toBe('/blockview'))
  })

  it('LOGIN-47 an accepted one remembers the hash only when asked to', async () => {
    for (const save of [true, false]) {
      const store = memoryStore()
      await start({ path: '/login', store })
      await submitLogin('admin', 'secret', save)
      await waitFor(() => expect(at()).toBe('/blockview'))
      expect(store.get(storageKeys.autoLogin)).toBe(String(save))
      expect(store.get(storageKeys.passwordHash) !== null).toBe(save)
      open?.close()
      cleanup()
    }
  })

  it('LOGIN-45 logs in by itself when flag, user, hash, host and port are stored', async () => {
    const { sockets } = await dashboard()
    await bottomBar()
    expect(sockets[0]?.asked[0]).toMatchObject({ code: 'Q02', fields: { U: 'admin', P: passwordHash } })
    expect(at()).toBe('/blockview')
  })

  it('LOGIN-46 anything missing sets the flag to false, and nothing is tried', async () => {
    const { userName, passwordHash: hash, serverIp, serverPort, autoLogin } = storageKeys
    for (const missing of [userName, hash, serverIp, serverPort, autoLogin]) {
      const store = memoryStore(remembered)
      store.remove(missing)
      const { sockets } = await start({ path: '/blockview', store })
      expect([missing, store.get(autoLogin), sockets.length]).toEqual([missing, 'false', 0])
      open?.close()
      cleanup()
    }
  })

  it('LOGIN-41 LOGIN-42 LOGIN-43 LOGIN-44 a logout forgets flag and hash, keeps the names, and no link is opened again', async () => {
    const store = memoryStore(remembered)
    const { sockets, clock, channel } = await start({ path: '/blockview', store })
    fireEvent.click(await screen.findByRole('button', { name: 'Account of admin' }))
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: /Log out/ })))
    await waitFor(() => expect(at()).toBe('/login'))
    expect(channel.state.getState().kind).toBe('idle')
    expect([store.get(storageKeys.autoLogin), store.get(storageKeys.passwordHash)]).toEqual([null, null])
    const kept = [storageKeys.userName, storageKeys.serverIp, storageKeys.serverPort].map((key) => store.get(key))
    expect(kept).toEqual(['admin', 'fleet.test', '24680'])
    clock.advance(60_000)
    expect([sockets.length, sockets[0]?.closed]).toEqual([1, true])
  })
})

describe('the way to the login', () => {
  it('SHELL-073 SHELL-078 without a stored flag every page goes there, and back leads past it', async () => {
    const before = window.history.length
    for (const path of ['/', '/blockview', '/liveview/a', '/splayback']) {
      await start({ path, store: memoryStore() })
      await loginButton()
      expect(at()).toBe('/login')
      open?.close()
      cleanup()
    }
    expect(window.history.length).toBe(before)
  })

  it('SHELL-074 with the flag false and nobody logged in too', async () => {
    await start({ path: '/blockview', store: memoryStore({ [storageKeys.autoLogin]: 'false' }) })
    await loginButton()
    expect(at()).toBe('/login')
  })

  it('SHELL-075 a refused automatic login ends there', async () => {
    await dashboard({ accepts: false })
    await loginButton()
    expect(at()).toBe('/login')
  })
})

describe('theme and unit', () => {
  it('SHELL-116 SHELL-117 a chosen theme applies and is used again after a reload', async () => {
    const store = memoryStore(remembered)
    await start({ path: '/blockview', store })
    fireEvent.click(await screen.findByRole('button', { name: 'Theme: default' }))
    await act(async () => fireEvent.click(await screen.findByRole('menuitemradio', { name: 'solar' })))
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('solar'))
    expect(document.documentElement.dataset.bsTheme).toBe('dark')
    open?.close()
    cleanup()
    await start({ path: '/blockview', store })
    expect(open?.theme.state.getState()).toEqual({ name: 'solar', tone: 'dark' })
  })

  it('SHELL-119 SHELL-120 a chosen unit shows at once and is used again after a reload', async () => {
    const store = memoryStore(remembered)
    const { list } = await start({ path: '/blockview', store })
    await bottomBar()
    list(device({ position: fix({ speedKmh: 100 }) }))
    expect(await screen.findByText('100 km/h')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /^Length unit/ }))
    await act(async () => fireEvent.click((await screen.findAllByRole('menuitemradio'))[1]!))
    expect(screen.getByText('62 mph')).toBeTruthy()
    open?.close()
    cleanup()
    await start({ path: '/blockview', store })
    open?.list(device({ position: fix({ speedKmh: 100 }) }))
    expect(await screen.findByText('62 mph')).toBeTruthy()
  })
})

const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    device({ deviceId: `v${index + 1}`, plate: `P${String(count - index).padStart(3, '0')}` }),
  )
const rowNames = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent?.replace('Idle', ''))

describe('the dashboard', () => {
  it('DASH-01 DASH-05 DASH-06 DASH-08 DASH-09 DASH-10 DASH-11 shows 12 devices a page and steps through the pages', async () => {
    const { list } = await dashboard()
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
    list(...many(30))
    expect(rowNames()).toEqual(Array.from({ length: 12 }, (_, index) => `v${index + 1}`))
    const step = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
    step('Next page')
    expect(rowNames()[0]).toBe('v13')
    step('Last page')
    expect(rowNames()).toHaveLength(6)
    step('Previous page')
    expect(rowNames()[0]).toBe('v13')
    step('First page')
    expect(rowNames()[0]).toBe('v1')
  })

  it('DASH-12 DASH-13 another filter word or mode starts at the first page', async () => {
    const { list, fleet } = await dashboard()
    await screen.findByRole('heading', { name: 'Dashboard' })
    list(...many(40))
    for (const change of [() => fleet.setFilterText('v'), () => fleet.setFilterMode('online')]) {
      fireEvent.click(screen.getByRole('button', { name: 'Page 3' }))
      expect(rowNames()[0]).toBe('v25')
      act(change)
      expect(rowNames()[0]).toBe('v1')
    }
  })

  it('DASH-80 a click on a header sorts by it, a second one turns the order', async () => {
    const { list } = await dashboard()
    await screen.findByRole('heading', { name: 'Dashboard' })
    list(...many(3))
    fireEvent.click(screen.getByRole('button', { name: 'Plate' }))
    expect(rowNames()).toEqual(['v3', 'v2', 'v1'])
    fireEvent.click(screen.getByRole('button', { name: 'Plate' }))
    expect(rowNames()).toEqual(['v1', 'v2', 'v3'])
  })

  it('DASH-15 DASH-16 DASH-38 DASH-44 single columns go and come, the choice is remembered, device and time stay', async () => {
    const store = memoryStore(remembered)
    const headers = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent)
    await start({ path: '/blockview', store })
    fireEvent.click(await screen.findByRole('button', { name: 'Columns' }))
    const choices = (await screen.findAllByRole('checkbox')).map((box) => box.closest('label')?.textContent)
    expect(choices).not.toContain('Device ID')
    expect(choices).not.toContain('Last updated')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Plate' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Signal' }))
    expect(headers()).toEqual([
      'Device ID',
      'Driver',
      'Device Memo',
      'Speed',
      'Channel',
      'Signal',
      'SD',
      'Last updated',
      'Del',
    ])
    open?.close()
    cleanup()
    await start({ path: '/blockview', store })
    await screen.findByRole('heading', { name: 'Dashboard' })
    expect(headers()).toContain('Signal')
    expect(headers()).not.toContain('Plate')
  })

  it('DASH-60 DASH-63 a removal asks first: cancel sends nothing, yes sends the device', async () => {
    const { list, sockets } = await dashboard()
    await screen.findByRole('heading', { name: 'Dashboard' })
    list(device({ deviceId: 'van' }))
    const removals = () => sockets[0]?.asked.filter(({ code }) => code === 'D02').map(({ fields }) => fields.A)
    for (const [answer, sent] of [
      ['Cancel', []],
      ['Remove', ['van']],
    ] as const) {
      fireEvent.click(screen.getByRole('button', { name: 'Remove van' }))
      const dialog = await screen.findByRole('dialog')
      await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: answer })))
      await waitFor(() => expect(removals()).toEqual(sent))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  it('an added device is shown on its page and marked for a while', async () => {
    const { list, clock, fleet } = await dashboard()
    await screen.findByRole('heading', { name: 'Dashboard' })
    list(...many(20))
    act(() => fleet.setFilterText('nothing'))
    expect(screen.getByText('The search “nothing” leaves nothing over.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Add device' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText('Device ID'), { target: { value: 'v99' } })
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Add' })))
    list(...many(20), device({ deviceId: 'v99', online: false, statusTimeS: null }))
    await waitFor(() => expect(document.querySelector('tr[data-added]')?.textContent).toContain('v99'))
    expect(document.querySelector('tr[data-added]')?.textContent).toContain('never')
    expect(rowNames()[0]).toBe('v13')
    act(() => clock.advance(10_000))
    expect(document.querySelector('tr[data-added]')).toBeNull()
  })

  it('DASH-86 DASH-88 ENT-075 new devices are those online and not registered; a button registers one', async () => {
    const { list, sockets } = await dashboard()
    await screen.findByRole('heading', { name: 'Dashboard' })
    list(device({ deviceId: 'new', registered: false }), device({ deviceId: 'gone', registered: false, online: false }))
    const side = screen.getByRole('region', { name: 'New devices' })
    expect(
      within(side)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Add new'])
    await act(async () => fireEvent.click(within(side).getByRole('button')))
    expect(sockets[0]?.asked.at(-1)).toMatchObject({ code: 'D01', fields: { A: 'new' } })
  })
})

describe('the footer', () => {
  const fleet = [
    device({ deviceId: 'a', position: fix({ speedKmh: 120 }), recording: true }),
    device({ deviceId: 'b', position: fix({ speedKmh: 40 }) }),
    device({ deviceId: 'c' }),
    device({ deviceId: 'd', online: false }),
  ]
  const buttons = () =>
    within(screen.getByRole('group', { name: /filter/i }))
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'))

  it('FOOT-11 FOOT-12 FOOT-14 FOOT-15 FOOT-16 FOOT-17 FOOT-18 FOOT-19 has a button with its count for each filter, OverSpeed not without a map', async () => {
    const { list } = await dashboard({ site: { recordingButton: true } })
    await bottomBar()
    list(...fleet)
    expect(buttons()).toEqual([
      'Driving: 2',
      'Idle: 1',
      'Online: 3',
      'Offline: 1',
      'All: 4',
      'Recording: 1',
      'Not Record: 3',
    ])
  })

  it('FOOT-13 OverSpeed is there with a map', async () => {
    const { list } = await dashboard({ site: { disableMap: false } })
    await bottomBar()
    list(...fleet)
    expect(buttons()).toContain('OverSpeed: 1')
  })

  it('FOOT-20 without the recording button neither of its two filters is there', async () => {
    const { list } = await dashboard({ site: { recordingButton: false } })
    await bottomBar()
    list(...fleet)
    expect(buttons()).toEqual(['Driving: 2', 'Idle: 1', 'Online: 3', 'Offline: 1', 'All: 4'])
  })

  it('FOOT-21 FOOT-22 on a phone the buttons are icon and count', async () => {
    const { list } = await dashboard({ mobile: true })
    const footer = await bottomBar()
    list(...fleet)
    expect(within(footer).getByRole('button', { name: 'Driving: 2' }).textContent).toBe('2')
    expect(footer.textContent).not.toContain('UTC')
    expect(footer.textContent).not.toContain('Version')
  })

  it('MAP-47 a phone that opens the map is sent to the device list', async () => {
    await start({ path: '/', store: memoryStore(remembered), site: { disableMap: false }, mobile: true })
    await waitFor(() => expect(at()).toBe('/blockview'))
  })

  it('FOOT-23 a click makes the filter the current one', async () => {
    const { list, fleet: engine } = await dashboard()
    await bottomBar()
    list(...fleet)
    fireEvent.click(screen.getByRole('button', { name: 'Offline: 1' }))
    expect(engine.state.getState().filter.mode).toBe('offline')
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1))
  })
})
