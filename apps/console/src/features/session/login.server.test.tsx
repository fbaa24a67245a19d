// @vitest-environment served
// The login in the whole console against a real server: what is sent, what comes back, and what a browser remembers.
import { createManualClock } from '@fleetglass/testkit'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { addUsers } from '../../../../server/test/accounts.ts'
import { changeDatabase } from '../../../../server/test/databases/database-file.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../../server/test/harness.ts'
import { builtPages } from '../../app/pages.ts'
import { openServedConsole, rememberedAt } from '../../app/served.fixtures.tsx'
import { loginFlag } from '../../engines/channel/index.ts'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { memoryStore, storageKeys } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'

type Console = Awaited<ReturnType<typeof openServedConsole>>

const clock = createManualClock()
const listOnly = { site: { disableMap: true } }
let server: TestServer
let withMap: TestServer
let choosing: TestServer
let open: Console | null = null

beforeAll(async () => {
  await startAllTexts()
  // What the router fetches when it is wanted: on a busy machine that takes longer than a test may.
  await Promise.all(builtPages.map(({ load }) => load()))
  server = await startTestServer({ clock, config: listOnly })
  withMap = await startTestServer()
  choosing = await startTestServer({ config: { ...listOnly, chooseServer: true } })
  await addUsers(
    server,
    { name: 'mei', permission: 7, access: '0110' },
    { name: 'umlaut', password: ' pässwörd ' },
    { name: 'ben', external: { user: 'partner', password: 'their secret' } },
  )
}, 120_000)
afterAll(async () => {
  for (const one of [server, withMap, choosing]) await one.close()
})
const stop = () => {
  open?.close()
  open = null
  cleanup()
}
afterEach(stop)

const at = () => window.location.pathname
const flag = () => loginFlag((open as Console).channel.state.getState())
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const CLOSED = 3
/** A port of this machine where nothing listens. */
const NO_SERVER = '1'

async function start(options: Partial<Parameters<typeof openServedConsole>[1]> = {}, target = server) {
  stop()
  open = await openServedConsole(target, { path: '/login', store: memoryStore(), ...options })
  return open
}
async function submit(user = ADMIN, password = ADMIN_PASSWORD, save = false): Promise<void> {
  const button = await screen.findByRole('button', { name: /^Log in$/ })
  type('User name', user)
  type('Password', password)
  if (save) fireEvent.click(screen.getByRole('switch'))
  await act(async () => fireEvent.click(button))
}
const inside = () =>
  waitFor(() => document.querySelector('footer.footer') ?? Promise.reject(new Error('nobody is logged in')))
/** Lets the console's time go by, with what the server answers meanwhile. */
const pass = (ms: number) => act(async () => (open as Console).clock.advance(ms))
const onlineAgain = () => waitFor(() => expect(open?.channel.state.getState().kind).toBe('online'))

