// @vitest-environment happy-dom
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import type { Device } from '../../engines/fleet/index.ts'
import { type SilentStreams, standInForStreams } from '../../engines/player/test/silent-streams.ts'
import { memoryStore, type TextStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { leftCheckMs, sizeCheckMs } from '../../shared/wall/index.ts'
import { type StandInScreen, standInForFullScreen } from '../../shared/wall/test/full-screen.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

type Console = Awaited<ReturnType<typeof openConsole>>

let open: Console
let giveBackSize: () => void
let streams: SilentStreams
let fullScreen: StandInScreen

const named = (numbers: readonly number[]) => numbers.map((number) => ({ number, name: `Camera ${number}` }))
const van = device({ deviceId: 'van', channels: named([1, 2, 3, 4, 5, 6]) })
const bus = device({ deviceId: 'bus', channels: named([1, 2, 3, 4, 5, 6]), position: null })
const away = device({ deviceId: 'away', online: false, channels: named([1]) })

beforeAll(async () => {
  await startAllTexts()
  // No test pays for the first load of the page.
  await import('./tree-view.page.tsx')
})
beforeEach(() => {
  giveBackSize = giveElementsSize()
  streams = standInForStreams()
  fullScreen = standInForFullScreen()
})
afterEach(() => {
  shut()
  giveBackSize()
  streams.restore()
  fullScreen.restore()
})

function shut(): void {
  open.close()
  cleanup()
}

const tilesKey = (layout: string) => `treeWraps:fleet.test:admin:${layout}`
const tiles = (...names: readonly string[]) =>
  names.map((name) => {
    const [of = '', channel = '0'] = name.split('/')
    return { device: of, type: channel === '0' ? 'map' : 'channel', channel: Number(channel) }
  })
const storeWith = (kept: Readonly<Record<string, readonly string[]>>, more: Readonly<Record<string, string>> = {}) =>
  memoryStore({
    ...remembered,
    ...more,
    ...Object.fromEntries(
      Object.entries(kept).map(([layout, names]) => [tilesKey(layout), JSON.stringify(tiles(...names))]),
    ),
  })

async function treeView(
  store: TextStore = memoryStore(remembered),
  more: object = {},
  devices: readonly Device[] = [van, bus, away],
) {
  open = await openConsole({ path: '/treeview', store, ...more })
  await screen.findByRole('combobox', { name: 'Layout' })
  open.list(...devices)
}

const wall = () => screen.getByRole('list', { name: /^Tiles of the layout/ })
const tileNames = () =>
  [...document.querySelectorAll('[data-tile] > section')].map((tile) => tile.getAttribute('aria-label'))
const expand = (name: string) => fireEvent.click(screen.getByRole('button', { name: `Channels of ${name}` }))
const entry = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Devices and channels' })).getByRole('button', { name })
const watched = () =>
  streams.open().map((url) => `${url.searchParams.get('deviceid')}/${url.searchParams.get('channel')}`)
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const layouts = () =>
  within(screen.getByRole('combobox', { name: 'Layout' }))
    .getAllByRole('option')
    .map((option) => option.textContent)

describe('the tree view', () => {
  it('[TREE-01] [SHELL-026] [TREE-03] /treeview has devices that open to their channels', async () => {
    await treeView(memoryStore(remembered))
    expect(screen.queryByRole('button', { name: 'Camera 2' })).toBeNull()
    expand('van')
    expect(entry('Camera 2')).toBeTruthy()
  })

  it('[TREE-05] [TREE-07] [TREE-09] a channel and the map become tiles, and the channel plays its live stream', async () => {
    await treeView(memoryStore(remembered))
    expand('van')
    fireEvent.click(entry('Camera 2'))
    fireEvent.click(entry('Map'))
    expect(tileNames()).toEqual(['van · Camera 2', 'van · Map'])
    expect(watched()).toEqual(['van/2'])
  })

  it('[TREE-10] [TREE-50] [CONST2-03] [CONST2-05] a tile goes by its button, and by a second click on its entry', async () => {
    const store = memoryStore(remembered)
    await treeView(store)
    expand('van')
    fireEvent.click(entry('Camera 2'))
    fireEvent.click(entry('Map'))
    expect(JSON.parse(store.get(tilesKey('default')) ?? '')).toEqual(tiles('van/2', 'van/0'))
    expect(entry('Camera 2').getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(entry('Camera 2'))
    expect([tileNames(), watched()]).toEqual([['van · Map'], []])
    click('Take away van · Map')
    expect(tileNames()).toEqual([])
    expect(screen.getByText('This layout has no tiles yet')).toBeTruthy()
  })

  it('[TREE-02] [TREE-53] a user without P_tree gets a message and is led home; the site may set its text', async () => {
    const access = withoutFlags(fullAccess, ['P_tree'])
    const refused = { path: '/treeview', store: memoryStore(remembered), permission: 1, access }
    open = await openConsole({ ...refused, site: { disableMap: false } })
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    expect(await screen.findByText('no permission')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Tree view' })).toBeNull()
    shut()
    open = await openConsole({ ...refused, site: { noRightHint: 'Ask the office.' } })
    expect(await screen.findByText('Ask the office.')).toBeTruthy()
    await waitFor(() => expect(window.location.pathname).not.toBe('/treeview'))
  })

  const withNight = () =>
    treeView(
      storeWith({ default: ['van/1'], Night: ['bus/3', 'van/2'] }, { 'treeLayouts:fleet.test:admin': '["Night"]' }),
    )

  it('[TREE-04] [TREE-19] [TREE-22] [CONST2-08] layouts are listed by name and chosen, and default cannot be deleted', async () => {
    await withNight()
    expect([layouts(), tileNames()]).toEqual([['default', 'Night'], ['van · Camera 1']])
    expect(screen.queryByRole('button', { name: /^Delete the layout/ })).toBeNull()
    fireEvent.change(screen.getByRole('combobox', { name: 'Layout' }), { target: { value: 'Night' } })
    expect([tileNames(), watched()]).toEqual([
      ['bus · Camera 3', 'van · Camera 2'],
      ['bus/3', 'van/2'],
    ])
  })

  it('[TREE-17] [TREE-18] [DASH-75] [DASH-76] a layout is made under a name, and not without one', async () => {
    await withNight()
    click('New layout')
    fireEvent.change(screen.getByLabelText('Name of the layout'), { target: { value: '  ' } })
    click('Create')
    expect(screen.getByRole('alert').textContent).toBe('A layout needs a name.')
    expect(layouts()).toEqual(['default', 'Night'])
    fireEvent.change(screen.getByLabelText('Name of the layout'), { target: { value: ' Yard ' } })
    click('Create')
    expect([layouts(), tileNames()]).toEqual([['default', 'Night', 'Yard'], []])
  })

  it('[TREE-52] a name with blanks around it that is there already selects its layout, which stays one', async () => {
    await withNight()
    for (const typed of [' Night', 'default  ']) {
      click('New layout')
      fireEvent.change(screen.getByLabelText('Name of the layout'), { target: { value: typed } })
      click('Create')
      expect(layouts()).toEqual(['default', 'Night'])
      expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Layout' }).value).toBe(typed.trim())
      expect(tileNames()).toEqual(typed === ' Night' ? ['bus · Camera 3', 'van · Camera 2'] : ['van · Camera 1'])
    }
  })

  it('[TREE-20] [TREE-23] [CONST2-09] a layout is deleted, and default is shown then', async () => {
    await withNight()
    fireEvent.change(screen.getByRole('combobox', { name: 'Layout' }), { target: { value: 'Night' } })
    click('Delete the layout Night')
    const dialog = await screen.findByRole('dialog')
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' })))
    expect([layouts(), tileNames()]).toEqual([['default'], ['van · Camera 1']])
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Layout' }).value).toBe('default')
  })

  it('[TREE-24] [TREE-21] another user or server has layouts of its own, and comes back to what was left', async () => {
    const store = storeWith({ default: ['van/1'] })
    await treeView(store)
    expand('bus')
    fireEvent.click(entry('Camera 4'))
    shut()
    await treeView(storeFor(store, { UserName: 'bert' }))
    expect([layouts(), tileNames()]).toEqual([['default'], []])
    shut()
    await treeView(store, { host: 'other.test' })
    expect(tileNames()).toEqual([])
    shut()
    await treeView(store)
    expect(tileNames()).toEqual(['van · Camera 1', 'bus · Camera 4'])
  })

  it('[TREE-25] [TREE-54] [TREE-26] [TREE-08] offline and unknown devices have a picture instead of a stream, and a map shows when there is no fix', async () => {
    await treeView(storeWith({ default: ['away/1', 'gone/2', 'bus/0', 'van/0'] }))
    const [offline, unknown, noFix, map] = [...document.querySelectorAll<HTMLElement>('[data-tile]')]
    expect(offline?.querySelector('[data-picture="offline"]')?.textContent).toContain('Offline')
    // [C2] What it has recorded is beside the picture; nothing of it is opened here.
    expect(offline?.querySelector('a')?.getAttribute('href')).toBe('/splayback/away')
    expect(unknown?.querySelector('a')).toBeNull()
    expect(unknown?.querySelector('[data-picture="offline"]')?.textContent).toContain('not in the list')
    expect(noFix?.textContent).toContain('GPS signal not found!')
    expect(within(map ?? document.body).getByRole('img', { name: 'van · Map' })).toBeTruthy()
    expect(streams.opened).toEqual([])
    open.list(van, bus, { ...away, online: true })
    expect(watched()).toEqual(['away/1'])
    click('Take away gone · Channel 2')
    expect(tileNames()).toEqual(['away · Camera 1', 'bus · Map', 'van · Map'])
  })

  it('[TREE-36] [TREE-45] [TREE-46] [CONST2-04] on a full wall nothing is added, and a notice shows that for a second', async () => {
    const eleven = [1, 2, 3, 4, 5, 6]
      .map((channel) => `van/${channel}`)
      .concat([1, 2, 3, 4, 5].map((channel) => `bus/${channel}`))
    await treeView(storeWith({ default: eleven }))
    expand('van')
    fireEvent.click(entry('Map'))
    expect(tileNames()).toHaveLength(12)
    expand('van')
    expand('bus')
    fireEvent.click(entry('Map'))
    expect(tileNames()).toHaveLength(12)
    expect(await screen.findByText('error')).toBeTruthy()
    expect(screen.getByText('max channels')).toBeTruthy()
    act(() => open.clock.advance(999))
    expect(screen.getByText('max channels')).toBeTruthy()
    act(() => open.clock.advance(1))
    expect([screen.queryByText('error'), screen.queryByText('max channels')]).toEqual([null, null])
  })

  it('[TREE-40] [TREE-48] the advanced option is off unless the site switches it on, and then limits by permission', async () => {
    const one = { permission: 2, site: { advancedTree: true } }
    await treeView(storeWith({ default: ['van/1'] }), one)
    expand('van')
    fireEvent.click(entry('Camera 2'))
    expect(tileNames()).toEqual(['van · Camera 1'])
    expect(await screen.findByText('max channels')).toBeTruthy()
    fireEvent.click(entry('Map'))
    expect(tileNames()).toEqual(['van · Camera 1', 'van · Map'])
    shut()
    await treeView(storeWith({ default: ['van/1'] }), { permission: 2 })
    expand('van')
    fireEvent.click(entry('Camera 2'))
    expect(tileNames()).toHaveLength(2)
  })

  it('[TREE-27] [TREE-28] [TREE-29] [TREE-30] tiles are as wide as their number leaves them', async () => {
    await treeView(storeWith({ default: ['van/1'] }))
    const columns = () => document.querySelector<HTMLElement>('[data-tile]')?.style.gridColumn
    expect(columns()).toBe('2 / span 10')
    expand('van')
    const widths = ['Camera 2', 'Camera 3', 'Camera 4', 'Camera 5', 'Camera 6', 'Map'].map((name) => {
      fireEvent.click(entry(name))
      return columns()
    })
    expect(widths).toEqual(['span 6', 'span 4', 'span 4', 'span 4', 'span 4', 'span 3'])
  })

  it('[TREE-11] [CONST2-06] by keyboard a tile is lifted, moved and put down, which is announced and stored; Escape puts it back', async () => {
    const store = storeWith({ default: ['van/1', 'van/2', 'bus/1'] })
    await treeView(store)
    const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
    screen.getByRole('button', { name: 'Move van · Camera 1, place 1 of 3' }).focus()
    key('ArrowRight')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move van · Camera 2, place 2 of 3')
    key(' ')
    expect(screen.getByText('van · Camera 2 is lifted: place 2 of 3')).toBeTruthy()
    key('ArrowRight')
    expect(tileNames()).toEqual(['van · Camera 1', 'bus · Camera 1', 'van · Camera 2'])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move van · Camera 2, place 3 of 3')
    key('Home')
    key('Enter')
    expect(screen.getByText('van · Camera 2 was put down at place 1 of 3')).toBeTruthy()
    const kept = tiles('van/2', 'van/1', 'bus/1')
    expect(JSON.parse(store.get(tilesKey('default')) ?? '')).toEqual(kept)
    key('Enter')
    key('End')
    key('Escape')
    expect(screen.getByText('van · Camera 2 is back at place 1')).toBeTruthy()
    expect(JSON.parse(store.get(tilesKey('default')) ?? '')).toEqual(kept)
    // One handle is in the way of Tab, not each of them.
    expect([...document.querySelectorAll<HTMLElement>('.tile-handle')].map((handle) => handle.tabIndex)).toEqual([
      0, -1, -1,
    ])
    expect(streams.opened).toHaveLength(3)
  })
})

/** The same browser with another user or server in its login. */
function storeFor(store: TextStore, login: Readonly<Record<string, string>>): TextStore {
  return { ...store, get: (key) => login[key] ?? store.get(key) }
}

describe('the full screen of the tree view', () => {
  const cells = () => wall().children.length
  const isFull = () => wall().classList.contains('wall-full')
  async function full(count: number): Promise<void> {
    await treeView(storeWith({ default: Array.from({ length: count }, (_, index) => `van/${index + 1}`) }))
    await enter()
  }
  async function enter(): Promise<void> {
    await act(async () => click('All tiles full screen'))
    expect(isFull()).toBe(true)
  }

  it('[TREE-12] [TREE-13] [TREE-51] the whole grid takes the screen, and a double-click on a tile gives it back', async () => {
    await full(3)
    expect(document.fullscreenElement?.contains(wall())).toBe(true)
    const picture = document.querySelector('.tile-screen')
    if (picture === null) throw new Error('there is no tile')
    await act(async () => fireEvent.doubleClick(picture))
    expect([isFull(), document.fullscreenElement]).toEqual([false, null])
    // Outside of it the same gives one tile the screen.
    await act(async () => fireEvent.doubleClick(picture))
    expect(document.fullscreenElement).toBe(picture.closest('section'))
    expect(isFull()).toBe(false)
  })

  it('[TREE-14] [TREE-16] it ends with the full screen of the browser, within 200 ms also without its event', async () => {
    await full(2)
    act(() => fullScreen.leave())
    expect(isFull()).toBe(false)
    await enter()
    act(() => fullScreen.leave('silently'))
    expect(isFull()).toBe(true)
    act(() => open.clock.advance(leftCheckMs))
    expect([isFull(), leftCheckMs]).toEqual([false, 200])
  })

  it('[TREE-15] another size of the screen is seen within a second', async () => {
    await full(2)
    const { innerWidth } = window
    Object.assign(window, { innerWidth: 3840 })
    expect(wall().style.width).toBe(`${innerWidth}px`)
    act(() => open.clock.advance(sizeCheckMs))
    expect([wall().style.width, sizeCheckMs]).toEqual(['3840px', 1000])
    Object.assign(window, { innerWidth })
  })

  it.each([
    ['[TREE-31] the grid has 1 cell for one source', [1], 1],
    ['[TREE-32] the grid has 4 cells for 2 to 4 sources', [2, 3, 4], 4],
    ['[TREE-33] the grid has 6 cells for 5 or 6 sources', [5, 6], 6],
    ['[TREE-34] the grid has 9 cells for 7 to 9 sources', [7, 8, 9], 9],
    ['[TREE-35] the grid has 12 cells for 10 to 12 sources', [10, 11, 12], 12],
  ])('%s', async (_, counts, wanted) => {
    const all = ['van', 'bus'].flatMap((of) => [1, 2, 3, 4, 5, 6].map((channel) => `${of}/${channel}`))
    await treeView(storeWith({ default: all.slice(0, Math.max(...counts)) }))
    await enter()
    for (const count of counts.toReversed()) {
      while (tileNames().length > count) click(new RegExp(`^(Close|Take away) ${tileNames()[0]}`))
      expect([count, cells()]).toEqual([count, wanted])
    }
  })
})
