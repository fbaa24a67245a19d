// @vitest-environment happy-dom
import { groupDevicesPath, userGroupPath } from '@fleetglass/contract/groups'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { openDialog } from '../../platform/pages/index.ts'
import { livePopup } from '../../shared/dialogs/index.ts'
import { passwordHash } from '../console.fixtures.tsx'
import { at, footer, open, setUpShell, start } from './shell.fixtures.tsx'

setUpShell()

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

  it('shows the reason when the answer cannot be read', async () => {
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
    act(() => openDialog(livePopup, { deviceId: 'van' }))
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

  it('[SHELL-096] the copyright modal is shown only in the deployment that enables it', async () => {
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
    expect(await within(dialog).findByRole('combobox', { name: 'Length unit' })).toBeTruthy()
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
    const search = screen.getByTitle('Device, driver, memo or plate')
    expect(document.activeElement).toBe(search)
    fireEvent.keyDown(search, { key: '?' })
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.keyDown(document.body, { key: '?' })
    expect(await screen.findByRole('dialog', { name: 'Keyboard' })).toBeTruthy()
  })
})
