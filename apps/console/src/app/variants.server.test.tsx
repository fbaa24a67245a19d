// @vitest-environment served
// What a site's settings change in the console, and how failures of a real server are shown: both come from the server.
import { createManualClock } from '@fleetglass/testkit'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../server/test/accounts.ts'
import { changeDatabase } from '../../../server/test/databases/database-file.ts'
import { ADMIN, startTestServer, type TestServer, type TestServerOptions } from '../../../server/test/harness.ts'
import { sha256Hex } from '../platform/sha256/index.ts'
import { memoryStore } from '../platform/storage/index.ts'
import { startAllTexts } from '../platform/texts/texts.fixtures.ts'
import { builtPages } from './pages.ts'
import { openServedConsole, rememberedAt } from './served.fixtures.tsx'

const clock = createManualClock()
const servers: TestServer[] = []
let open: Awaited<ReturnType<typeof openServedConsole>> | null = null

beforeAll(async () => {
  await startAllTexts()
  // What the router fetches when it is wanted: on a busy machine that takes longer than a test may.
  await Promise.all(builtPages.map(({ load }) => load()))
}, 120_000)
afterAll(async () => {
  for (const server of servers) await server.close()
})
const stop = () => {
  open?.close()
  open = null
  cleanup()
}
afterEach(stop)

type SiteSettings = NonNullable<NonNullable<TestServerOptions['config']>['site']>
async function serve(site: SiteSettings): Promise<TestServer> {
  const server = await startTestServer({ clock, config: { site } })
  servers.push(server)
  return server
}
const at = () => window.location.pathname
async function start(server: TestServer, path: string, user = ADMIN) {
  stop()
  open = await openServedConsole(server, { path, store: memoryStore(rememberedAt(server, user)) })
  await waitFor(() => document.querySelector('footer.footer') ?? Promise.reject(new Error('no footer')))
  return open
}
const entries = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
const all = [
  '/',
  '/blockview',
  '/treeview',
  '/liveview',
  '/gpsplayback',
  '/splayback',
  '/remoteplayback',
  '/devicesetup',
]
const accountMenu = async () => {
  fireEvent.click(screen.getByRole('button', { name: `Account of ${ADMIN}` }))
  await screen.findByRole('button', { name: /Log out/ })
}

describe('a switch of the site', () => {
  it.each([
    ['[RIGHT-077] disableTree', 'disableTree', '/treeview'],
    ['[RIGHT-078] disableLive', 'disableLive', '/liveview'],
    ['[RIGHT-079] disablePlayback', 'disablePlayback', '/splayback'],
    ['[RIGHT-080] disableRemotePlayback', 'disableRemotePlayback', '/remoteplayback'],
  ])('%s takes its page from the administrator, and no other', async (_, name, path) => {
    const server = await serve({ [name]: true })
    await start(server, path)
    await waitFor(() => expect(at()).not.toBe(path))
    expect(entries()).toEqual(all.filter((entry) => entry !== path))
  })

  it('[RIGHT-084] disableEvent takes the event socket and the switch of the notices away', async () => {
    for (const disableEvent of [false, true]) {
      const { eventSockets } = await start(await serve({ disableEvent }), '/blockview')
      await accountMenu()
      expect(screen.queryByRole('menuitemcheckbox') !== null).toBe(!disableEvent)
      await waitFor(() => expect(eventSockets).toHaveLength(disableEvent ? 0 : 1))
    }
  })

  it('[RIGHT-075] [RIGHT-110] changePassword takes the item of the account menu away', async () => {
    for (const changePassword of [true, false]) {
      await start(await serve({ changePassword }), '/blockview')
      await accountMenu()
      expect(screen.queryByRole('button', { name: 'Change password' }) !== null).toBe(changePassword)
    }
  })

  it('[RIGHT-093] [RIGHT-111] recordingButton takes the filters for recording away', async () => {
    for (const recordingButton of [true, false]) {
      await start(await serve({ recordingButton }), '/blockview')
      expect(screen.queryAllByRole('button', { name: /^(Recording|Not Record)/ }).length > 0).toBe(recordingButton)
    }
  })

  it('[RIGHT-090] [RIGHT-092] [VAR-32] logo and first language are those of the site', async () => {
    const server = await serve({ logo: '/our-logo.svg', language: 'tw' })
    await start(server, '/blockview')
    expect(document.querySelector('.brand img')?.getAttribute('src')).toBe('/our-logo.svg')
    stop()
    open = await openServedConsole(server, { path: '/login', store: memoryStore() })
    expect(await screen.findByRole('button', { name: '登入' })).toBeTruthy()
  })

  it('[RIGHT1-05] [RIGHT1-16] noRightHint is shown on the way to the idle screen, and without it nothing is', async () => {
    for (const noRightHint of ['', 'Ask the dispatcher']) {
      const server = await serve(noRightHint === '' ? {} : { noRightHint })
      await addUsers(server, { name: 'mei', permission: 7, access: '0110' })
      await start(server, '/blockview', 'mei')
      await waitFor(() => expect(at()).toBe('/idle'))
      if (noRightHint !== '') expect(await screen.findByText(noRightHint)).toBeTruthy()
      else expect(document.querySelector('.notice')).toBeNull()
    }
  })
})

