// @vitest-environment happy-dom
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { controlWordPath, deviceCodePath } from '@fleetglass/contract/devices'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { passwordHash } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { click, dashboard, headers, many, open, rowNames, setUpDashboard, shut } from './devices-page.fixtures.tsx'

setUpDashboard()

const asked = (code: string) => open?.sockets[0]?.asked.filter((message) => message.code === code) ?? []

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

  it('[DASH-64] a reboot needs a confirmation that names the device: cancel sends nothing', () =>
    asksFirst('Reboot', 'D07'))
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

  it('[D4] shows why the card of a model without a known word cannot be formatted, and sends nothing', async () => {
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

  it('commands to a device are disabled while it is offline', async () => {
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

  it('[SHELL-008] [DASH-60] [DASH-63] a removal needs a confirmation: cancel sends nothing, yes sends the device', async () => {
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

  it('a question shows the plate, the driver and the memo too, also when the device leaves meanwhile', async () => {
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

  it('[DASH-71] the plus button opens a field for the id of a new device', async () => {
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

  it('a link at the top shows how many there are', async () => {
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