describe('where a login goes', () => {
  it('[LOGIN-03] [LOGIN-15] [API0-06] [API0-08] without a choice it is the page’s host and the port that the server names', async () => {
    const { sockets, called } = await start()
    await screen.findByLabelText('User name')
    expect([screen.queryByLabelText('Server address'), screen.queryByLabelText('Port')]).toEqual([null, null])
    await submit()
    await inside()
    expect(sockets[0]?.url).toBe(`ws://127.0.0.1:${server.ports.main}/`)
    const answerOf = (path: string) => called.find((call) => call.path === path)?.answer
    expect(answerOf('/gkserver/protocol')).toMatchObject({ appcommand: server.ports.main })
    await start({}, choosing)
    expect((await screen.findByLabelText<HTMLInputElement>('Server address')).value).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>('Port').value).toBe('24680')
    expect(open?.called.find((call) => call.path === '/api/server')?.answer).toEqual({ server: 'global' })
  })

  it('[LOGIN-13] [LOGIN-14] the address and port that were used are there at the next visit, and used', async () => {
    const store = memoryStore()
    for (const visit of ['first', 'second']) {
      const { sockets } = await start({ store }, choosing)
      await screen.findByLabelText('Server address')
      if (visit === 'first') {
        type('Server address', '127.0.0.1')
        type('Port', String(choosing.ports.main))
      }
      await submit()
      await inside()
      expect(sockets[0]?.url).toBe(`ws://127.0.0.1:${choosing.ports.main}/`)
    }
  })

  it('[LOGIN-08] [LOGIN-09] [LOGIN-10] it lands on the map, on a phone or without a map on the dashboard', async () => {
    for (const [target, mobile, landing] of [
      [withMap, false, '/'],
      [withMap, true, '/blockview'],
      [server, false, '/blockview'],
    ] as const) {
      await start({ mobile }, target)
      const replaced = vi.spyOn(window.history, 'replaceState')
      await submit()
      await inside()
      await waitFor(() => expect(at()).toBe(landing))
      // Straight, and not by a page that leads on.
      expect(replaced.mock.calls.map(([, , url]) => String(url))).toEqual([landing])
      replaced.mockRestore()
    }
  })
})

describe('the login state', () => {
  it('[LOGIN-26] [LOGIN-27] [LOGIN-29] is 0 before and during a login, and 1 when the server has accepted it', async () => {
    const { channel } = await start()
    expect(flag()).toBe(0)
    const seen: [string, number][] = []
    channel.state.subscribe((state) => seen.push([state.kind, loginFlag(state)]))
    await submit()
    await inside()
    expect(seen).toEqual(
      expect.arrayContaining([
        ['connecting', 0],
        ['authenticating', 0],
      ]),
    )
    expect(seen.at(-1)).toEqual(['online', 1])
    expect(flag()).toBe(1)
  })

  it('[LOGIN-30] [LOGIN-32] permission number and access string are those of the reply', async () => {
    const { channel } = await start()
    await submit('mei')
    await inside()
    expect(channel.state.getState()).toMatchObject({ session: { rights: { permission: 7, access: '0110' } } })
  })

  it('[LOGIN-12] [LOGIN-28] [LOGIN-33] [LOGIN-37] a login that the server refuses is AuthFailed and 2, and is not tried again', async () => {
    const { sockets } = await start()
    await submit(ADMIN, 'wrong')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('AuthFailed'))
    expect([flag(), at()]).toEqual([2, '/login'])
    await waitFor(() => expect(sockets[0]?.readyState).toBe(CLOSED))
    await pass(60_000)
    expect([sockets.length, flag()]).toEqual([1, 2])
  })

  it('[LOGIN-39] a new submit after a refusal begins at 0 with a fresh link', async () => {
    const { sockets, channel } = await start()
    await submit(ADMIN, 'wrong')
    await waitFor(() => expect(flag()).toBe(2))
    const seen: number[] = []
    channel.state.subscribe((state) => seen.push(loginFlag(state)))
    await submit()
    await inside()
    expect([seen[0], flag(), sockets.length]).toEqual([0, 1, 2])
    expect(seen).not.toContain(2)
  })

  it('[LOGIN-39] a new submit cancels the reconnect of a login that found no server', async () => {
    const { sockets, channel } = await start({}, choosing)
    await screen.findByLabelText('Server address')
    type('Server address', '127.0.0.1')
    type('Port', NO_SERVER)
    await submit()
    await waitFor(() => expect(channel.state.getState().kind).toBe('waiting'))
    type('Port', String(choosing.ports.main))
    await submit()
    await inside()
    await pass(9_000)
    await pass(2_000)
    expect(sockets.map(({ url }) => url)).toEqual([
      `ws://127.0.0.1:${NO_SERVER}/`,
      `ws://127.0.0.1:${choosing.ports.main}/`,
    ])
  })

  it('[LOGIN-35] [LOGIN-38] a lost link leaves state and page, and 10 s later the same login is sent; its refusal is 2', async () => {
    await addUsers(server, { name: 'lost' })
    const { sockets, sent } = await start({ path: '/blockview', store: memoryStore(rememberedAt(server, 'lost')) })
    await inside()
    const logins = () => sent.filter((text) => text.includes('Q02'))
    const lose = async () => {
      sockets.at(-1)?.close()
      await waitFor(() => expect(open?.channel.state.getState().kind).toBe('waiting'))
    }
    await lose()
    expect([flag(), at()]).toEqual([1, '/blockview'])
    await pass(9_999)
    expect(sockets).toHaveLength(1)
    await pass(1)
    expect(sockets).toHaveLength(2)
    await onlineAgain()
    expect(logins()).toHaveLength(2)
    for (const text of logins()) expect(text).toContain(sha256Hex(ADMIN_PASSWORD))
    await changeDatabase(server, (file) => file.prepare('update users set expires_s = 1 where name = ?').run('lost'))
    // A password that was verified before is forgotten by then.
    clock.advance(61_000)
    await lose()
    await pass(10_000)
    await waitFor(() => expect(flag()).toBe(2))
    await waitFor(() => expect(at()).toBe('/login'))
  })
})

