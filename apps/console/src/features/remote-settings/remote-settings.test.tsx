// @vitest-environment happy-dom
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { passwordHash } from '../../app/console.fixtures.tsx'
import { toastList } from '../../ui/toast-list.ts'
import {
  type Answers,
  asked,
  CONFIRM,
  cardOf,
  cards,
  done,
  field,
  kept,
  open,
  openDashboard,
  openWindow,
  PATH,
  saveOf,
  saves,
  setUpSettingsWindow,
  statusOf,
  tell,
  titles,
  type,
} from './remote-settings.fixtures.tsx'

setUpSettingsWindow()

const toasts = () => toastList.getState().map(({ kind, text }) => ({ kind, text }))

describe('the window of remote settings', () => {
  it('[RDEV-001] [REC-02] [REC-19] [SHELL-041] /devicesetup lists the devices and opens the window of the chosen one', async () => {
    const dialog = await openWindow({ read: () => tell(['preosd_driver']) })
    await cardOf('Driver')
    expect(within(dialog).getByText('van')).toBeTruthy()
    const body = { username: 'admin', password: passwordHash }
    expect(open.called.filter(({ path }) => path === PATH)).toEqual([{ method: 'POST', path: PATH, body }])
  })

  it('[RDEV-002] what it shows is read from the device and saved in it, and the record of the server is left alone', async () => {
    await openWindow({ read: () => tell(['preosd_driver']) })
    const card = await cardOf('Driver')
    const input = card.querySelector<HTMLInputElement>('input')!
    expect(input.value).toBe(kept.preosd_driver)
    fireEvent.change(input, { target: { value: 'Ada' } })
    fireEvent.click(saveOf(card))
    await waitFor(() => expect(saves()).toEqual([{ preosd_driver: 'Ada' }]))
    const others = open.called.filter(({ path }) => path.includes('device') && ![PATH, CONFIRM].includes(path))
    expect(others).toEqual([])
  })

  it('[RDEV-006] [REC-20] No Setable Item where nothing is supported, or nothing is for this user', async () => {
    const dialog = await openWindow({ read: () => tell([]) })
    expect((await within(dialog).findByText('No Setable Item')).className).toContain('alert-info')
    expect(cards()).toEqual([])
  })

  it('[RDEV-004] [RDEV-005] [RDEV-090] a card is there for supported settings that the user may change; of several settings only those', async () => {
    const names = ['net_wfssid', 'net_wfpwd', 'sys_tz', 'enc_aig', 'motovisadas', 'event_dsm_en', 'g_sensor_en']
    const access = withoutFlags(fullAccess, ['F_rmdvrs_wifipassword', 'F_rmdvrs_timezone', 'F_rmdvrs_dsm'])
    await openWindow({ read: () => tell(names) }, { access, permission: 1 })
    await cardOf('Wifi')
    expect(titles()).toEqual(['G-sensor', 'Audio volume', 'Wifi', 'ADAS', 'DSM'])
    const wifi = await cardOf('Wifi')
    expect(within(wifi).queryByLabelText('Password')).toBeNull()
    expect(within(await cardOf('DSM')).queryByLabelText('DSM speed')).toBeNull()
    expect(field(await cardOf('ADAS'), 'PCW speed').value).toBe('30')
  })

  it('a device that does not answer is shown with the reason, and requested again', async () => {
    let answer: object = { hasError: true, message: 'the device is offline' }
    const dialog = await openWindow({ read: () => answer })
    expect(await within(dialog).findByText('the device is offline')).toBeTruthy()
    answer = tell(['preosd_driver'])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
    expect(field(await cardOf('Driver'), 'Driver text').value).toBe('Lin')
  })
})

