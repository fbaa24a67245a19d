// @vitest-environment happy-dom
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { controlWordPath, deviceCodePath } from '@fleetglass/contract/devices'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, passwordHash, remembered } from '../../app/console.fixtures.tsx'
import { device, fix } from '../../engines/fleet/fleet.fixtures.ts'
import type { Device } from '../../engines/fleet/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startTexts } from '../../platform/texts/index.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

type Console = Awaited<ReturnType<typeof openConsole>>

let open: Console | null = null
let giveBackSize: () => void

async function start(options: Parameters<typeof openConsole>[0]): Promise<Console> {
  open = await openConsole(options)
  return open
}

/** The dashboard, with a list in it. */
async function dashboard(devices: readonly Device[] = [], more: object = {}): Promise<Console> {
  const opened = await start({ path: '/blockview', store: memoryStore(remembered), ...more })
  await screen.findByRole('heading', { name: 'Dashboard' })
  opened.list(...devices)
  return opened
}

function shut(): void {
  open?.close()
  open = null
  cleanup()
}

beforeAll(() => startTexts())
beforeEach(() => {
  giveBackSize = giveElementsSize()
})
afterEach(() => {
  shut()
  giveBackSize()
})

const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    device({ deviceId: `v${index + 1}`, plate: `P${String(count - index).padStart(3, '0')}` }),
  )
const rowNames = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent?.replace('Idle', ''))
const headers = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent)
/** The cells of the first row by the names of their columns. */
const cells = () => {
  const [row] = screen.getAllByRole('row').slice(1)
  const texts = [...(row?.children ?? [])].map((cell) => cell.textContent)
  return Object.fromEntries(headers().map((header, index) => [header, texts[index]]))
}
const click = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const asked = (code: string) => open?.sockets[0]?.asked.filter((message) => message.code === code) ?? []

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
})

