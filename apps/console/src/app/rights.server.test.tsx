// @vitest-environment served
// What flags and levels of a real account open, list and show: the server grants them, the console checks them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addGroup, addUsers, moveDevice, setAccess } from '../../../server/test/accounts.ts'
import { ADMIN, startTestServer, type TestServer } from '../../../server/test/harness.ts'
import { memoryStore } from '../platform/storage/index.ts'
import { startAllTexts } from '../platform/texts/texts.fixtures.ts'
import { builtPages } from './pages.ts'
import { openServedConsole, rememberedAt } from './served.fixtures.tsx'

const data = mkdtempSync(join(tmpdir(), 'fleetglass-served-'))
const clock = createManualClock()
let server: TestServer
let open: Awaited<ReturnType<typeof openServedConsole>> | null = null

beforeAll(async () => {
  await startAllTexts()
  // What the router fetches when it is wanted: on a busy machine that takes longer than a test may.
  await Promise.all(builtPages.map(({ load }) => load()))
  const first = await startTestServer({ data })
  const admin = await first.login()
  for (const A of ['van', 'bus']) await admin.request('D01', { A, C: '4', F: '0' })
  await admin.close()
  await first.close()
  await addGroup({ data }, { id: 2, name: 'North' })
  await moveDevice({ data }, 'bus', 2)
  server = await startTestServer({ data, clock, config: { site: { broadcast: true } } })
  await addUsers(server, ...[0, 1, 2, 3].map((permission) => ({ name: `level ${permission}`, permission })))
  await setAccess(server, 5, '0')
  await addUsers(server, { name: 'somebody', permission: 5 })
}, 120_000)
afterAll(async () => {
  await server.close()
  rmSync(data, { recursive: true, force: true })
})
const stop = () => {
  open?.close()
  open = null
  cleanup()
}
afterEach(stop)

const at = () => window.location.pathname
async function start(user: string, path: string) {
  stop()
  open = await openServedConsole(server, { path, store: memoryStore(rememberedAt(server, user)) })
  await waitFor(() => document.querySelector('footer.footer') ?? Promise.reject(new Error('no footer')))
  return open
}
const navigation = () => within(screen.getByRole('navigation', { name: 'Main' }))
const entries = () =>
  navigation()
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
/** What a menu of the navigation lists; nothing where there is no such menu. */
const listedIn = async (menu: 'Settings' | 'Information') => {
  const button = navigation().queryByRole('button', { name: menu })
  if (button === null) return []
  const before = new Set(entries())
  if (button.getAttribute('aria-expanded') !== 'true') fireEvent.click(button)
  await waitFor(() => expect(entries().length).toBeGreaterThan(before.size))
  const all = entries()
  fireEvent.click(button)
  return all.filter((href) => !before.has(href))
}

const LENGTH = 77
/** Opens the console for an account with these flags, by their places in the string. */
async function startWith(places: (place: number) => boolean, path: string) {
  const access = Array.from({ length: LENGTH }, (_, place) => (places(place) ? '1' : '0')).join('')
  await setAccess(server, 5, access)
  // A password that was verified before is forgotten by then.
  clock.advance(61_000)
  return start('somebody', path)
}

describe('a flag of a real account', () => {
  const pages = ['/', '/blockview', '/treeview', '/liveview', '/gpsplayback', '/splayback', '/remoteplayback']

  it.each<[string, readonly number[], string]>([
    ['[RIGHT-004] the 1st, P_dash, opens and lists the dashboard', [0], '/blockview'],
    ['[RIGHT-005] the 2nd, P_tree, opens and lists the tree view', [1], '/treeview'],
    ['[RIGHT-006] the 3rd, P_live, opens and lists the live view', [2], '/liveview'],
    ['[RIGHT-008] the 5th, P_lopb, opens and lists the playback', [4], '/splayback'],
    ['[RIGHT-009] the 6th, P_repb, opens and lists the remote playback', [5], '/remoteplayback'],
  ])('%s, and all others do not', async (_, places, path) => {
    await startWith((place) => places.includes(place), path)
    expect(entries()).toEqual([path])
    expect(at()).toBe(path)
    await startWith((place) => !places.includes(place), path)
    await waitFor(() => expect(at()).not.toBe(path))
    expect(entries()).toEqual(pages.filter((page) => page !== path))
  })

  it('[RIGHT-007] [RIGHT-083] the 4th, P_gppb, opens the GPS playback together with F_gps, and neither does alone', async () => {
    await startWith((place) => place === 3 || place === 6, '/gpsplayback')
    expect([at(), entries()]).toEqual(['/gpsplayback', ['/', '/gpsplayback']])
    for (const missing of [3, 6]) {
      await startWith((place) => place !== missing, '/gpsplayback')
      await waitFor(() => expect(at()).not.toBe('/gpsplayback'))
      expect(entries()).not.toContain('/gpsplayback')
    }
  })

  it('[RIGHT-010] [RIGHT-082] the 7th, F_gps, opens and lists the map, and all others do not', async () => {
    await startWith((place) => place === 6, '/')
    expect([at(), entries()]).toEqual(['/', ['/']])
    await startWith((place) => place !== 6, '/')
    await waitFor(() => expect(at()).toBe('/idle'))
    expect(entries()).not.toContain('/')
  })

  it('[RIGHT-014] the 11th, F_event, has the switch of the event notices, and all others do not', async () => {
    for (const granted of [true, false]) {
      await startWith((place) => (place === 10) === granted, '/idle')
      fireEvent.click(screen.getByRole('button', { name: 'Account of somebody' }))
      await screen.findByRole('button', { name: /Log out/ })
      expect(screen.queryByRole('menuitemcheckbox') !== null).toBe(granted)
    }
  })

  it('[RIGHT1-04] [RIGHT1-05] a page without its flag leads home, and the dashboard to the idle screen', async () => {
    for (const path of ['/liveview', '/splayback', '/remoteplayback', '/treeview', '/gpsplayback']) {
      await startWith((place) => place === 6, path)
      await waitFor(() => expect([path, at()]).toEqual([path, '/']))
    }
    await startWith((place) => place === 6, '/blockview')
    await waitFor(() => expect(at()).toBe('/idle'))
  })
})

