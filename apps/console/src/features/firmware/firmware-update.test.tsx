// @vitest-environment happy-dom
import {
  type DeviceFirmware,
  type FirmwareFile,
  firmwareFailures,
  firmwareStorePath,
} from '@fleetglass/contract/firmware'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

const FILE: FirmwareFile = {
  firmwareid: 'a'.repeat(32),
  filename: 'van.bin',
  memo: 'spring',
  filesize: 5_242_880,
  hash: '0123456789abcdef0123456789abcdef',
  updatetime: 1_767_600_000,
}

let open: TestConsole | null = null
let giveBack: () => void
let firmwares: DeviceFirmware[]
beforeAll(async () => {
  await startAllTexts()
  await import('./firmware.page.tsx')
})
beforeEach(() => {
  giveBack = giveElementsSize()
  firmwares = [
    { deviceid: 'VAN1', version: 'VAN_1.0', status: 100, update: null },
    { deviceid: 'VAN2', version: '', status: 0, update: null },
  ]
})
afterEach(() => {
  vi.restoreAllMocks()
  open?.close()
  open = null
  cleanup()
  giveBack()
})

/** A server with one device that is online and one that is not. */
async function openUpdate(options: { readonly path?: string; readonly site?: object } = {}): Promise<TestConsole> {
  const { path = '/devicefirmwareupdate', site = {} } = options
  const replies = {
    D11: ({ fields: { A = '' } }: { readonly fields: Readonly<Record<string, string>> }) =>
      firmwares.filter(({ deviceid }) => A === '' || A === deviceid),
  }
  const http = { [firmwareStorePath]: () => [FILE] }
  open = await openConsole({ path, site, store: memoryStore(remembered), replies, http })
  open.list(device({ deviceId: 'VAN1', memo: 'Red van' }), device({ deviceId: 'VAN2', online: false }))
  return open
}
const asked = (code: string) =>
  (open?.sockets ?? []).flatMap((socket) => socket.asked).filter((message) => message.code === code)
const polls = (deviceId: string) => asked('D11').filter(({ fields }) => fields.A === deviceId)
const choose = async () => {
  fireEvent.click(await screen.findByRole('link', { name: /VAN1/ }))
  return await screen.findByRole<HTMLButtonElement>('button', { name: 'Update' })
}
const typeUrl = (url: string) => fireEvent.change(screen.getByLabelText('Firmware URL'), { target: { value: url } })
const pass = (ms: number) => act(async () => open?.clock.advance(ms))
/** What the server reports from the next poll on. */
const report = async (change: Partial<DeviceFirmware>) => {
  firmwares = firmwares.map((one) => (one.deviceid === 'VAN1' ? { ...one, ...change } : one))
  await pass(1_000)
}

