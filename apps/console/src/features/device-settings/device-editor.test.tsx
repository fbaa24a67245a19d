// @vitest-environment happy-dom
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { deviceSettingsSchema } from '@fleetglass/contract/device-settings'
import { controlWordPath } from '@fleetglass/contract/devices'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { moved, orderOf, withChannels, withFlag, withName } from './device-editor.rules.ts'

type Console = Awaited<ReturnType<typeof openConsole>>

const record = {
  deviceid: 'van',
  channel: 2,
  talkch: 2,
  gpstzenable: 0,
  icon: 2,
  extid: 'X1',
  driver: 'Lin',
  driverlicense: '',
  vehicleid: 'blue',
  plate: 'KAA',
  maplocation: '',
  streamtype: '11',
  chmask: '10',
  recplan: '01',
  videolossinterval: 30,
  recenable: 2,
  recdays: 0,
  recaudio: 3,
  chnames: 'Road,Door',
  chsort: '2,1',
  maxnetflow: 2048,
  netlimit: 1,
  eventdays: 0,
}

const ownWord = { hasError: false, message: '', word: 0xa1, standard: false, elsewhere: null }

let open: Console | null = null
beforeAll(() => startAllTexts())
afterEach(() => {
  open?.close()
  open = null
  cleanup()
})

/** The editor of `van`, opened from its row of the dashboard. */
async function edit(told: object = record, more: object = {}): Promise<HTMLElement> {
  const replies = { D03: () => told }
  open = await openConsole({ path: '/blockview', store: memoryStore(remembered), replies, ...more })
  await screen.findByRole('heading', { name: 'Dashboard' })
  open.list(device({ deviceId: 'van', online: true, registered: true }))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Edit van' })))
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Server device setting' })))
  const dialog = await screen.findByRole('dialog', { name: 'van Editor' })
  await waitFor(() => expect(dialog.querySelector('form')).toBeTruthy())
  return dialog
}

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(box(label), { target: { value } })
const click = (label: string) => act(async () => fireEvent.click(box(label)))
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const clickSave = () => act(async () => fireEvent.click(save()))
const asked = (code: string) => open?.sockets[0]?.asked.filter((message) => message.code === code) ?? []
const sent = () => asked('D04').map(({ payload }) => JSON.parse(new TextDecoder().decode(payload)))