describe('columns', () => {
  it('[DASH-15] [DASH-16] [DASH-38] [DASH-44] single columns go and come, the choice is remembered, device and time stay', async () => {
    const store = memoryStore(remembered)
    await dashboard([], { store })
    await click('Columns')
    const choices = (await screen.findAllByRole('checkbox')).map((box) => box.closest('label')?.textContent)
    expect(choices).not.toContain('Device ID')
    expect(choices).not.toContain('Last updated')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Plate' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Signal' }))
    const left = ['Driver', 'Device Memo', 'Speed', 'Channel', 'Signal', 'SD']
    expect(headers()).toEqual(['Device ID', ...left, 'Last updated', 'Edit', 'Actions', 'Del'])
    shut()
    await dashboard([], { store })
    expect(headers()).toContain('Signal')
    expect(headers()).not.toContain('Plate')
  })

  const switchable: readonly (readonly [string, readonly string[]])[] = [
    [
      '[DASH-17] [DASH-18] [DASH-19] [DASH-20] driver, memo, plate and speed',
      ['Driver', 'Device Memo', 'Plate', 'Speed'],
    ],
    [
      '[DASH-21] [DASH-22] [DASH-23] [DASH-24] channel, signal, ignition and voltage',
      ['Channel', 'Signal', 'Acc', 'Voltage'],
    ],
    [
      '[DASH-25] [DASH-26] [DASH-27] [DASH-28] health, temperature, loop data and satellites',
      ['Health', 'Temperature', 'Loop Data', 'Satellites'],
    ],
    ['[DASH-29] [DASH-30] [DASH-31] [DASH-32] zone, cards, talk and camera', ['Time Zone', 'SD', 'Talk', 'PTZ']],
  ]
  it.each(switchable)('%s are columns that are switched on and off', async (_, names) => {
    await dashboard()
    await click('Columns')
    await screen.findAllByRole('checkbox')
    for (const name of names) {
      const before = headers().includes(name)
      const box = screen.getByRole('checkbox', { name })
      fireEvent.click(box)
      expect([name, headers().includes(name)]).toEqual([name, !before])
      fireEvent.click(box)
      expect([name, headers().includes(name)]).toEqual([name, before])
    }
  })

  it('no other column is switched', async () => {
    await dashboard()
    await click('Columns')
    const boxes = await screen.findAllByRole('checkbox')
    expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual(switchable.flatMap(([, names]) => names))
  })

  it('[DASH-33] driver, memo, plate, speed, channel and SD are on for somebody who has chosen nothing', async () => {
    const six = ['Driver', 'Device Memo', 'Plate', 'Speed', 'Channel', 'SD']
    await dashboard()
    expect(headers()).toEqual(['Device ID', ...six, 'Last updated', 'Edit', 'Actions', 'Del'])
    await click('Columns')
    const on = (await screen.findAllByRole<HTMLInputElement>('checkbox')).filter(({ checked }) => checked)
    expect(on.map((box) => box.closest('label')?.textContent)).toEqual(six)
  })

  it('[DASH-34] [DASH-36] a site can start with more columns, and a stored choice wins over them', async () => {
    const more = ['Acc', 'Voltage', 'Health', 'Temperature', 'Satellites']
    await dashboard()
    expect(headers().filter((name) => more.includes(name ?? ''))).toEqual([])
    shut()
    await dashboard([], { site: { widerColumns: true } })
    expect(headers().filter((name) => more.includes(name ?? ''))).toEqual(more)
    expect(headers()).toContain('Driver')
    shut()
    const store = memoryStore({ ...remembered, dashboardColumns: '["signal"]' })
    await dashboard([], { store, site: { widerColumns: true } })
    expect(headers()).toEqual(['Device ID', 'Signal', 'Last updated', 'Edit', 'Actions', 'Del'])
  })

  const all = ['driver', 'memo', 'plate', 'speed', 'channel', 'signal', 'acc', 'voltage', 'health']
  const everyColumn = [...all, 'temperature', 'loopData', 'satellites', 'timezone', 'sd']
  const storeOfAll = () => memoryStore({ ...remembered, dashboardColumns: JSON.stringify(everyColumn) })

  it('[DASH-37] has in each cell what its column promises', async () => {
    const known = device({
      deviceId: 'van',
      driverName: 'Mei',
      memo: 'Cold chain',
      plate: 'KAA-1',
      channelCount: 8,
      signalPercent: 80,
      accOn: true,
      voltageV: 12.5,
      voltagePercent: 90,
      health: 'good',
      temperaturesC: [21.5, -3],
      satellites: 11,
      timezoneH: 5.5,
      smart: [98, 7],
      position: fix({ speedKmh: 63.6 }),
    })
    await dashboard([known], { store: storeOfAll() })
    expect(cells()).toMatchObject({
      Driver: 'Mei',
      'Device Memo': 'Cold chain',
      Plate: 'KAA-1',
      Speed: '64 km/h',
      Channel: '8',
      Signal: '80%',
      Acc: 'ON',
      Voltage: '12.5 V 90%',
      Health: 'good',
      Temperature: '21.5 °C',
      'Loop Data': '21.5, -3',
      Satellites: '11',
      'Time Zone': 'UTC+05:30',
      SD: '98 / 7',
    })
    expect([...document.querySelectorAll('.low')].map((cell) => cell.textContent)).toEqual(['7'])
    open?.list({ ...known, accOn: false })
    expect(cells().Acc).toBe('OFF')
  })

  it('[DASH-37] a missing value is an empty cell, and a card that nothing is known of a question mark', async () => {
    await dashboard([device({ position: null, timezoneH: null })], { store: storeOfAll() })
    const { Channel, SD, 'Device ID': id, 'Last updated': updated, Actions, Del, ...others } = cells()
    expect([Channel, SD]).toEqual(['4', '? / ?'])
    expect(new Set(Object.values(others))).toEqual(new Set(['']))
    expect([id, updated].every((text) => text !== '')).toBe(true)
    expect([Actions, Del]).toEqual(['', ''])
  })

  it('[DASH-45] [DASH-46] the latest update is YYYY-MM-DD HH:mm:ss in the time zone of the browser', async () => {
    const at = new Date(2026, 2, 9, 4, 5, 6)
    await dashboard([device({ statusTimeS: at.getTime() / 1000 })])
    expect(cells()['Last updated']).toBe('2026-03-09 04:05:06')
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

describe('what is done to a device', () => {
  const dialog = () => screen.findByRole('dialog')
  const answer = async (name: string) => {
    const button = within(await dialog()).getByRole<HTMLButtonElement>('button', { name })
    await waitFor(() => expect(button.disabled).toBe(false))
    await act(async () => fireEvent.click(button))
  }
  const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  async function choose(action: string): Promise<void> {
    await click('Actions for van')
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: action })))
  }

  const word = { hasError: false, message: '', word: 0xa1, standard: false, elsewhere: null }
  const answers = (answer: object) => ({ http: { [controlWordPath]: () => answer } })

  async function asksFirst(action: string, code: string): Promise<void> {
    await dashboard([device({ deviceId: 'van' })], answers(word))
    await choose(action)
    expect((await dialog()).textContent).toContain('van')
    await answer('Cancel')
    await gone()
    expect(asked(code)).toEqual([])
    await choose(action)
    await answer(action)
    await gone()
    expect(asked(code).map(({ fields }) => fields.A)).toEqual(['van'])
  }

  it('[DASH-64] a reboot asks first and names the device: cancel sends nothing', () => asksFirst('Reboot', 'D07'))
  it('[DASH-65] the defaults of a device too', () => asksFirst('Restore defaults', 'D08'))
  it('[DASH-66] the formatting of its SD too', () => asksFirst('Format SD', 'D09'))

  it('[D4] names the command word before a card is formatted, and sends the one that was named', async () => {
    const { called } = await dashboard([device({ deviceId: 'van' })], answers(word))
    await choose('Format SD')
    const own = 'Sends 0x8105 with the command word 0xA1, which is not in the standard.'
    expect((await within(await dialog()).findByRole('status')).textContent).toBe(own)
    expect(called.find(({ path }) => path === controlWordPath)?.body).toMatchObject({ deviceid: 'van', cmd: 'format' })
    await answer('Format SD')
    await gone()
    expect(asked('D09').map(({ fields }) => [fields.A, fields.W])).toEqual([['van', '161']])
  })

  it('[D4] warns where other makers use the word for driving', async () => {
    await dashboard([device({ deviceId: 'van' })], answers({ ...word, word: 0xf1, elsewhere: 'restoresPower' }))
    await choose('Format SD')
    const notice = await within(await dialog()).findByRole('status')
    expect(notice.textContent).toContain('Other makers use 0xF1 to restore fuel or power.')
  })

  it('[D4] says why the card of a model without a known word cannot be formatted, and sends nothing', async () => {
    const message = 'no command is known that formats the card of the model "G40"'
    await dashboard([device({ deviceId: 'van' })], answers({ hasError: true, message }))
    await choose('Format SD')
    const box = within(await dialog())
    expect((await box.findByRole('alert')).textContent).toBe(message)
    const button = box.getByRole<HTMLButtonElement>('button', { name: 'Format SD' })
    expect(button.disabled).toBe(true)
    await act(async () => fireEvent.click(button))
    expect(asked('D09')).toEqual([])
  })

  it('[DASH-67] records are deleted only when the id of the device was typed; another text or cancel deletes nothing', async () => {
    await dashboard([device({ deviceId: 'van', online: false })])
    const type = async (value: string) => {
      const box = within(await dialog()).getByLabelText('Device ID')
      fireEvent.change(box, { target: { value } })
      await act(async () => fireEvent.submit(box))
    }
    await choose('Delete all local records')
    for (const text of ['', 'Van', 'van ', 'other']) await type(text)
    expect(asked('D15')).toEqual([])
    await type('van')
    await gone()
    expect(asked('D15').map(({ fields }) => fields)).toMatchObject([{ A: 'van' }])
    expect(asked('D15')[0]?.fields.B).toBeUndefined()
    await choose('Delete all local records')
    expect(within(await dialog()).getByLabelText<HTMLInputElement>('Device ID').value).toBe('')
    fireEvent.change(within(await dialog()).getByLabelText('Device ID'), { target: { value: 'van' } })
    await answer('Cancel')
    await gone()
    expect(asked('D15')).toHaveLength(1)
  })

  it('[RIGHT-069] [SDEV-44] each is offered to those who have its right, and none to a permission of 2', async () => {
    const entries = async () => {
      await click('Actions for van')
      return [...document.querySelectorAll('.device-table .dropdown-item')].map((entry) => entry.textContent)
    }
    const access = withoutFlags(fullAccess, ['F_lmdvrs_reboot', 'F_lmdvrs_del_record'])
    await dashboard([device({ deviceId: 'van' })], { permission: 1, access })
    expect(await entries()).toEqual(['Restore defaults', 'Format SD'])
    shut()
    for (const more of [{ permission: 2 }, { access: withoutFlags(fullAccess, ['F_lmdvrs']) }]) {
      await dashboard([device({ deviceId: 'van' })], more)
      expect(screen.queryByRole('button', { name: 'Actions for van' })).toBeNull()
      expect(headers()).not.toContain('Actions')
      shut()
    }
  })

  it('[H5] the authentication code of a device is reset after a question that names it', async () => {
    const http = { [deviceCodePath]: () => ({ hasError: false, message: '' }) }
    const { called } = await dashboard([device({ deviceId: 'van', online: false })], { http })
    const reset = () => called.filter(({ path }) => path === deviceCodePath).map(({ body }) => body)
    await choose('Reset authentication code')
    expect((await dialog()).textContent).toContain('Reset the authentication code of van?')
    await answer('Cancel')
    await gone()
    expect(reset()).toEqual([])
    await choose('Reset authentication code')
    await answer('Reset authentication code')
    await screen.findByText('Authentication code of van reset')
    expect(reset()).toEqual([{ username: 'admin', password: passwordHash, deviceid: 'van' }])
  })

  it('what a device does itself cannot be asked of one that is offline', async () => {
    await dashboard([device({ deviceId: 'van', online: false })])
    await click('Actions for van')
    const away = [...document.querySelectorAll('.device-table .dropdown-item[aria-disabled="true"]')]
    expect(away.map((entry) => entry.textContent)).toEqual([
      'RebootOffline',
      'Restore defaultsOffline',
      'Format SDOffline',
    ])
    await act(async () => fireEvent.click(away[0]!))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('[SHELL-008] [DASH-60] [DASH-63] a removal asks first: cancel sends nothing, yes sends the device', async () => {
    await dashboard([device({ deviceId: 'van' })])
    for (const [name, sent] of [
      ['Cancel', []],
      ['Remove', ['van']],
    ] as const) {
      await click('Remove van')
      await answer(name)
      await gone()
      expect(asked('D02').map(({ fields }) => fields.A)).toEqual(sent)
    }
  })

  it('a question tells the plate, the driver and the memo too, also when the device leaves meanwhile', async () => {
    const names = { plate: 'KAA-1', driverName: 'Mei', memo: 'Cold chain' }
    const { list } = await dashboard([device({ deviceId: 'van', ...names })])
    await choose('Delete all local records')
    expect((await dialog()).textContent).toContain('KAA-1 · Mei · Cold chain')
    await answer('Cancel')
    await gone()
    await click('Remove van')
    await dialog()
    list()
    expect((await dialog()).textContent).toContain('KAA-1 · Mei · Cold chain')
    expect((await dialog()).textContent).toContain('Its plate, driver and memo are forgotten.')
  })

  it('a question stays when its row leaves the page', async () => {
    const { list } = await dashboard([device({ deviceId: 'van' })])
    await choose('Reboot')
    await dialog()
    list(device({ deviceId: 'other' }))
    expect((await dialog()).textContent).toContain('van')
  })
})