describe('the tab Firmware Update', () => {
  it('[FW-02] is the first of the tabs, and the open tab is in the address', async () => {
    await openUpdate()
    await screen.findByRole('heading', { name: 'Firmware update' })
    const tabs = screen.getAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'Firmware Update',
      'Firmware Store',
      'Auto Update Plan',
      'Rollouts',
    ])
    expect(tabs.map((tab) => tab.getAttribute('aria-selected'))).toEqual(['true', 'false', 'false', 'false'])
    fireEvent.click(tabs[1]!)
    await screen.findByLabelText('Firmware file')
    expect(window.location.search).toBe('?tab=store')
  })

  it('[FW-03] [FW-04] lists the devices with icon, name and version; one that is offline cannot be chosen, and the filter leaves those that match', async () => {
    const { fleet } = await openUpdate()
    const list = await screen.findByRole('navigation', { name: 'Devices' })
    await within(list).findByText('VAN1 · VAN_1.0')
    const [van, parked] = within(list).getAllByRole('link')
    expect([van?.querySelector('svg') !== null, van?.textContent]).toEqual([true, expect.stringContaining('Red van')])
    expect([van?.hasAttribute('href'), van?.getAttribute('aria-disabled')]).toEqual([true, null])
    expect([parked?.hasAttribute('href'), parked?.getAttribute('aria-disabled')]).toEqual([false, 'true'])
    expect(parked?.textContent).toContain('Version not reported')
    fireEvent.click(parked!)
    expect(screen.getByText('Choose a device')).toBeTruthy()
    act(() => fleet.setFilterText('VAN2'))
    await waitFor(() => expect(within(list).getAllByRole('link')).toHaveLength(1))
  })

  it('[FW-05] [FW-06] [FW-10] shows the id of the chosen device as heading, its version and status, and the status as progress', async () => {
    await openUpdate()
    await choose()
    screen.getByRole('heading', { name: 'VAN1' })
    const fact = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent
    expect([fact('Version'), fact('Status'), fact('Latest update')]).toEqual(['VAN_1.0', 'Ready', 'None yet'])
    const bar = screen.getByLabelText<HTMLProgressElement>(/^Progress of the update/)
    expect([bar.value, bar.max]).toEqual([100, 100])
    const update = { stage: 'downloading', reason: '', target: '', before: 'VAN_1.0', by: 'plan' } as const
    await report({ status: 45, update: { ...update, begintime: 1_767_600_000, endtime: 0 } })
    await waitFor(() => expect([bar.value, fact('Status')]).toEqual([45, 'Downloading']))
    await report({ status: 0 })
    await waitFor(() => expect([bar.value, fact('Status')]).toEqual([0, 'Offline']))
    await report({ status: 100, version: 'VAN_2.0', update: null })
    await waitFor(() => expect(fact('Version')).toBe('VAN_2.0'))
    expect(screen.getByText('VAN1 · VAN_2.0')).toBeTruthy()
  })

  it.each(firmwareFailures)('says in words that an update failed: %s', async (reason) => {
    const update = { stage: 'failed', reason, target: '', before: 'VAN_1.0', by: 'user' } as const
    firmwares = firmwares.map((one) => ({ ...one, update: { ...update, begintime: 1, endtime: 1_767_600_000 } }))
    await openUpdate({ path: '/devicefirmwareupdate?device=VAN1' })
    const latest = (await screen.findByText('Latest update')).nextElementSibling
    const [stage, words] = [...(latest?.children ?? [])].map(({ textContent }) => textContent ?? '')
    expect(stage).toBe('Failed')
    expect(words).toMatch(/^[A-Z][a-z ,]{15,}$/)
  })

  it('[FW-07] [VAR-20] offers User Name and Password only where the site has external users, and sends them only there', async () => {
    for (const externalSetting of [false, true]) {
      await openUpdate({ site: { externalSetting } })
      const button = await choose()
      const inputs = ['User Name', 'Password'].map((label) => screen.queryByLabelText(label))
      expect(inputs.map((input) => input !== null)).toEqual([externalSetting, externalSetting])
      for (const input of inputs) if (input) fireEvent.change(input, { target: { value: 'secret' } })
      typeUrl('http://files.test/van.bin')
      await act(async () => fireEvent.click(button))
      const login = externalSetting ? { U: 'secret', P: 'secret' } : {}
      expect(asked('D10').map(({ fields: { X, ...fields } }) => fields)).toEqual([
        { A: 'VAN1', L: 'http://files.test/van.bin', ...login },
      ])
      open?.close()
      cleanup()
    }
  })

  it('[FW-08] [FW-09] [FW-13] sends the typed or chosen address, once there is one', async () => {
    await openUpdate()
    const button = await choose()
    expect(button.disabled).toBe(true)
    typeUrl('  ')
    expect(button.disabled).toBe(true)
    const store = await screen.findByLabelText('From the store')
    fireEvent.change(store, { target: { value: FILE.firmwareid } })
    const url = `http://fleet.test:8900/firmware/${FILE.firmwareid}`
    expect(screen.getByLabelText<HTMLInputElement>('Firmware URL').value).toBe(url)
    expect(button.disabled).toBe(false)
    await act(async () => fireEvent.click(button))
    expect(asked('D10').map(({ fields }) => [fields.A, fields.L])).toEqual([['VAN1', url]])
    await screen.findByText('The device downloads the firmware')
  })

  it('[FW-11] stays disabled for 10 s after it was pressed, also when the server refuses', async () => {
    const { sockets } = await openUpdate()
    const button = await choose()
    typeUrl('http://files.test/van.bin')
    sockets[0]?.refuse('D10', 'the device is away')
    await act(async () => fireEvent.click(button))
    await screen.findByText(/the device is away/)
    expect(button.disabled).toBe(true)
    await pass(9_999)
    expect(button.disabled).toBe(true)
    await pass(1)
    expect(button.disabled).toBe(false)
  })

  it.each([
    [0, true],
    [1, false],
    [99, false],
    [100, true],
  ])('[FW-12] at a status of %i it can be pressed: %s', async (status, isPossible) => {
    firmwares = firmwares.map((one) => ({ ...one, status }))
    await openUpdate({ path: '/devicefirmwareupdate?device=VAN1' })
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Update' })
    typeUrl('http://files.test/van.bin')
    expect(button.disabled).toBe(!isPossible)
  })

  it('[FW-15] requests the status of the chosen device every second, not while the page is hidden, and no more once another tab is open', async () => {
    await openUpdate()
    await choose()
    const before = polls('VAN1').length
    for (let second = 0; second < 3; second++) await pass(1_000)
    expect(polls('VAN1').length - before).toBe(3)
    await pass(999)
    expect(polls('VAN1').length - before).toBe(3)
    const hide = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await pass(5_000)
    expect(polls('VAN1').length - before).toBe(3)
    hide.mockRestore()
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await pass(1_000)
    expect(polls('VAN1').length - before).toBe(4)
    fireEvent.click(screen.getByRole('tab', { name: 'Firmware Store' }))
    await screen.findByLabelText('Firmware file')
    await pass(5_000)
    expect(polls('VAN1').length - before).toBe(4)
  })

  it('says when the status cannot be read, goes on showing what was known, and offers another try where nothing was', async () => {
    const { sockets } = await openUpdate()
    await choose()
    sockets[0]?.refuse('D11', 'busy')
    await pass(1_000)
    expect((await screen.findByRole('alert')).textContent).toContain('busy')
    expect(screen.getByText('VAN_1.0', { selector: 'dd' })).toBeTruthy()
  })
})