describe('a level of a real account', () => {
  /** What there is for each level, 0 to 3, of which only those below a bound have it. */
  async function below(bound: number, path: string, isThere: () => Promise<boolean> | boolean) {
    for (const permission of [0, 1, 2, 3]) {
      const { fleet } = await start(`level ${permission}`, path)
      // What may come late has had its time when the list of devices is there, and another call was answered.
      await waitFor(() => expect(fleet.state.getState().loaded).toBe(true))
      await act(async () => void (await fetch('/gkserver/usergroup')))
      await waitFor(async () => expect([permission, await isThere()]).toEqual([permission, permission < bound]))
    }
  }
  const button = (name: string) => () => screen.queryByRole('button', { name }) !== null

  it('[RIGHT-044] [RIGHT-047] [RIGHT-048] [RIGHT2-06] the level is the one of the login, and a higher number sees less', async () => {
    const seen: string[][] = []
    for (const permission of [0, 1, 2, 3]) {
      const { channel } = await start(`level ${permission}`, '/blockview')
      expect(channel.state.getState()).toMatchObject({ session: { rights: { permission } } })
      // It comes with the list of languages.
      await screen.findByRole('button', { name: /^Language: / })
      const bar = [...document.querySelectorAll('.top-bar button, .top-bar select, .top-bar a')]
      const names = bar.map((one) =>
        // The idle countdown goes on between two logins.
        (one.getAttribute('aria-label') ?? one.getAttribute('title') ?? one.textContent ?? '').replace(/\d+:\d\d/g, ''),
      )
      seen.push([...names.filter((name) => !name.startsWith('Account')), ...(await listedIn('Settings')).map(String)])
    }
    for (const permission of [1, 2, 3]) {
      const [above, own] = [seen[permission - 1] ?? [], seen[permission] ?? []]
      expect(own.filter((name) => !above.includes(name))).toEqual([])
      expect(own.length, String(permission)).toBeLessThan(above.length)
    }
  })

  it('[RIGHT-058] only permission 0 has the group filter', () =>
    below(1, '/blockview', () => screen.queryByRole('combobox', { name: 'Group' }) !== null))

  it('[RIGHT-059] [RIGHT-064] only permission 0 has the status icon and the button of the random live view', async () => {
    await below(1, '/blockview', button('Stream status of the server'))
    await below(1, '/blockview', () => screen.queryByRole('link', { name: 'Random live view' }) !== null)
    await below(1, '/rendomliveview', () => at() === '/rendomliveview')
  })

  it('[RIGHT-060] [RIGHT1-12] [RIGHT1-13] only permission 0 has the buttons that add and delete a device', async () => {
    const named = (name: RegExp) => () => screen.queryAllByRole('button', { name }).length > 0
    await below(1, '/blockview', named(/^Add device/))
    await below(1, '/blockview', named(/^(Delete|Remove)/))
  })

  it('[RIGHT-062] [RIGHT-063] [RIGHT2-04] only permission 0 finds and opens geofences and route planning', async () => {
    for (const path of ['/fence', '/routeplanning']) {
      await below(1, path, () => at() === path)
      await below(1, '/idle', async () => (await listedIn('Settings')).includes(path))
    }
  })

  it('[RIGHT-069] [RIGHT1-11] [RIGHT2-14] permission 0 and 1 find and open the local device settings', async () => {
    await below(2, '/regdevices', () => at() === '/regdevices')
    await below(2, '/idle', async () => (await listedIn('Settings')).includes('/regdevices'))
  })

  it('[RIGHT-071] [RIGHT-109] permission 0, 1 and 2 have the broadcast, where the site has switched it on', () =>
    below(3, '/blockview', button('Broadcast to vehicles')))

  it('[RIGHT-054] [RIGHT-065] only permission 0 finds the information logs, and every level may open one', async () => {
    // The talk log stands in the same menu with a right of its own (RIGHT2-22), and the fleet health for every installer.
    const ofOthers = ['/talklog', '/fleethealth']
    await below(1, '/idle', async () => (await listedIn('Information')).some((path) => !ofOthers.includes(path ?? '')))
    await below(4, '/devicemodelinfo', () => at() === '/devicemodelinfo')
  })

  it('[RIGHT-066] a chosen group limits the device list to its devices on the server', async () => {
    await start(ADMIN, '/blockview')
    const rows = () => screen.queryAllByRole('rowheader').map((cell) => cell.textContent)
    await waitFor(() => expect(rows()).toHaveLength(2))
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Group' })
    const north = [...select.options].find((option) => option.textContent?.includes('North'))
    await act(async () => fireEvent.change(select, { target: { value: north?.value } }))
    await waitFor(() => expect(rows()).toEqual([expect.stringContaining('bus')]))
    await act(async () => fireEvent.change(select, { target: { value: '' } }))
    expect(rows()).toHaveLength(2)
  })
})