describe('the editor of a device', () => {
  it('[SDEV-01] [SDEV-02] [DASH-58] [SHELL-007] the Edit action opens a modal "{deviceid} Editor" with the record of the server', async () => {
    await edit()
    expect(asked('D03').map(({ fields }) => fields.A)).toEqual(['van'])
    const values = { Driver: 'Lin', 'Device Memo': 'blue', Plate: 'KAA', 'External ID': 'X1', 'Talk channel': '2' }
    for (const [label, value] of Object.entries(values))
      expect(within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(label).value).toBe(value)
    expect(box('Name of channel 2').value).toBe('Door')
    expect([box('Channel 1 is on').checked, box('Channel 2 is on').checked]).toEqual([true, false])
    // Every field of the record has its place.
    type('Plate', 'NEW')
    await clickSave()
    expect(sent()).toEqual([{ plate: 'NEW' }])
    expect(Object.keys(deviceSettingsSchema.shape).sort()).toEqual(
      Object.keys(record)
        .filter((name) => name !== 'deviceid')
        .sort(),
    )
  })

  it('[SDEV-05] [DASH-68] Save cannot be clicked for 3 s after a click', async () => {
    await edit()
    expect(save().disabled).toBe(true)
    type('Plate', 'A')
    await clickSave()
    type('Plate', 'B')
    await act(async () => open?.clock.advance(2_999))
    expect(save().disabled).toBe(true)
    fireEvent.submit(save().form as HTMLFormElement)
    await act(async () => open?.clock.advance(1))
    await waitFor(() => expect(save().disabled).toBe(false))
  })

  it('[SDEV-06] [SDEV-45] [DASH-69] [DASH-70] 2 s after the click the opening screen requests the full list, if it was saved, and nothing closes', async () => {
    await edit()
    const changes = () => open?.fleet.state.getState().changes
    const before = changes() ?? 0
    type('Plate', 'A')
    await clickSave()
    await act(async () => open?.clock.advance(1_999))
    expect(changes()).toBe(before)
    await act(async () => open?.clock.advance(1))
    await waitFor(() => expect(changes()).toBe(before + 1))
    expect(screen.getByRole('dialog', { name: 'van Editor' })).toBeTruthy()
    await act(async () => open?.clock.advance(1_000))
    open?.sockets[0]?.refuse('D04', 'plate: has more than 31 characters')
    type('Plate', 'B')
    await clickSave()
    await act(async () => open?.clock.advance(3_000))
    expect(changes()).toBe(before + 1)
    expect(document.body.textContent).toContain('plate: has more than 31 characters')
  })

  it('closing it with unsaved changes needs a confirmation; without any it closes', async () => {
    const dialog = await edit()
    const close = () => act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Close' })))
    type('Plate', 'NEW')
    for (const answer of ['Cancel', 'Discard']) {
      await close()
      const question = await screen.findByRole('dialog', { name: 'Discard the changes?' })
      expect(box('Plate').value).toBe('NEW')
      await act(async () => fireEvent.click(within(question).getByRole('button', { name: answer })))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard the changes?' })).toBeNull())
    }
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('[SDEV-07] a save sends only what differs from what was loaded, the next one what differs from the save', async () => {
    await edit()
    type('Driver', 'Lin')
    type('Device Memo', 'red')
    await click('Main stream of channel 2')
    await clickSave()
    await act(async () => open?.clock.advance(3_000))
    type('Device Memo', 'blue')
    await waitFor(() => expect(save().disabled).toBe(false))
    await clickSave()
    expect(sent()).toEqual([{ vehicleid: 'red', streamtype: '10' }, { vehicleid: 'blue' }])
  })

  it('[SDEV-48] [SDEV-31] [SDEV-32] what is too long, or has a comma, is not taken into the field', async () => {
    await edit()
    type('Driver', 'x'.repeat(32))
    expect(box('Driver').value).toBe('Lin')
    type('Driver', 'x'.repeat(31))
    expect(box('Driver').value).toHaveLength(31)
    type('Name of channel 1', 'thirteen char')
    type('Name of channel 1', 'a,b')
    expect(box('Name of channel 1').value).toBe('Road')
    expect(screen.getByText('A channel name has no comma.')).toBeTruthy()
    type('Map location', '95,0')
    expect([box('Map location').getAttribute('aria-invalid'), save().disabled]).toEqual(['true', true])
    type('Map location', '24,120')
    expect(save().disabled).toBe(false)
  })

  it('[SDEV-38] [SDEV-39] storage days are there from recenable 1 on, the plan of channels at 2 only', async () => {
    await edit()
    const shown = () => [
      screen.queryByLabelText('Default of “Storage days”') !== null,
      screen.queryByLabelText('Record channel 1') !== null,
    ]
    const seen = ['-1', '0', '1', '2'].map((value) => {
      type('Recording', value)
      return shown()
    })
    expect(seen).toEqual([
      [false, false],
      [false, false],
      [true, false],
      [true, true],
    ])
  })

  it('[SDEV-17] [SDEV-40] [SDEV-41] another number of channels puts the talk channel to 1 and the order to 1..n', async () => {
    await edit()
    const offered = [...box('Number of channels').querySelectorAll('option')].map(({ value }) => Number(value))
    expect(offered).toEqual([1, 2, 3, 4, 8, 12, 16, 20, 36, 64])
    type('Number of channels', '4')
    expect(box('Talk channel').value).toBe('1')
    await clickSave()
    expect(sent()[0]).toEqual({
      channel: 4,
      talkch: 1,
      chsort: '1,2,3,4',
      chmask: '1011',
      recplan: '0111',
      streamtype: '1111',
    })
  })

  it('[SDEV-42] [SDEV-43] [SDEV-46] [SDEV-28] unchecking Default sets 7 storage days and 365 event days, checking it 0; other days from 1 to 29999', async () => {
    await edit()
    expect([box('Default of “Storage days”').checked, box('Default of “Event reserve days”').checked]).toEqual([
      true,
      true,
    ])
    await click('Default of “Storage days”')
    await click('Default of “Event reserve days”')
    expect([box('Storage days').value, box('Event reserve days').value]).toEqual(['7', '365'])
    for (const wrong of ['0', '30000', '-1', '']) {
      type('Storage days', wrong)
      expect(save().disabled).toBe(true)
    }
    type('Storage days', '29999')
    await clickSave()
    await act(async () => open?.clock.advance(3_000))
    await click('Default of “Storage days”')
    await waitFor(() => expect(save().disabled).toBe(false))
    await clickSave()
    expect(sent()).toEqual([{ recdays: 29_999, eventdays: 365 }, { recdays: 0 }])
  })

  it('[SDEV-35] [SDEV-47] the limit is shown and entered in MB a month, 1024 KB each', async () => {
    await edit()
    expect(box('Limit (MB/Month)').value).toBe('2')
    type('Limit (MB/Month)', '500')
    await clickSave()
    expect(sent()).toEqual([{ maxnetflow: 512_000 }])
  })

  it('[SDEV-44] a field that the server does not send is not shown', async () => {
    await edit({ deviceid: 'van', plate: 'KAA', recdays: 5 })
    expect(screen.queryByLabelText('Recording')).toBeNull()
    expect(screen.queryByLabelText('Number of channels')).toBeNull()
    expect(box('Storage days').value).toBe('5')
  })

  it.each([
    ['[SDEV-10] restoring the defaults', 'Restore defaults', 'D08'],
    ['[SDEV-11] formatting the SD card', 'Format SD', 'D09'],
    ['[SDEV-12] rebooting', 'Reboot', 'D07'],
    ['[SDEV-13] removing the device', 'Remove the device', 'D02'],
  ])('%s asks first and names the device: cancel sends nothing', async (_, name, code) => {
    await edit(record, { http: { [controlWordPath]: () => ownWord } })
    for (const answer of ['Cancel', name === 'Remove the device' ? 'Remove' : name]) {
      await act(async () => fireEvent.click(screen.getByRole('button', { name })))
      const question = await screen.findByRole('dialog', { name: /van\?$/ })
      const button = within(question).getByRole<HTMLButtonElement>('button', { name: answer })
      await waitFor(() => expect(button.disabled).toBe(false))
      await act(async () => fireEvent.click(button))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: /van\?$/ })).toBeNull())
      expect(asked(code)).toHaveLength(answer === 'Cancel' ? 0 : 1)
    }
  })

  it('[SDEV-08] [SDEV-09] local records are deleted only when the id was typed', async () => {
    await edit()
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Delete all local records' })))
    const question = await screen.findByRole('dialog', { name: /van\?$/ })
    const id = within(question).getByLabelText('Device ID')
    for (const text of ['', 'Van', 'van ', 'other']) {
      fireEvent.change(id, { target: { value: text } })
      await act(async () => fireEvent.submit(id))
    }
    expect(asked('D15')).toEqual([])
    fireEvent.change(id, { target: { value: 'van' } })
    await act(async () => fireEvent.submit(id))
    await waitFor(() => expect(asked('D15').map(({ fields }) => fields.A)).toEqual(['van']))
  })

  it('[SDEV-03] the editor is offered to a permission below 2 with the flag only', async () => {
    for (const more of [{ permission: 2 }, { access: withoutFlags(fullAccess, ['F_lmdvrs']) }]) {
      open = await openConsole({ path: '/blockview', store: memoryStore(remembered), ...more })
      await screen.findByRole('heading', { name: 'Dashboard' })
      open.list(device({ deviceId: 'van' }))
      await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Edit van' })))
      expect(await screen.findByRole('button', { name: 'Remote Device Setting' })).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Server device setting' })).toBeNull()
      open.close()
      cleanup()
    }
  })
})

describe('what becomes of a draft', () => {
  it('channels move, are switched and named one by one', () => {
    expect(orderOf('3,1', 4)).toEqual([3, 1, 2, 4])
    expect(moved([3, 1, 2, 4], 2, -1)).toBe('3,2,1,4')
    expect(moved([3, 1, 2, 4], 3, 1)).toBe('1,3,2,4')
    expect(withFlag('1111', 3, false)).toBe('1101')
    expect(withName('', 3, 'Door')).toBe(',,Door')
    expect(withName('a,b', 2, '')).toBe('a')
    // A field that the account may not see does not come by itself.
    expect(withChannels({ channel: 2, chmask: '10' }, 3)).toEqual({ channel: 3, chmask: '101' })
  })
})
