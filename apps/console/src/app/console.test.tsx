// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { device, fix } from '../engines/fleet/fleet.fixtures.ts'
import { memoryStore, storageKeys } from '../platform/storage/index.ts'
import { startAllTexts } from '../platform/texts/texts.fixtures.ts'
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

beforeAll(() => startAllTexts())
afterEach(() => {
  open?.close()
  open = null
  cleanup()
})

describe('the login', () => {
  it('[LOGIN-20] [LOGIN-21] an empty user name or password shows an error and is not sent', async () => {
    const { sockets } = await start({ path: '/login', store: memoryStore() })
    await submitLogin('', 'secret')
    expect(screen.getByRole('alert').textContent).toBe('Oops Invalid username or password')
    await submitLogin('admin', '')
    expect(screen.getByRole('alert').textContent).toBe('Oops Invalid username or password')
    expect(sockets).toHaveLength(0)
  })

  it('[LOGIN-12] a refused login shows AuthFailed and stays', async () => {
    const { sockets } = await start({ path: '/login', store: memoryStore(), accepts: false })
    await submitLogin('admin', 'wrong')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('AuthFailed'))
    expect(document.querySelector('.login-box')?.hasAttribute('data-shake')).toBe(true)
    expect([at(), sockets.length]).toEqual(['/login', 1])
  })

  it('leads back to the requested address; after a logout it begins at the start page', async () => {
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

  it('[LOGIN-47] an accepted one remembers the hash only when the user chose it', async () => {
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

  it('[LOGIN-45] logs in by itself when flag, user, hash, host and port are stored', async () => {
    const { sockets } = await dashboard()
    await bottomBar()
    expect(sockets[0]?.asked[0]).toMatchObject({ code: 'Q02', fields: { U: 'admin', P: passwordHash } })
    expect(at()).toBe('/blockview')
  })

  it('[LOGIN-46] anything missing sets the flag to false, and nothing is tried', async () => {
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

  it('[LOGIN-41] [LOGIN-42] [LOGIN-43] [LOGIN-44] a logout deletes flag and hash, keeps the names, and opens no link again', async () => {
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
  it('[SHELL-073] [SHELL-078] without a stored flag every page goes there, and back leads past it', async () => {
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

  it('[SHELL-074] also with the flag false and no user logged in', async () => {
    await start({ path: '/blockview', store: memoryStore({ [storageKeys.autoLogin]: 'false' }) })
    await loginButton()
    expect(at()).toBe('/login')
  })

  it('[SHELL-075] a refused automatic login ends there', async () => {
    await dashboard({ accepts: false })
    await loginButton()
    expect(at()).toBe('/login')
  })
})

describe('theme and unit', () => {
  it('[SHELL-116] [SHELL-117] a chosen theme applies and is used again after a reload', async () => {
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

  it('[SHELL-119] [SHELL-120] a chosen unit shows at once and is used again after a reload', async () => {
    const store = memoryStore(remembered)
    const { list } = await start({ path: '/blockview', store })
    await bottomBar()
    list(device({ position: fix({ speedKmh: 100 }) }))
    expect(await screen.findByText('100 km/h')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /^Length unit/ }))
    await act(async () => fireEvent.click((await screen.findAllByRole('menuitemradio'))[1]!))
    expect(screen.getByText('62 mi/h')).toBeTruthy()
    open?.close()
    cleanup()
    await start({ path: '/blockview', store })
    open?.list(device({ position: fix({ speedKmh: 100 }) }))
    expect(await screen.findByText('62 mi/h')).toBeTruthy()
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

  it.each([
    ['[FOOT-11] [FOOT-12] has a button with its count for driving and for idle', ['Driving: 2', 'Idle: 1']],
    [
      '[FOOT-15] [FOOT-16] [FOOT-17] has a button with its count for online, offline and all',
      ['Online: 3', 'Offline: 1', 'All: 4'],
    ],
    [
      '[FOOT-18] [FOOT-19] has a button with its count for recording and not recording where the site has them',
      ['Recording: 1', 'Not Record: 3'],
    ],
  ])('%s', async (_, wanted) => {
    const { list } = await dashboard({ site: { recordingButton: true } })
    await bottomBar()
    list(...fleet)
    expect(buttons()).toEqual(expect.arrayContaining(wanted))
  })

  it('[FOOT-14] has no button for OverSpeed without a map', async () => {
    const { list } = await dashboard({ site: { recordingButton: true } })
    await bottomBar()
    list(...fleet)
    expect(buttons()).toHaveLength(7)
    expect(buttons().filter((text) => /speed/i.test(text ?? ''))).toEqual([])
  })

  it('[CONST1-09] [CONST1-10] counts 5 km/h as idle and more as driving, and 100 km/h as overspeed and less not', async () => {
    const { list } = await dashboard({ site: { disableMap: false } })
    await bottomBar()
    const speeds = [5, 5.1, 99.9, 100]
    list(...speeds.map((speedKmh, at) => device({ deviceId: `van ${at}`, position: fix({ speedKmh }) })))
    expect(buttons()).toEqual(expect.arrayContaining(['Driving: 3', 'Idle: 1', 'OverSpeed: 1']))
  })

  it('[FOOT-13] OverSpeed is there with a map', async () => {
    const { list } = await dashboard({ site: { disableMap: false } })
    await bottomBar()
    list(...fleet)
    expect(buttons()).toContain('OverSpeed: 1')
  })

  it.each([
    ['full', 'Nothing is recorded: the disk for the recordings is full'],
    ['failing', 'Nothing is recorded: the disk for the recordings cannot be written'],
  ] as const)('[M5] says that nothing is recorded while the disk is %s, and nothing otherwise', async (fault, text) => {
    const { fleet: engine } = await dashboard()
    const footer = within(await bottomBar())
    expect(footer.queryByRole('alert')).toBeNull()
    act(() => engine.setRecordingFault(fault))
    expect(footer.getByRole('alert').textContent).toBe(text)
    act(() => engine.setRecordingFault(null))
    expect(footer.queryByRole('alert')).toBeNull()
  })

  it('[FOOT-20] without the recording button neither of its two filters is there', async () => {
    const { list } = await dashboard({ site: { recordingButton: false } })
    await bottomBar()
    list(...fleet)
    expect(buttons()).toEqual(['Driving: 2', 'Idle: 1', 'Online: 3', 'Offline: 1', 'All: 4'])
  })

  it('[FOOT-21] [FOOT-22] on a phone the buttons are icon and count', async () => {
    const { list, fleet: engine } = await dashboard({ mobile: true })
    const footer = await bottomBar()
    list(...fleet)
    const server = { version: '7.4.2', maxLicence: 500, expiresS: 1_798_675_200, timeZoneHours: 5.5, streamPort: 8900 }
    act(() => engine.setServer(server))
    expect(footer.querySelector('time')?.textContent).toBe('17:30')
    expect(within(footer).getByRole('button', { name: 'Driving: 2' }).textContent).toBe('2')
    expect(footer.textContent).not.toContain('UTC')
    expect(footer.textContent).not.toMatch(/Version|Licence|Valid/)
  })

  it('[MAP-47] a phone that opens the map is sent to the device list', async () => {
    await start({ path: '/', store: memoryStore(remembered), site: { disableMap: false }, mobile: true })
    await waitFor(() => expect(at()).toBe('/blockview'))
  })

  it('[FOOT-23] a click makes the filter the current one', async () => {
    const { list } = await dashboard({ site: { recordingButton: true, disableMap: false } })
    await bottomBar()
    list(...fleet)
    const shown = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent?.[0])
    for (const [button, ids] of [
      ['Offline: 1', ['d']],
      ['Driving: 2', ['a', 'b']],
      ['Idle: 1', ['c']],
      ['OverSpeed: 1', ['a']],
      ['Online: 3', ['a', 'b', 'c']],
      ['Recording: 1', ['a']],
      ['Not Record: 3', ['b', 'c', 'd']],
      ['All: 4', ['a', 'b', 'c', 'd']],
    ] as const) {
      fireEvent.click(screen.getByRole('button', { name: button }))
      await waitFor(() => expect([button, shown()]).toEqual([button, ids]))
      expect(screen.getByRole('button', { name: button }).getAttribute('aria-pressed')).toBe('true')
      // The counts stay those of the whole fleet.
      expect(buttons()).toContain('All: 4')
    }
  })
})
