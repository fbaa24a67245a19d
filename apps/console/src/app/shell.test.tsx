// @vitest-environment happy-dom
import { type AccessFlag, accessFlags, fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { embeddedPagesPath } from '@fleetglass/contract/embedded-pages'
import { groupDevicesPath, userGroupPath } from '@fleetglass/contract/groups'
import { mayOpen, pageOf, refusedTo } from '@fleetglass/contract/pages'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { device, fix } from '../engines/fleet/fleet.fixtures.ts'
import { readSiteConfig } from '../platform/config/index.ts'
import { openLivePopup } from '../platform/pages/index.ts'
import { memoryStore, storageKeys } from '../platform/storage/index.ts'
import { startTexts } from '../platform/texts/index.ts'
import { giveElementsSize } from '../ui/virtual-list.fixtures.ts'
import { openConsole, passwordHash, remembered } from './console.fixtures.tsx'
import { builtPages } from './pages.ts'

type Console = Awaited<ReturnType<typeof openConsole>>
type Options = Partial<Parameters<typeof openConsole>[0]>

let open: Console | null = null

/** The console of somebody whose password is remembered. */
async function start(path: string, options: Options = {}): Promise<Console> {
  open = await openConsole({ path, store: memoryStore(remembered), ...options })
  return open
}
const flags = (...granted: AccessFlag[]) => accessFlags.map((flag) => (granted.includes(flag) ? '1' : '0')).join('')
const at = () => window.location.pathname
const footer = () =>
  waitFor(() => document.querySelector<HTMLElement>('footer.footer') ?? Promise.reject(new Error('no footer')))
const entries = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
const menus = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .queryAllByRole('button')
    .map((button) => button.textContent)

beforeAll(async () => {
  await startTexts()
  // What the router fetches when it is wanted: on a busy machine that takes longer than a test may.
  await Promise.all(builtPages.map(({ load }) => load()))
}, 180_000)
afterEach(() => {
  vi.restoreAllMocks()
  open?.close()
  open = null
  cleanup()
})

describe('the pages', () => {
  it.each([
    ['[SHELL-025] [SHELL-093] /blockview opens the dashboard', '/blockview', 'Dashboard · Fleetglass', '.device-table'],
    [
      '[SHELL-030] /liveview opens the live view with its devices',
      '/liveview',
      'Live view · Fleetglass',
      '.device-sidebar',
    ],
    [
      '[SHELL-032] /liveview/{deviceid} opens the live view of the device',
      '/liveview/van',
      'Live view · Fleetglass',
      '.device-live',
    ],
    ['[SHELL-036] /splayback opens local playback', '/splayback', 'Playback · Fleetglass', '.playback-page'],
    [
      '[SHELL-037] /splayback/{deviceid} opens it for the device',
      '/splayback/van',
      'Playback · Fleetglass',
      '.playback-page',
    ],
    [
      '[SHELL-038] /remoteplayback opens remote playback',
      '/remoteplayback',
      'Remote playback · Fleetglass',
      '.remote-page',
    ],
    [
      '[SHELL-039] /remoteplayback/{deviceid} opens it for the device',
      '/remoteplayback/van',
      'Remote playback · Fleetglass',
      '.remote-page',
    ],
    ['[SHELL-054] [SHELL-093] /idle opens the idle screen', '/idle', 'Idle · Fleetglass', '.idle-page'],
  ])('%s', async (_title, path, title, content) => {
    const { list } = await start(path)
    await footer()
    list(device({ deviceId: 'van' }))
    await waitFor(() => {
      expect(document.querySelector(content)).not.toBeNull()
      expect([at(), document.title]).toEqual([path, title])
    })
  })

  it('[CONST0-25] [CONST0-26] [LIVE-47] live view and playback offer the first 8 channels, or as many as the site says', async () => {
    const channels = Array.from({ length: 20 }, (_, index) => ({ number: 20 - index, name: '' }))
    const first = (count: number) => channels.slice(0, count).map(({ number }) => String(number))
    for (const [site, offered] of [
      [{}, first(8)],
      [{ offeredChannels: 12 }, first(12)],
    ] as const) {
      for (const [path, button] of [
        ['/liveview/van', '.channel-toggle'],
        ['/splayback/van', '.channel-button'],
      ] as const) {
        const { list } = await start(path, { site })
        await footer()
        list(device({ deviceId: 'van', channelCount: 20, channels }))
        await waitFor(() => expect(document.querySelector(button)).not.toBeNull())
        const shown = [...document.querySelectorAll(`${button} .num`)].map((number) => number.textContent)
        expect([path, shown]).toEqual([path, offered])
        open?.close()
        cleanup()
      }
    }
  })

  it('[CONST0-05] [CONST0-06] [CONST0-07] [CONST0-12] the live view has another factor for miles than the dashboard, and rounds after it', async () => {
    const shown = async (path: string, at: string) => {
      const { list } = await start(path, { store: memoryStore({ ...remembered, [storageKeys.lengthUnit]: 'mile' }) })
      await footer()
      list(device({ deviceId: 'van', position: fix({ speedKmh: 86.1 }) }))
      const text = await waitFor(() => document.querySelector(at)?.textContent ?? Promise.reject(new Error(at)))
      open?.close()
      cleanup()
      return text
    }
    const giveBackSize = giveElementsSize()
    // 86.1 km/h are 53.502 miles an hour by one factor and 53.4999 by the other.
    expect(await shown('/blockview', '.device-table tbody')).toContain('54 mi/h')
    expect(await shown('/liveview/van', '.gauge-speed')).toBe('53')
    expect(await shown('/liveview', '.device-entry-state')).toBe('53 mi/h')
    giveBackSize()
  })

  it('[SHELL-027] /login opens the login screen', async () => {
    await start('/login', { store: memoryStore() })
    expect(await screen.findByRole('button', { name: /^Log in$/ })).toBeTruthy()
  })

  it('[SHELL-072] [SHELL-078] an unknown address, and one of a page that is not built, leads home and leaves nothing behind', async () => {
    const before = window.history.length
    for (const path of ['/nowhere', '/diskinfo', '/setting', '/liveview/a/b']) {
      await start(path)
      // Home is the map; without one it is the idle screen.
      await waitFor(() => expect(at()).toBe('/idle'))
      open?.close()
      cleanup()
    }
    expect(window.history.length).toBe(before)
  })

  it('[DASH-03] [DASH-04] [RIGHT1-05] [RIGHT1-16] without P_dash the dashboard gives way to the idle screen, with the hint of the site', async () => {
    await start('/blockview', { access: flags('P_live') })
    await waitFor(() => expect(at()).toBe('/idle'))
    expect(document.querySelector('.notice')).toBeNull()
    open?.close()
    cleanup()
    await start('/blockview', { access: flags('P_live'), site: { noRightHint: 'Ask the dispatcher' } })
    await waitFor(() => expect(at()).toBe('/idle'))
    expect(await screen.findByText('Ask the dispatcher')).toBeTruthy()
  })

  it('[RIGHT-004] P_dash alone opens the dashboard, and all other flags without it do not', async () => {
    await start('/blockview', { access: flags('P_dash') })
    await waitFor(() => expect(document.querySelector('.device-table')).not.toBeNull())
    expect(at()).toBe('/blockview')
    open?.close()
    cleanup()
    await start('/blockview', { access: withoutFlags(fullAccess, ['P_dash']) })
    await waitFor(() => expect(at()).not.toBe('/blockview'))
  })

  it('[LIVE-03] [SHELL-077] without P_live the live view gives way to home', async () => {
    await start('/liveview/van', { access: flags('P_dash'), mobile: true })
    await waitFor(() => expect(at()).toBe('/blockview'))
  })

  it('[LIVE-49] it says why where the site has a sentence for it, and then goes home', async () => {
    await start('/liveview/van', { access: flags('P_dash'), mobile: true, site: { noRightHint: 'Ask the dispatcher' } })
    await waitFor(() => expect(at()).toBe('/blockview'))
    expect(await screen.findByText('Ask the dispatcher')).toBeTruthy()
  })

  it('[LIVE-49] whoever is not permission 0 is sent home from the random live view', () => {
    const page = pageOf('/rendomliveview')
    for (const permission of [1, 2, 3]) {
      const rights = { permission, access: fullAccess }
      const visitor = { rights, userName: 'anna', mobile: false, site: readSiteConfig({}), atServer: true }
      expect([permission, mayOpen(page, visitor), refusedTo(page, visitor)]).toEqual([permission, false, '/'])
    }
  })

  it('[MAP-48] [MAP-49] [SHELL-077] the map gives way to the idle screen where it is disabled, and first of all to the list on a phone', async () => {
    await start('/')
    await waitFor(() => expect(at()).toBe('/idle'))
    open?.close()
    cleanup()
    await start('/', { mobile: true })
    await waitFor(() => expect(at()).toBe('/blockview'))
  })
})

describe('the navigation', () => {
  it('has an entry for each built page one has, and no other', async () => {
    await start('/blockview', { site: { disableMap: false } })
    await footer()
    const [first, second] = [
      ['/', '/blockview', '/treeview', '/liveview', '/gpsplayback'],
      ['/splayback', '/remoteplayback', '/devicesetup'],
    ]
    expect(entries()).toEqual([...first, ...second])
    expect(menus()).toEqual(['Information'])
  })

  it('[SHELL-017] on a phone the bar says which page is open, and has the others with their names in its menu', async () => {
    for (const [path, name] of [
      ['/treeview', 'Tree view'],
      ['/rendomliveview', 'Random live view'],
    ] as const) {
      await start(path, { mobile: true })
      const nav = await screen.findByRole('navigation', { name: 'Main' })
      await act(async () => fireEvent.click(within(nav).getByRole('button', { name })))
      const names = within(nav)
        .getAllByRole('link')
        .map((link) => link.textContent)
      const [first, second] = [
        ['Dashboard', 'Tree view', 'Live view', 'GPS playback'],
        ['Playback', 'Remote playback', 'Remote device settings'],
      ]
      expect(names).toEqual([...first, ...second])
      open?.close()
      cleanup()
    }
  })

  it('[SHELL-079] [SHELL-081] [SHELL-083] an entry goes with its flag', async () => {
    await start('/idle', { access: flags('P_live') })
    await footer()
    expect(entries()).toEqual(['/liveview'])
  })

  it.each([
    ['[SHELL-079] the dashboard is listed with its flag only', ['P_dash'], '/blockview'],
    ['[SHELL-081] the live view is listed with its flag only', ['P_live'], '/liveview'],
    ['[SHELL-083] local playback is listed with its flag only', ['P_lopb'], '/splayback'],
    ['[SHELL-080] the tree view is listed with its flag only', ['P_tree'], '/treeview'],
    ['[SHELL-082] GPS playback is listed with its flag only', ['P_gppb', 'F_gps'], '/gpsplayback'],
    ['[SHELL-084] remote playback is listed with its flag only', ['P_repb'], '/remoteplayback'],
    ['[SHELL-087] remote device settings are listed with their flag only', ['F_rmdvrs'], '/devicesetup'],
  ] as const)('%s', async (_, needed, path) => {
    const site = { disableMap: false }
    await start('/idle', { access: flags(...needed), site })
    await footer()
    expect(entries()).toContain(path)
    open?.close()
    cleanup()
    await start('/idle', { access: withoutFlags(fullAccess, [needed[0]]), permission: 1, site })
    await footer()
    expect(entries().length).toBeGreaterThan(4)
    expect(entries()).not.toContain(path)
  })

  it('[SHELL-090] [SHELL-091] the settings menu is there where the address of the page is that of the server in any case, and nowhere else', async () => {
    const shownAt = async (host: string) => {
      await start('/blockview', { host, store: memoryStore({ ...remembered, [storageKeys.serverIp]: host }) })
      await footer()
      const shown = screen.queryByRole('button', { name: 'Settings' }) !== null
      open?.close()
      cleanup()
      return shown
    }
    const here = window.location.hostname
    const shown = [await shownAt(here), await shownAt(here.toUpperCase()), await shownAt('other.test')]
    expect([...shown, await shownAt(`${here}.test`)]).toEqual([true, true, false, false])
  })

  it('[RIGHT-107] [RIGHT-118] in the variant without extra admin settings the settings menu says whom to ask', async () => {
    const at = (host: string) => ({ host, store: memoryStore({ ...remembered, [storageKeys.serverIp]: host }) })
    const here = window.location.hostname
    await start('/blockview', { site: { variant: 'callcentre' }, ...at(here) })
    await footer()
    fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
    expect(await screen.findByText('Please contact IT or the call centre')).toBeTruthy()
    open?.close()
    cleanup()
    await start('/blockview', { site: { variant: 'callcentre' }, ...at('other.test') })
    await footer()
    expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull()
    open?.close()
    cleanup()
    await start('/blockview', { site: { variant: 'callcentre' }, ...at(here), permission: 1 })
    await footer()
    fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
    expect(await screen.findByRole('link', { name: 'Local device settings' })).toBeTruthy()
    expect(screen.queryByText('Please contact IT or the call centre')).toBeNull()
  })
})

describe('embedded pages', () => {
  const iframes = [
    { title: 'Weather', url: 'https://weather.test/map' },
    { title: 'Handbook', url: '/handbook.html' },
  ]
  const http = { [embeddedPagesPath]: () => ({ iframes }) }

  it('[SHELL-070] [API0-30] [IFR-01] [IFR-03] /iframe/{index} shows the page of the index, and the navigation names each', async () => {
    await start('/iframe/0', { http })
    const frame = await screen.findByTitle<HTMLIFrameElement>('Weather')
    expect(frame.src).toBe('https://weather.test/map')
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    expect((await screen.findByRole('link', { name: 'Handbook' })).getAttribute('href')).toBe('/iframe/1')
  })

  it('an embedded page cannot take the sandbox off: one of this server has an origin of its own', async () => {
    await start('/iframe/1', { http })
    const frame = await screen.findByTitle<HTMLIFrameElement>('Handbook')
    expect(frame.getAttribute('sandbox')).toContain('allow-scripts')
    expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin')
    expect(frame.getAttribute('sandbox')).not.toContain('allow-top-navigation')
  })

  it('[IFR-02] an index that is not configured leads home', async () => {
    for (const index of ['2', 'x', '-1']) {
      await start(`/iframe/${index}`, { http, mobile: true })
      await waitFor(() => expect(at()).toBe('/blockview'))
      open?.close()
      cleanup()
    }
  })
})

describe('the group filter', () => {
  const http = {
    [userGroupPath]: () => [
      { groupid: 'root', name: 'All of us', parentid: null },
      { groupid: 'north', name: 'North', parentid: 'root' },
    ],
    [groupDevicesPath]: (body: unknown) => {
      expect(body).toEqual({ username: 'admin', password: passwordHash, groupid: 'north' })
      return ['b']
    },
  }

  it('[RIGHT-066] a chosen group limits the device lists to its devices', async () => {
    const { list } = await start('/blockview', { http })
    await footer()
    list(device({ deviceId: 'a' }), device({ deviceId: 'b' }))
    const select = await screen.findByRole('combobox', { name: 'Group' })
    expect(screen.getAllByRole('rowheader')).toHaveLength(2)
    await act(async () => fireEvent.change(select, { target: { value: 'north' } }))
    await waitFor(() =>
      expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual([expect.stringContaining('b')]),
    )
    await act(async () => fireEvent.change(select, { target: { value: '' } }))
    expect(screen.getAllByRole('rowheader')).toHaveLength(2)
  })

  it('[RIGHT-058] only permission 0 has it', async () => {
    await start('/blockview', { http, permission: 1 })
    await footer()
    expect(screen.queryByRole('combobox', { name: 'Group' })).toBeNull()
  })
})

describe('the stream status', () => {
  const status = (user: string) => ({
    hddBps: 2_500_000,
    uploadBps: 0,
    downloadBps: 999,
    devices: [
      {
        deviceid: 'van',
        version: '1',
        arrivedTime: 1_767_000_000,
        users: [{ type: 'live', user, ip: '10.0.0.7', port: 50_001, arrivedTime: 1_767_000_100 }],
      },
      { deviceid: 'bus', version: '', arrivedTime: 1_767_000_000, users: [] },
    ],
  })

  it('[SHELL-094] [SHELL-102] the status icon opens it: three rates, who watches which device, again every 5 s while open', async () => {
    // Rows in sight are drawn, and a document without a layout has no sight.
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
    let asked = 0
    const replies = {
      Q10: () => {
        asked += 1
        return status(`viewer ${asked}`)
      },
    }
    const { clock } = await start('/blockview', { replies })
    await footer()
    fireEvent.click(screen.getByRole('button', { name: 'Stream status of the server' }))
    const dialog = await screen.findByRole('dialog', { name: 'Stream status' })
    await within(dialog).findByText('viewer 1')
    // Each rate under its own name, and the user in the row of the device that is watched.
    const rates = [...dialog.querySelectorAll('dl > div')].map((card) =>
      [...card.children].map((one) => one.textContent),
    )
    expect(rates).toEqual([
      ['Received from devices', '999 B/s'],
      ['Sent to viewers', '0 B/s'],
      ['Written to disk', '2.5 MB/s'],
    ])
    const rows = [...dialog.querySelectorAll('tbody tr[aria-rowindex]')].map((row) =>
      [...row.children].slice(0, 4).map((cell) => cell.textContent),
    )
    expect(rows).toEqual([['van', 'viewer 1', 'Live', '10.0.0.7:50001']])
    expect(within(dialog).getByText('2 devices online, 1 watched')).toBeTruthy()
    await act(async () => clock.advance(4_900))
    expect(asked).toBe(1)
    await act(async () => clock.advance(200))
    expect(await within(dialog).findByText('viewer 2')).toBeTruthy()
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Close' })))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act(async () => clock.advance(20_000))
    expect(asked).toBe(2)
  })

  it('says why there is nothing when the answer cannot be read', async () => {
    await start('/blockview', { replies: { Q10: () => ({ hddBps: 'much' }) } })
    await footer()
    fireEvent.click(screen.getByRole('button', { name: 'Stream status of the server' }))
    expect((await screen.findByRole('alert')).textContent).toContain('the answer cannot be read')
  })

  it('[RIGHT-059] only permission 0 has the icon', async () => {
    await start('/blockview', { permission: 1 })
    await footer()
    expect(screen.queryByRole('button', { name: 'Stream status of the server' })).toBeNull()
  })
})

describe('what the shell opens', () => {
  it('[SHELL-097] the live view popup shows the cameras of one device before the page', async () => {
    const { list } = await start('/blockview')
    await footer()
    list(device({ deviceId: 'van', memo: 'Blue van', online: false }))
    act(() => openLivePopup('van'))
    const dialog = await screen.findByRole('dialog', { name: 'Live view of Blue van · van' })
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Unknow device or device offline')
    list(device({ deviceId: 'van', memo: 'Blue van', online: true }))
    expect(await within(dialog).findByRole('group', { name: 'Channels' })).toBeTruthy()
    expect(at()).toBe('/blockview')
  })

  it('[SHELL-095] the change-password modal opens from the account menu, before the page', async () => {
    await start('/blockview')
    await footer()
    fireEvent.click(screen.getByRole('button', { name: 'Account of admin' }))
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Change password' })))
    const dialog = await screen.findByRole('dialog', { name: 'Change password' })
    expect(await within(dialog).findByLabelText('Current password')).toBeTruthy()
    expect(at()).toBe('/blockview')
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Close' })))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('[SHELL-096] the copyright modal is there in the deployment that asks for it, elsewhere not', async () => {
    for (const site of [{ copyright: true }, { copyright: false }, {}]) {
      await start('/blockview', { site })
      await footer()
      fireEvent.click(screen.getByRole('button', { name: 'Account of admin' }))
      await screen.findByRole('button', { name: /Log out/ })
      const entry = screen.queryByRole('button', { name: 'Copyright' })
      expect(entry !== null).toBe(site.copyright ?? false)
      if (entry) {
        await act(async () => fireEvent.click(entry))
        expect(await screen.findByRole('dialog', { name: 'Copyright' })).toBeTruthy()
      }
      open?.close()
      cleanup()
    }
  })

  it('[SHELL-116] [SHELL-119] on a phone, theme and unit are chosen from the account menu', async () => {
    const { theme } = await start('/blockview', { mobile: true })
    await footer()
    expect(screen.queryByRole('button', { name: /^Theme/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Account of admin' }))
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Display' })))
    const dialog = await screen.findByRole('dialog', { name: 'Display' })
    expect(within(dialog).getByRole('combobox', { name: 'Length unit' })).toBeTruthy()
    const themes = within(dialog).getByRole('combobox', { name: 'Theme' })
    await act(async () => fireEvent.change(themes, { target: { value: 'lumen' } }))
    await waitFor(() => expect(theme.state.getState().name).toBe('lumen'))
  })

  it('[RIGHT-090] the logo of the site stands in the place of the mark', async () => {
    await start('/blockview', { site: { logo: '/our-logo.svg' } })
    await footer()
    const mark = document.querySelector('.brand')
    expect(mark?.querySelector('img')?.getAttribute('src')).toBe('/our-logo.svg')
    expect(mark?.querySelector('svg')).toBeNull()
  })

  it('the keys of every page: ? explains them, / goes to the search, and neither where something is typed', async () => {
    await start('/blockview')
    await footer()
    fireEvent.keyDown(document.body, { key: '/' })
    const search = screen.getByPlaceholderText('Device, driver, memo or plate')
    expect(document.activeElement).toBe(search)
    fireEvent.keyDown(search, { key: '?' })
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.keyDown(document.body, { key: '?' })
    expect(await screen.findByRole('dialog', { name: 'Keyboard' })).toBeTruthy()
  })
})

describe('the idle countdown', () => {
  const face = () => document.querySelector('.idle-clock-time')?.textContent
  const button = (name: RegExp) => screen.getByRole('button', { name })

  it('[SHELL-103] [SHELL-107] [SHELL-109] a clock in the bar goes down from 1800 s by one each second', async () => {
    const { clock } = await start('/blockview')
    await footer()
    expect(face()).toBe('30:00')
    act(() => clock.advance(1000))
    expect(face()).toBe('29:59')
    act(() => clock.advance(61_000))
    expect(face()).toBe('28:58')
  })

  it('[SHELL-104] [SHELL-105] [SHELL-106] it is frozen, resumed from where it was, and a click sets it to 1800 s', async () => {
    const { clock } = await start('/blockview')
    await footer()
    act(() => clock.advance(100_000))
    fireEvent.click(button(/^Freeze/))
    act(() => clock.advance(3_600_000))
    fireEvent.pointerMove(document.body)
    act(() => clock.advance(5_000))
    expect([face(), at()]).toEqual(['28:20', '/blockview'])
    fireEvent.click(button(/^Resume/))
    act(() => clock.advance(1000))
    expect(face()).toBe('28:19')
    fireEvent.click(button(/^Idle screen in/))
    expect(face()).toBe('30:00')
  })

  it('[SHELL-114] [IDLE-07] at its end one is on the idle screen, and a click leads back to where one was', async () => {
    const { clock } = await start('/splayback/van?day=2026-01-05')
    await footer()
    act(() => clock.advance(1_799_000))
    expect(at()).toBe('/splayback/van')
    act(() => clock.advance(1_000))
    await waitFor(() => expect(at()).toBe('/idle'))
    expect(face()).toBeUndefined()
    fireEvent.click(await screen.findByRole('button', { name: 'Back to where you were' }))
    await waitFor(() => expect(at() + window.location.search).toBe('/splayback/van?day=2026-01-05'))
    await waitFor(() => expect(face()).toBe('30:00'))
  })

  it('[SHELL-108] [SHELL-115] who works is not idle: pointer and keys start it over, with the value of the page', async () => {
    const { clock } = await start('/liveview', { site: { liveIdleSeconds: 120 } })
    await footer()
    expect(face()).toBe('2:00')
    for (const work of [
      () => fireEvent.pointerDown(document.body),
      () => fireEvent.keyDown(document.body, { key: 'a' }),
    ]) {
      act(() => clock.advance(60_000))
      expect(face()).toBe('1:00')
      work()
      act(() => clock.advance(1000))
      expect(face()).toBe('1:59')
      act(() => clock.advance(59_000))
      work()
      act(() => clock.advance(0))
    }
    fireEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
    await waitFor(() => expect(face()).toBe('30:00'))
    fireEvent.click(screen.getByRole('link', { name: 'Live view' }))
    await waitFor(() => expect(face()).toBe('2:00'))
  })

  it('[SHELL-111] [SHELL-112] [SHELL-113] there is none on a phone or where it is disabled; the idle screen stays', async () => {
    for (const options of [{ mobile: true }, { site: { disableIdle: true } }]) {
      const { clock } = await start('/blockview', options)
      await footer()
      expect(face()).toBeUndefined()
      act(() => clock.advance(3_600_000))
      expect(at()).toBe('/blockview')
      open?.close()
      cleanup()
    }
    await start('/idle', { site: { disableIdle: true } })
    await waitFor(() => expect(document.querySelector('.idle-page')).not.toBeNull())
  })

  it('a second of it changes its own face and nothing else of the shell', async () => {
    const { clock } = await start('/blockview')
    await footer()
    const changed = new Set<string>()
    const observer = new MutationObserver((records) => {
      for (const { target } of records)
        changed.add((target as Element).closest?.('[class]')?.className ?? target.parentElement?.className ?? '')
    })
    observer.observe(document.querySelector('.top-bar') as Element, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
    await act(async () => clock.advance(5000))
    observer.disconnect()
    expect([...changed]).toEqual(['idle-clock-time num'])
  })
})

describe('the idle screen', () => {
  const idle = {
    analogClock: true,
    digitalClock: true,
    items: [
      { image: '/logo.png', text: 'Our logo', left: 5, top: 10, width: 20 },
      { text: 'Help', link: 'https://help.test/', left: 70, top: 80, width: 25 },
      { text: 'Run', link: 'javascript:alert(1)', left: 0, top: 0, width: 1 },
    ],
  }

  it('[IDLE-01] [IDLE-02] [IDLE-03] without a configuration it has its title and no clock, logo or link', async () => {
    await start('/idle')
    expect(await screen.findByRole('heading', { name: 'Idle' })).toBeTruthy()
    expect(document.querySelectorAll('.idle-analog, .idle-digital, .idle-item')).toHaveLength(0)
  })

  it('[IDLE-02] [IDLE-03] [IDLE-08] with a configuration it has the clocks that it names, and none otherwise', async () => {
    for (const [analogClock, digitalClock] of [
      [true, true],
      [true, false],
      [false, true],
    ] as const) {
      await start('/idle', { site: { idle: { ...idle, analogClock, digitalClock } } })
      await screen.findByRole('heading', { name: 'Idle' })
      expect(document.querySelectorAll('.idle-analog')).toHaveLength(analogClock ? 1 : 0)
      expect(document.querySelectorAll('.idle-digital')).toHaveLength(digitalClock ? 1 : 0)
      open?.close()
      cleanup()
    }
  })

  it('[IDLE-04] [IDLE-05] [IDLE-06] [IDLE-09] logos and links stand at their percents; a link that is not of the web is none', async () => {
    await start('/idle', { site: { idle } })
    await screen.findByRole('heading', { name: 'Idle' })
    const logo = screen.getByRole('img', { name: 'Our logo' })
    expect(logo.closest('.idle-item')?.getAttribute('style')).toMatch(/left: 5%;.*top: 10%;.*width: 20%/)
    const links = document.querySelectorAll<HTMLAnchorElement>('a.idle-item')
    expect([...links].map(({ href, target, rel }) => [href, target, rel])).toEqual([
      ['https://help.test/', '_blank', 'noopener noreferrer'],
    ])
    expect(document.querySelector('.idle-page [href^="javascript"]')).toBeNull()
  })

  it('[IDLE-09] a click on a link leads back as well', async () => {
    const { list } = await start('/idle', { site: { idle } })
    list(device())
    const link = await screen.findByRole('link', { name: 'Help' })
    link.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(link)
    await waitFor(() => expect(at()).toBe('/blockview'))
  })

  it('[IDLE-10] without an earlier page a click leads to the landing page, and nowhere where that leads back here', async () => {
    await start('/idle')
    fireEvent.click(await screen.findByRole('button', { name: 'Back to where you were' }))
    await waitFor(() => expect(at()).toBe('/blockview'))
    open?.close()
    cleanup()
    await start('/idle', { access: flags('P_live') })
    expect(await screen.findByText(/Ask an administrator/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Back to where you were' })).toBeNull()
  })
})

describe('the footer', () => {
  const server = { version: '7.4.2', maxLicence: 500, expiresS: 1_798_675_200, timeZoneHours: 5.5, streamPort: 8900 }

  it('[FOOT-01] stands on every screen except the login', async () => {
    const paths = builtPages.map(({ path }) => path.replace(/\/:.*$/, '')).filter((path) => path !== '/')
    expect(paths.length).toBeGreaterThan(15)
    for (const path of paths) {
      await start(path)
      await footer()
      await waitFor(() => expect(document.querySelector('main, #content')).not.toBeNull())
      expect(document.querySelectorAll('footer.footer')).toHaveLength(1)
      open?.close()
      cleanup()
    }
    await start('/login', { store: memoryStore() })
    await screen.findByRole('button', { name: /^Log in$/ })
    expect(document.querySelector('footer')).toBeNull()
  })

  it('[FOOT-02] [FOOT-03] [FOOT-04] [FOOT-05] shows the time of the server with its zone, moved on each second', async () => {
    const { clock, fleet } = await start('/blockview')
    const bar = await footer()
    act(() => fleet.setServer(server))
    expect(bar.textContent).toContain('2026-01-05 17:30:00 UTC+05:30')
    act(() => clock.advance(1000))
    expect(bar.textContent).toContain('2026-01-05 17:30:01 UTC+05:30')
  })

  it('[SYNC-13] [SYNC-14] the heartbeat flashes for 500 ms when a complete list has come', async () => {
    const { clock, list } = await start('/blockview')
    const bar = await footer()
    const flashing = () => bar.querySelector('.heartbeat')?.getAttribute('data-beat')
    expect(flashing()).toBe('false')
    for (const _ of ['first list', 'second list']) {
      list(device({ deviceId: 'van' }))
      expect(flashing()).toBe('true')
      act(() => clock.advance(499))
      expect(flashing()).toBe('true')
      act(() => clock.advance(1))
      expect(flashing()).toBe('false')
    }
  })

  const barOf = async (userName: string) => {
    const { fleet } = await start('/blockview', {
      store: memoryStore({ ...remembered, [storageKeys.userName]: userName }),
    })
    const bar = await footer()
    act(() => fleet.setServer(server))
    return bar.textContent
  }

  it('[FOOT-07] [FOOT-08] [FOOT-09] the administrator’s line has version, licence and the day it ends', async () => {
    const text = await barOf('admin')
    for (const line of ['Version 7.4.2', 'Licence for 500 devices', 'Valid until 2026-12-31'])
      expect(text).toContain(line)
  })

  it.each(['Admin', 'root'])(
    '[FOOT-06] [FOOT-10] only the account named admin has that line, and %s has not',
    async (name) => {
      expect(await barOf('admin')).toMatch(/Version.*Licence.*Valid/)
      open?.close()
      cleanup()
      expect(await barOf(name)).not.toMatch(/Version|Licence|Valid/)
    },
  )

  it('[CONST0-18] [CONST0-19] until the server has told its version the console shows its own, 1.0.3', async () => {
    await start('/blockview')
    expect((await footer()).textContent).toContain('Version 1.0.3')
  })

  it('[FOOT-14] [FOOT-22] on a phone OverSpeed is hidden where the map is disabled, and only there', async () => {
    for (const disableMap of [true, false]) {
      await start('/blockview', { mobile: true, site: { disableMap } })
      const bar = await footer()
      const names = within(bar)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')?.replace(/: \d+$/, ''))
      const speed = disableMap ? [] : ['OverSpeed']
      const others = ['Online', 'Offline', 'All', 'Recording', 'Not Record']
      expect(names).toEqual(['Driving', 'Idle', ...speed, ...others])
      expect(within(bar).getByRole('button', { name: /^Driving/ }).title).toBe('Driving')
      open?.close()
      cleanup()
    }
  })

  it('[FOOT-24] [FOOT-25] printing with an empty print area leads home; with something in it, it prints; without printing nothing happens', async () => {
    for (const begin of [
      () => fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true }),
      () => window.dispatchEvent(new Event('beforeprint')),
    ]) {
      await start('/blockview')
      await footer()
      act(() => document.getElementById('print-area')?.append('a report'))
      act(() => void begin())
      expect(at()).toBe('/blockview')
      act(() => document.getElementById('print-area')?.replaceChildren())
      act(() => void begin())
      // Home has no map here, and leads on.
      await waitFor(() => expect(at()).toBe('/idle'))
      open?.close()
      cleanup()
    }
  })

  it('[CONST0-20] times are written YYYY-MM-DD HH:mm:ss', async () => {
    const { list } = await start('/blockview')
    await footer()
    list(device({ position: fix({ speedKmh: 10 }) }))
    expect(document.querySelector('.device-table')?.textContent).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
  })
})