describe('a save', () => {
  const answersOf = (answers: Answers) => openWindow({ read: () => tell(['preosd_driver']), ...answers })
  const change = async () => {
    const card = await cardOf('Driver')
    type('Driver text', 'Wang')(card)
    fireEvent.click(saveOf(card))
    return card
  }

  it('[RDEV-086] [RDEV-089] that is confirmed shows a success notification, and the saved values are the stored ones', async () => {
    await answersOf({})
    const card = await change()
    await waitFor(() =>
      expect(toasts()).toEqual([{ kind: 'success', text: 'Driver: Set: the device keeps the new values' }]),
    )
    expect(asked(CONFIRM, 'keys')).toEqual([['preosd_driver']])
    expect(field(card, 'Driver text').value).toBe('Wang')
    type('Driver text', 'Lin')(card)
    expect(saveOf(card).disabled).toBe(false)
  })

  it('[RDEV-087] that is refused shows an error notification, also on the card; nothing is confirmed', async () => {
    await answersOf({ save: () => ({ hasError: true, message: 'the device refused: it failed', outcome: 'refused' }) })
    const card = await change()
    const words = 'Refused: the device refused: it failed'
    await waitFor(() => expect(toasts()).toEqual([{ kind: 'error', text: `Driver: ${words}` }]))
    expect(statusOf(card)).toBe(words)
    expect(asked(CONFIRM, 'keys')).toEqual([])
    // What was typed stays, to be saved again.
    expect(field(card, 'Driver text').value).toBe('Wang')
    expect(saveOf(card).disabled).toBe(false)
  })

  it('[RDEV-087] [RDEV-088] [RDEV-106] without an answer shows that, and so does one whose confirmation fails', async () => {
    let saved: object = { hasError: true, message: 'the device did not answer in time', outcome: 'noAnswer' }
    const confirm = () => ({
      hasError: true,
      message: 'the device keeps another value of preosd_driver',
      outcome: 'refused',
    })
    await answersOf({ save: () => saved, confirm })
    const card = await change()
    const status = () => statusOf(card)
    await waitFor(() => expect(status()).toBe('No answer: the device did not answer in time'))
    saved = done
    fireEvent.click(saveOf(card))
    await waitFor(() => expect(status()).toBe('Refused: the device keeps another value of preosd_driver'))
    expect(toasts().map(({ kind }) => kind)).toEqual(['error', 'error'])
  })

  it('[D6] whose answer cannot be read is shown as such, and not as one without an answer', async () => {
    const message = 'The device answered, but not readably'
    await answersOf({ confirm: () => ({ hasError: true, message, outcome: 'unreadable' }) })
    const card = await change()
    await waitFor(() => expect(statusOf(card)).toBe(`Not known: ${message}`))
    expect(toasts().map(({ kind }) => kind)).toEqual(['error'])
  })

  it('[ERR1-01] that no server answers is logged, and no notice is shown', async () => {
    await answersOf({
      save: () => {
        throw new TypeError('the network is gone')
      },
    })
    const card = await change()
    await waitFor(() => expect(statusOf(card)).toBe('The server did not answer'))
    expect(toasts()).toEqual([])
    expect(open.logged.join()).toContain('the network is gone')
  })

  it('while it is on its way nothing of the card can be changed or saved twice', async () => {
    let finish = (_: object): void => {}
    await answersOf({ save: () => new Promise((resolve) => (finish = resolve)) })
    const card = await change()
    expect(saveOf(card).disabled).toBe(true)
    expect(card.querySelector('fieldset')?.disabled).toBe(true)
    fireEvent.submit(card)
    await act(async () => finish(done))
    await waitFor(() => expect(statusOf(card)).toContain('Set'))
    expect(saves()).toHaveLength(1)
  })
})

describe('the ways to the window', () => {
  it('[DASH-59] [RDEV-003] Edit of a row offers it to who has F_rmdvrs', async () => {
    await openDashboard(fullAccess)
    fireEvent.click(screen.getByRole('button', { name: 'Edit van' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Remote Device Setting' }))
    expect(await screen.findByRole('dialog', { name: 'Remote Device Setting' })).toBeTruthy()
    await screen.findByText('No Setable Item')
    open.close()
    cleanup()
    await openDashboard(withoutFlags(fullAccess, ['F_rmdvrs']))
    fireEvent.click(screen.getByRole('button', { name: 'Edit van' }))
    await screen.findByRole('button', { name: 'Server device setting' })
    expect(screen.queryByRole('button', { name: 'Remote Device Setting' })).toBeNull()
  })
})