describe('a logout', () => {
  async function logOut(store: ReturnType<typeof memoryStore>) {
    const opened = await start({ path: '/blockview', store })
    await inside()
    const polled = opened.sent.length
    for (let second = 0; second < 15 && opened.sent.length === polled; second++) await pass(1000)
    expect(opened.sent.length).toBeGreaterThan(polled)
    fireEvent.click(screen.getByRole('button', { name: `Account of ${ADMIN}` }))
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: /Log out/ })))
    await waitFor(() => expect(at()).toBe('/login'))
    return opened
  }

  it('[LOGIN-36] [LOGIN-40] [LOGIN-41] [LOGIN-43] is state 0, stops the poll of the devices and opens no link again', async () => {
    const { sockets, sent } = await logOut(memoryStore(rememberedAt(server)))
    expect(flag()).toBe(0)
    await waitFor(() => expect(sockets[0]?.readyState).toBe(CLOSED))
    const before = sent.length
    await pass(60_000)
    expect([sockets.length, sent.length, flag()]).toEqual([1, before, 0])
  })

  it('[LOGIN-42] [LOGIN-44] deletes flag and hash, keeps the names, and closes the event socket too', async () => {
    const store = memoryStore(rememberedAt(server))
    const { eventSockets } = await logOut(store)
    const [name, ip, port] = [ADMIN, '127.0.0.1', String(server.ports.main)]
    expect([store.get('AutoLogin'), store.get('Sha256Pass')]).toEqual([null, null])
    expect(['UserName', 'ServerIp', 'ServerPort'].map((key) => store.get(key))).toEqual([name, ip, port])
    await waitFor(() => expect(eventSockets.map(({ readyState }) => readyState)).toEqual([CLOSED]))
  })
})

describe('what a browser remembers', () => {
  it('[LOGIN-45] flag, user, hash, host and port log in without anybody', async () => {
    const { sent } = await start({ path: '/blockview', store: memoryStore(rememberedAt(server)) })
    await inside()
    expect([at(), flag()]).toEqual(['/blockview', 1])
    expect(sent[0]).toContain(sha256Hex(ADMIN_PASSWORD))
  })

  it('[LOGIN-46] [LOGIN-48] anything missing leads to the login and is then written as false, and nothing is sent', async () => {
    for (const missing of Object.keys(rememberedAt(server))) {
      const store = memoryStore(rememberedAt(server))
      store.remove(missing)
      const { sockets } = await start({ path: '/blockview', store })
      await screen.findByRole('button', { name: /^Log in$/ })
      expect([missing, at(), store.get('AutoLogin'), sockets.length]).toEqual([missing, '/login', 'false', 0])
    }
    const first = memoryStore()
    await start({ path: '/blockview', store: first })
    expect([at(), first.get('AutoLogin')]).toEqual(['/login', 'false'])
  })

  it('[LOGIN-47] an accepted login leaves true and the hash when the password is to be saved, else false and no hash', async () => {
    for (const save of [true, false]) {
      const store = memoryStore()
      await start({ store })
      await submit(ADMIN, ADMIN_PASSWORD, save)
      await inside()
      const hash = save ? sha256Hex(ADMIN_PASSWORD) : null
      expect([store.get('AutoLogin'), store.get('Sha256Pass')]).toEqual([String(save), hash])
    }
  })

  it('[LOGIN-57] the hash is of the password’s UTF-8 bytes with the blanks around it', async () => {
    await start()
    await submit('umlaut', ' pässwörd ')
    await inside()
    await start()
    await submit('umlaut', 'pässwörd')
    await waitFor(() => expect(flag()).toBe(2))
  })
})

