// @vitest-environment happy-dom
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device, fix } from '../../engines/fleet/fleet.fixtures.ts'
import type { Device } from '../../engines/fleet/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { click, dashboard, many, rowNames, setUpDashboard, shut, start } from './devices-page.fixtures.tsx'

setUpDashboard()

describe('pages and order', () => {
  it('[DASH-05] [DASH-06] the dashboard shows 12 devices a page', async () => {
    await dashboard(many(30))
    expect(rowNames()).toEqual(Array.from({ length: 12 }, (_, index) => `v${index + 1}`))
  })

  it('[DASH-01] the dashboard is called so', async () => {
    await dashboard()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard')
  })

  it('[DASH-08] [DASH-09] [DASH-10] [DASH-11] the dashboard steps to the first, previous, next and last page', async () => {
    await dashboard(many(30))
    await click('Next page')
    expect(rowNames()[0]).toBe('v13')
    await click('Last page')
    expect(rowNames()).toHaveLength(6)
    await click('Previous page')
    expect(rowNames()[0]).toBe('v13')
    await click('First page')
    expect(rowNames()[0]).toBe('v1')
  })

  it('[DASH-12] [DASH-13] another filter word or mode starts at the first page', async () => {
    const { fleet } = await dashboard(many(40))
    for (const change of [() => fleet.setFilterText('v'), () => fleet.setFilterMode('online')]) {
      await click('Page 3')
      expect(rowNames()[0]).toBe('v25')
      act(change)
      expect(rowNames()[0]).toBe('v1')
    }
  })

  it('[DEBUG-39] the dashboard shows the devices that the filter leaves', async () => {
    const { fleet } = await dashboard([device({ deviceId: 'here' }), device({ deviceId: 'away', online: false })])
    expect(rowNames()).toHaveLength(2)
    for (const [mode, left] of [
      ['online', 'here'],
      ['offline', 'away'],
    ] as const) {
      act(() => fleet.setFilterMode(mode))
      expect(rowNames()).toEqual([expect.stringContaining(left)])
    }
  })
})

describe('the device', () => {
  const drawing = () => screen.getAllByRole('rowheader')[0]?.querySelector('path')

  it('[DASH-39] [DASH-40] [DASH-41] its cell has the icon turned to the heading, and a red dot while it is recording', async () => {
    const { list } = await dashboard([device({ icon: 0, position: fix({ headingDeg: 0 }) })])
    const car = drawing()?.getAttribute('d')
    const dot = () => screen.getAllByRole('rowheader')[0]?.querySelector('.recording-dot')
    expect(dot()).toBeNull()
    list(device({ icon: 7, position: fix({ headingDeg: 135 }), recording: true }))
    expect(drawing()?.getAttribute('d')).not.toBe(car)
    expect(drawing()?.getAttribute('transform')).toBe('rotate(135 12 12)')
    expect(dot()?.getAttribute('title')).toBe('Recording')
  })

  it('[DASH-42] a click on it opens the live view in front of the page', async () => {
    await dashboard([device({ deviceId: 'van', memo: 'Cold chain', online: false })])
    await click(/^van/)
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/Cold chain/)).toBeTruthy()
    expect(window.location.pathname).toBe('/blockview')
  })

  it('[DASH-43] where the popup is switched off, or there is no right to it, a click does nothing', async () => {
    const noLive = withoutFlags(fullAccess, ['P_live'])
    for (const more of [{ site: { disableLivePopup: true } }, { site: { disableLive: true } }, { access: noLive }]) {
      await dashboard([device({ deviceId: 'van' })], more)
      const [name] = screen.getAllByRole('rowheader')
      await act(async () => fireEvent.click(within(name!).getByText('van')))
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(within(name!).queryByRole('button')).toBeNull()
      shut()
    }
  })

  it('names are texts, whatever is in them, and do not turn what stands around them', async () => {
    const nasty = `<img src=x onerror="alert(1)"> "quoted' \u202Eright to left ${'long '.repeat(100)}`
    await dashboard([device({ deviceId: 'van', driverName: nasty, memo: nasty, plate: nasty })])
    const cell = screen.getAllByRole('cell')[0]?.firstElementChild
    expect(cell?.textContent).toBe(nasty)
    expect([cell?.getAttribute('dir'), cell?.getAttribute('title'), cell?.className]).toEqual([
      'auto',
      nasty,
      'cell-text',
    ])
    expect(document.querySelector('main img')).toBeNull()
  })
})

describe('on a phone', () => {
  async function list(devices: readonly Device[], more: object = {}): Promise<TestConsole> {
    const opened = await start({ path: '/blockview', store: memoryStore(remembered), mobile: true, ...more })
    await screen.findByRole('heading', { name: 'Device List' })
    opened.list(...devices)
    return opened
  }
  const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  const ways = () => links().filter(([text]) => text === 'LiveView' || text === 'PlayBack')

  it('[DASH-02] the title is Device List', async () => {
    await list([])
    expect(screen.queryByRole('heading', { name: 'Dashboard' })).toBeNull()
  })

  it('[DASH-89] [DASH-90] a tap shows the ways to the live view and the recordings of that device', async () => {
    await list([device({ deviceId: 'van 1' }), device({ deviceId: 'van 2' })])
    expect(ways()).toEqual([])
    await click(/^van 2/)
    expect(ways()).toEqual([
      ['LiveView', '/liveview/van%202'],
      ['PlayBack', '/splayback/van%202'],
    ])
    await click(/^van 2/)
    expect(ways()).toEqual([])
  })

  it('leads to GPS playback of the device', async () => {
    await list([device({ deviceId: 'van 2' })])
    await click(/^van 2/)
    expect(links().filter(([text]) => text === 'GPS playback')).toEqual([['GPS playback', '/gpsplayback?device=van+2']])
  })

  it('of a device that is away the recordings are offered before the live view', async () => {
    await list([device({ deviceId: 'van', online: false })])
    await click(/^van/)
    expect(ways().map(([text]) => text)).toEqual(['PlayBack', 'LiveView'])
  })

  it('a filter is named at the top, and ended there', async () => {
    const { fleet } = await list([device({ deviceId: 'van' })])
    act(() => fleet.setFilterMode('offline'))
    await click('End the filter Offline')
    expect(fleet.state.getState().filter.mode).toBe('all')
    expect(screen.queryByRole('button', { name: /^End the filter/ })).toBeNull()
  })

  it('a state is shown by its word as well as by the colour of the row', async () => {
    const fast = fix({ speedKmh: 120 })
    await list([device({ deviceId: 'a', position: fast }), device({ deviceId: 'b', online: false, position: fast })])
    const rows = [...document.querySelectorAll('.phone-device')]
    expect(rows.map((row) => row.className)).toEqual(['phone-device row-red', 'phone-device row-light'])
    expect(rows[0]?.textContent).toContain('Overspeed')
    expect(rows[1]?.textContent).toContain('Offline')
  })

  it('of ten thousand devices only those in sight are drawn', async () => {
    await list(many(10_000))
    expect(document.querySelectorAll('.phone-device').length).toBeLessThan(30)
  })
})
