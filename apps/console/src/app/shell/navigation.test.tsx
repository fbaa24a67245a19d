// @vitest-environment happy-dom
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { memoryStore, storageKeys } from '../../platform/storage/index.ts'
import { remembered } from '../console.fixtures.tsx'
import { flags, footer, open, setUpShell, start } from './shell.fixtures.tsx'

setUpShell()

const entries = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
const menus = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .queryAllByRole('button')
    .map((button) => button.textContent)

describe('the navigation', () => {
  it('has an entry for each built page one has, and no other', async () => {
    await start('/blockview', { site: { disableMap: false } })
    await footer()
    const [first, second] = [
      ['/', '/blockview', '/treeview', '/liveview', '/gpsplayback'],
      ['/splayback', '/remoteplayback', '/devicesetup'],
    ]
    expect(entries()).toEqual([...first, ...second])
    expect(menus()).toEqual(['Events', 'Reports', 'Information'])
  })

  it('[SHELL-017] on a phone the bar names the open page, and has the others and those of events with their names in its menu', async () => {
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
        [
          'Playback',
          'Remote playback',
          'Remote device settings',
          'Events of today',
          'Event query',
          'Auto-upload search',
        ],
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

  it.each([
    [
      '[SHELL-085] the entries of events are in the menus with their flag only',
      'F_event',
      ['/todayevents', '/queryeventex', '/autoupload'],
    ],
    ['[SHELL-088] the talk log is in the menus with its flag only', 'F_talk', ['/talklog']],
  ] as const)('%s', async (_, flag, paths) => {
    const inMenus = async (access: string): Promise<readonly (string | null)[]> => {
      await start('/idle', { access, permission: 1 })
      await footer()
      const navigation = within(screen.getByRole('navigation', { name: 'Main' }))
      const found = navigation.queryAllByRole('button').flatMap((menu) => {
        fireEvent.click(menu)
        return navigation.queryAllByRole('link').map((link) => link.getAttribute('href'))
      })
      open?.close()
      cleanup()
      return found
    }
    expect(await inMenus(flags(flag))).toEqual(expect.arrayContaining([...paths]))
    const without = await inMenus(withoutFlags(fullAccess, [flag]))
    expect(without.length).toBeGreaterThan(0)
    for (const path of paths) expect(without).not.toContain(path)
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

  it('[RIGHT-107] [RIGHT-118] in the variant without extra admin settings the settings menu names the contact', async () => {
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