describe('a page without a login', () => {
  const pages = ['/', '/blockview', '/treeview', '/liveview', '/splayback', '/regdevices', '/devicesetup', '/fence']

  it('[RIGHT1-01] [RIGHT1-09] goes to the login when nothing is stored', async () => {
    for (const path of pages) {
      await start({ path })
      await screen.findByRole('button', { name: /^Log in$/ })
      expect([path, at(), open?.sent]).toEqual([path, '/login', []])
    }
  })

  it('[RIGHT1-02] goes to the login when the server has refused', async () => {
    for (const path of ['/blockview', '/fence']) {
      await start({ path, store: memoryStore(rememberedAt(server, ADMIN, 'wrong')) })
      await screen.findByRole('button', { name: /^Log in$/ })
      expect([path, at(), flag()]).toEqual([path, '/login', 2])
    }
  })

  it('[RIGHT1-03] [RIGHT1-14] goes to the login with a stored false, and waits for the login with a stored true', async () => {
    for (const path of pages) {
      await start({ path, store: memoryStore({ ...rememberedAt(server), [storageKeys.autoLogin]: 'false' }) })
      await screen.findByRole('button', { name: /^Log in$/ })
      expect([path, at(), flag()]).toEqual([path, '/login', 0])
    }
    const visited: string[] = []
    const store = memoryStore(rememberedAt(server))
    await start({ path: '/blockview', store })
    open?.channel.state.subscribe(() => visited.push(at()))
    visited.push(at())
    await inside()
    expect(new Set(visited)).toEqual(new Set(['/blockview']))
  })
})

describe('an external login', () => {
  const external = { externalUser: 'partner', passwordHash: sha256Hex('their secret') }

  it('[LOGIN-31] [LOGIN-49] [LOGIN-50] [LOGIN-51] is sent as h and e to the page’s host at 24680, and is the account of the reply', async () => {
    const stored = { ...rememberedAt(server), [storageKeys.serverIp]: 'other.test', [storageKeys.serverPort]: '99' }
    const { asked, sent, channel } = await start({ path: '/blockview', store: memoryStore(stored), external })
    await inside()
    expect(asked[0]).toBe('ws://127.0.0.1:24680/')
    expect(sent[0]).toContain(external.passwordHash)
    expect(sent[0]).not.toContain(sha256Hex(ADMIN_PASSWORD))
    expect(channel.state.getState()).toMatchObject({ session: { userName: 'ben' } })
  })

  it('[LOGIN-53] [LOGIN-54] is not remembered, and never has the account’s own hash', async () => {
    const store = memoryStore()
    const { channel } = await start({ path: '/blockview', store, external })
    await inside()
    expect([store.get('AutoLogin'), store.get('Sha256Pass')]).toEqual(['false', null])
    const state = channel.state.getState()
    const hash = state.kind === 'online' ? state.session.passwordHash : ''
    expect(hash).toMatch(/^[0-9A-F]{64}$/)
    expect([external.passwordHash, sha256Hex(ADMIN_PASSWORD)]).not.toContain(hash)
  })
})