describe('a variant of the site', () => {
  it('[RIGHT-088] [RIGHT-089] [RIGHT-114] is read from gms.js: minimal leaves three pages of eight', async () => {
    await start(await serve({}), '/blockview')
    expect(entries()).toEqual(all)
    await start(await serve({ variant: 'minimal' }), '/blockview')
    expect(entries()).toEqual(['/blockview', '/gpsplayback', '/devicesetup'])
  })

  it.each([
    ['[RIGHT-095] [VAR-23] minimal leads away from the map', '/'],
    ['[RIGHT-099] minimal leads away from the tree view', '/treeview'],
    ['[RIGHT-100] minimal leads away from the remote playback', '/remoteplayback'],
    ['[RIGHT-102] minimal leads away from the live view', '/liveview'],
    ['[RIGHT-103] minimal leads away from the playback', '/splayback'],
  ])('%s', async (_, path) => {
    await start(await serve({ variant: 'minimal' }), path)
    await waitFor(() => expect(at()).toBe('/idle'))
  })

  it('[RIGHT-096] [RIGHT-101] minimal has no idle countdown and no events', async () => {
    for (const variant of ['default', 'minimal']) {
      const { eventSockets } = await start(await serve({ variant }), '/blockview')
      const isMinimal = variant === 'minimal'
      expect(document.querySelector('.idle-clock') === null).toBe(isMinimal)
      await waitFor(() => expect(eventSockets).toHaveLength(isMinimal ? 0 : 1))
    }
  })

  it('[VAR-17] p2p hides the entry System Setting', async () => {
    for (const variant of ['default', 'p2p']) {
      await start(await serve({ variant }), '/blockview')
      fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
      await screen.findByRole('link', { name: 'Local device settings' })
      expect(screen.queryByRole('link', { name: 'System Setting' }) !== null, variant).toBe(variant === 'default')
    }
  })

  it('[RIGHT-108] [VAR-18] [VAR-19] external offers external users in the form of a user', async () => {
    for (const variant of ['default', 'external']) {
      await start(await serve({ variant }), '/usersetting')
      fireEvent.click(await screen.findByRole('button', { name: 'Add user' }))
      await screen.findByLabelText('Confirm password')
      expect(screen.queryByLabelText('External user') !== null, variant).toBe(variant === 'external')
    }
  })

  it('[FW-07] [VAR-20] external offers the user name and the password of a device on the firmware page', async () => {
    for (const variant of ['default', 'external']) {
      const server = await serve({ variant })
      const admin = await server.login()
      await admin.request('D01', { A: 'van', C: '4', F: '0' })
      await admin.close()
      await start(server, '/devicefirmwareupdate?device=van')
      await screen.findByLabelText('Firmware URL')
      const inputs = ['User Name', 'Password'].map((label) => screen.queryByLabelText(label) !== null)
      expect([variant, inputs]).toEqual([variant, variant === 'external' ? [true, true] : [false, false]])
    }
  })

  it('[RIGHT-106] [RIGHT-107] callcentre names the contact in place of the extra admin settings', async () => {
    for (const variant of ['default', 'callcentre']) {
      await start(await serve({ variant }), '/blockview')
      fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
      await screen.findByRole('link', { name: 'Local device settings' })
      const hint = screen.queryByText('Please contact IT or the call centre')
      expect(hint !== null).toBe(variant === 'callcentre')
    }
  })
})