describe('new devices', () => {
  const prompt = async (value: string): Promise<HTMLElement> => {
    await click('Add device')
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText('Device ID'), { target: { value } })
    return dialog
  }
  const press = (dialog: HTMLElement, name: string) =>
    act(async () => fireEvent.click(within(dialog).getByRole('button', { name })))

  it('[DASH-72] [SDEV-14] the prompt for a new device sends nothing without an id', async () => {
    await dashboard()
    for (const empty of ['', '   ']) {
      const dialog = await prompt(empty)
      await press(dialog, 'Add')
      expect(asked('D01')).toEqual([])
      await press(dialog, 'Cancel')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  it('[DASH-73] [SDEV-15] the prompt for a new device sends nothing when it is cancelled', async () => {
    await dashboard()
    await press(await prompt('v99'), 'Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked('D01')).toEqual([])
  })

  it('[DASH-71] the plus button asks for the id of a new device', async () => {
    await dashboard()
    await press(await prompt('v99'), 'Add')
    expect(asked('D01').map(({ fields }) => fields.A)).toEqual(['v99'])
  })

  it('an id that cannot be used, and one that is registered, are refused in the form, before anything is sent', async () => {
    await dashboard([device({ deviceId: 'van' })])
    const dialog = await prompt('a b')
    await press(dialog, 'Add')
    expect(within(dialog).getByRole('alert').textContent).toBe('This id cannot be used.')
    fireEvent.change(within(dialog).getByLabelText('Device ID'), { target: { value: 'van' } })
    await press(dialog, 'Add')
    expect(within(dialog).getByRole('alert').textContent).toBe('This device is registered already.')
    expect(asked('D01')).toEqual([])
  })

  it('an added device is shown on its page and marked for a while', async () => {
    const { list, clock, fleet } = await dashboard(many(20))
    act(() => fleet.setFilterText('nothing'))
    expect(screen.getByText('Nothing matches the search “nothing”.')).toBeTruthy()
    await press(await prompt('v99'), 'Add')
    list(...many(20), device({ deviceId: 'v99', online: false, statusTimeS: null }))
    await waitFor(() => expect(document.querySelector('tr[data-added]')?.textContent).toContain('v99'))
    expect(document.querySelector('tr[data-added]')?.textContent).toContain('never')
    expect(rowNames()[0]).toBe('v13')
    act(() => clock.advance(10_000))
    expect(document.querySelector('tr[data-added]')).toBeNull()
  })

  const someNew = [
    device({ deviceId: 'new', registered: false }),
    device({ deviceId: 'gone', registered: false, online: false }),
    device({ deviceId: 'old' }),
  ]

  it('[DASH-86] [ENT-073] [ENT-075] they are those online and not registered', async () => {
    await dashboard(someNew)
    const side = screen.getByRole('region', { name: 'New devices' })
    const buttons = within(side).getAllByRole('button')
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Add new'])
    expect(rowNames()).toEqual(['old'])
  })

  it('[SHELL-008] [DASH-88] a button registers a new device', async () => {
    await dashboard(someNew)
    const side = screen.getByRole('region', { name: 'New devices' })
    await act(async () => fireEvent.click(within(side).getByRole('button')))
    expect(asked('D01').at(-1)).toMatchObject({ fields: { A: 'new' } })
  })

  it('how many there are is told at the top, which leads to them', async () => {
    const { list } = await dashboard(someNew)
    await click('1 new')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'New devices' }))
    list(device({ deviceId: 'old' }))
    expect(screen.queryByRole('button', { name: / new$/ })).toBeNull()
  })

  it('[DASH-87] [RIGHT-061] they are absent in the peer-to-peer variant, and for others than permission 0', async () => {
    for (const more of [{ site: { p2p: true } }, { permission: 1 }]) {
      await dashboard(someNew, more)
      expect(screen.queryByRole('region', { name: 'New devices' })).toBeNull()
      shut()
    }
  })
})

describe('on a phone', () => {
  async function list(devices: readonly Device[], more: object = {}): Promise<Console> {
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

  it('a state is told by its word as well as by the colour of the row', async () => {
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