describe('a variant that the site defines', () => {
  it('[VAR-03] changes the defaults that its entry names, and an unknown name changes none', async () => {
    const variants = { harbour: { disableTree: true, disableLive: true } }
    await start(await serve({ variants, variant: 'harbour' }), '/blockview')
    expect(entries()).toEqual(all.filter((entry) => entry !== '/treeview' && entry !== '/liveview'))
    await start(await serve({ variants, variant: 'elsewhere' }), '/blockview')
    expect(entries()).toEqual(all)
  })
})

describe('what goes wrong at the server', () => {
  const memo = 'Extra memo 1 of van'

  it('[RIGHT-070] [ERR0-02] [ERR1-03] [ERR1-04] a change for permission below 2 that the server refuses is shown in its words for 5 s', async () => {
    const server = await serve({ variant: 'extramemo' })
    const admin = await server.login()
    await admin.request('D01', { A: 'van', C: '4', F: '0' })
    await admin.close()
    await addUsers(server, { name: 'first', permission: 1 }, { name: 'second', permission: 2 })
    const edit = () => screen.queryAllByRole('button', { name: /^Extra memo/ })
    await start(server, '/blockview', 'second')
    await screen.findByRole('rowheader')
    expect(edit()).toEqual([])
    const { clock: page } = await start(server, '/blockview', 'first')
    await screen.findByRole('rowheader')
    await waitFor(() => expect(edit()).toHaveLength(2))
    await changeDatabase(server, (file) => file.prepare('update users set permission = 2 where name = ?').run('first'))
    // A password that was verified before is forgotten by then.
    clock.advance(61_000)
    fireEvent.click(edit()[0] as HTMLElement)
    const box = await waitFor(() => document.querySelector('textarea, td input') ?? Promise.reject(new Error(memo)))
    fireEvent.change(box, { target: { value: 'sold' } })
    await act(async () => fireEvent.blur(box))
    const told = () => [...document.querySelectorAll('.toasts .notice-error')].map((notice) => notice.textContent)
    await waitFor(() => expect(told()).toEqual([expect.stringContaining('permission denied')]))
    await act(async () => page.advance(4_999))
    expect(told()).toHaveLength(1)
    await act(async () => page.advance(1))
    expect(told()).toEqual([])
  })

  it('[ERR0-01] the live view of a device that the server does not have shows an error', async () => {
    await start(await serve({}), '/liveview/nobody')
    expect(await screen.findByText('Unknow device or device offline')).toBeTruthy()
  })

  it('[ERR0-03] [ERR0-04] [ERR0-05] [ERR1-01] a server that is gone is only logged, without the hash', async () => {
    const server = await startTestServer({ config: { site: {} } })
    const { logged, eventSockets, channel } = await start(server, '/blockview')
    await waitFor(() => expect(eventSockets[0]?.readyState).toBe(1))
    await server.close()
    await waitFor(() => expect(channel.state.getState().kind).toBe('waiting'))
    fireEvent.click(screen.getByRole('link', { name: 'GPS playback' }))
    await waitFor(() => expect(logged.filter((line) => line.includes('event socket'))).not.toEqual([]))
    expect(logged.filter((line) => line.startsWith('main channel: closed'))).not.toEqual([])
    // The page may still be loading: its questions wait for the link by the clock.
    await waitFor(async () => {
      await act(async () => open?.clock.advance(1000))
      expect(logged.filter((line) => /^(GET|POST) \/\S+: /.test(line))).not.toEqual([])
    })
    expect(document.querySelectorAll('.notice')).toHaveLength(0)
    expect(logged.join()).not.toContain(sha256Hex(rememberedAt(server).UserName ?? ''))
    expect(logged.join()).not.toMatch(/[0-9A-F]{64}/i)
  })
})
