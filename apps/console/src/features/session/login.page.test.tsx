// @vitest-environment happy-dom
import { passwordPath, protocolPath, serverKindPath, sessionPath, verifyUserPath } from '@fleetglass/contract/session'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { passwordHash, remembered } from '../../app/console.fixtures.tsx'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { memoryStore, storageKeys } from '../../platform/storage/index.ts'
import { takeExternalLogin } from './index.ts'
import { logIn, open, setUpLoginPage, start, submit, type } from './login-page.fixtures.tsx'

setUpLoginPage()

const at = () => window.location.pathname
const notice = () => screen.getByRole('alert').textContent

describe('the login page', () => {
  it('[LOGIN-01] [LOGIN-02] [LOGIN-04] [LOGIN-07] has user, hidden password, the toggle that saves it, and a note', async () => {
    await start()
    expect((await screen.findByLabelText<HTMLInputElement>('User name')).type).toBe('text')
    expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('password')
    const save = screen.getByRole<HTMLInputElement>('switch', { name: 'Save password' })
    expect(save.checked).toBe(false)
    fireEvent.click(save)
    expect(save.checked).toBe(true)
    expect(screen.getByText('Best resolution 1920x1080 pixel')).toBeTruthy()
  })

  it('[LOGIN-05] [LOGIN-06] a frame behind the box and a picture in it are there when the site names them', async () => {
    await start()
    await screen.findByLabelText('User name')
    expect(document.querySelector('iframe, .login-picture')).toBeNull()
    open?.close()
    cleanup()
    await start({ site: { loginFrame: '/our-page.html', loginPicture: '/our-picture.png' } })
    await screen.findByLabelText('User name')
    const frame = document.querySelector('iframe')
    expect([frame?.getAttribute('src'), frame?.getAttribute('sandbox')]).toEqual(['/our-page.html', 'allow-scripts'])
    expect(document.querySelector('.login-picture')?.getAttribute('src')).toBe('/our-picture.png')
  })

  it('[LOGIN-11] the box of a refused login shakes, and once more for the next', async () => {
    await start({ accepts: false })
    const shaking = () => document.querySelector('.login-box')?.hasAttribute('data-shake')
    await submit()
    await waitFor(() => expect(shaking()).toBe(true))
    type('Password', '')
    await logIn()
    expect(shaking()).toBe(false)
  })

  it('between the login and the page behind it the screen is never blank', async () => {
    await start({ site: { disableMap: true } })
    await screen.findByRole('button', { name: /^Log in$/ })
    const seen: number[] = []
    const observer = new MutationObserver(() => seen.push(document.body.querySelectorAll('div *').length))
    observer.observe(document.body, { childList: true, subtree: true })
    await submit()
    await waitFor(() => expect(at()).not.toBe('/login'))
    observer.disconnect()
    expect(Math.min(...seen)).toBeGreaterThan(0)
  })

  it('[LOGIN-30] [LOGIN-32] stores permission and access string of the reply', async () => {
    const { channel } = await start({ permission: 2, access: '0110' })
    await submit()
    expect(channel.state.getState()).toMatchObject({ session: { rights: { permission: 2, access: '0110' } } })
  })

  it('[LOGIN-56] [API0-05] the cookie is requested with the hash, before the user is logged in', async () => {
    const held = Promise.withResolvers<unknown>()
    const { called, sockets } = await start({ http: { [sessionPath]: () => held.promise } })
    await submit('admin', 'secret')
    await waitFor(() => expect(called.some(({ path }) => path === sessionPath)).toBe(true))
    expect(at()).toBe('/login')
    await act(async () => held.resolve({ hasError: false }))
    await waitFor(() => expect(at()).toBe('/blockview'))
    expect(called.find(({ path }) => path === sessionPath)).toEqual({
      method: 'POST',
      path: sessionPath,
      body: { username: 'admin', password: passwordHash },
    })
    expect(sockets[0]?.asked[0]?.fields.P).toBe(sha256Hex('secret'))
    expect(JSON.stringify([called, sockets[0]?.asked])).not.toContain('secret')
    act(() => open?.login.logout())
    expect(called).toContainEqual({ method: 'DELETE', path: sessionPath, body: undefined })
  })

  it('a server that sets no cookie does not block the login, and the log has no hash', async () => {
    const { logged } = await start({ http: { [sessionPath]: () => ({ hasError: true, message: 'not today' }) } })
    await submit()
    await waitFor(() => expect(at()).toBe('/blockview'))
    expect(logged).toContain('no session of the browser: not today')
    expect(logged.join()).not.toContain(passwordHash)
  })
})

describe('the port of the main channel', () => {
  it('[API0-08] [CONST1-01] is the appcommand that the server reports, and 24680 when it reports none', async () => {
    const store = memoryStore()
    const ports: [unknown, number][] = [
      [{ appcommand: 31_000, streamings: [8900] }, 31_000],
      [{ hasError: true, message: 'no' }, 24_680],
    ]
    for (const [answer, port] of ports) {
      await start({ store, http: { [protocolPath]: () => answer } })
      await submit()
      await waitFor(() => expect(open?.sockets[0]?.url).toBe(`ws://fleet.test:${port}/`))
      open?.close()
      cleanup()
      for (const key of Object.values(storageKeys)) store.remove(key)
    }
  })
})

describe('a deployment that lets one choose the server', () => {
  const global = { http: { [serverKindPath]: () => ({ server: 'global' }) } }

  it('[LOGIN-03] [LOGIN-15] address and port have fields, the port filled with 24680; elsewhere neither is there', async () => {
    await start()
    await screen.findByLabelText('User name')
    expect(screen.queryByLabelText('Server address')).toBeNull()
    expect(screen.queryByLabelText('Port')).toBeNull()
    await submit()
    expect(open?.sockets[0]?.url).toBe('ws://fleet.test:24680/')
    open?.close()
    cleanup()
    await start(global)
    expect((await screen.findByLabelText<HTMLInputElement>('Server address')).value).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>('Port').value).toBe('24680')
  })

  it('[LOGIN-13] [LOGIN-14] the last ones used are there at the next visit, and used', async () => {
    const store = memoryStore()
    const first = await start({ ...global, store })
    await screen.findByLabelText('Server address')
    type('Server address', ' recorder.test ')
    type('Port', '4711')
    await submit()
    expect(first.sockets[0]?.url).toBe('ws://recorder.test:4711/')
    first.close()
    cleanup()
    const second = await start({ ...global, store })
    expect((await screen.findByLabelText<HTMLInputElement>('Server address')).value).toBe('recorder.test')
    expect(screen.getByLabelText<HTMLInputElement>('Port').value).toBe('4711')
    await submit()
    expect(second.sockets[0]?.url).toBe('ws://recorder.test:4711/')
  })

  it('[LOGIN-22] [LOGIN-23] [LOGIN-24] [LOGIN-25] shows the first error, and sends nothing', async () => {
    const { sockets } = await start(global)
    await screen.findByLabelText('Server address')
    const cases = [
      [' ', 'x', ' ', ' ', 'Oops Invalid username or password'],
      ['admin', ' ', '', '', 'Oops Invalid username or password'],
      ['admin', 'x', ' ', '', 'Empty Server Address'],
      ['admin', 'x', 'a/b', '', 'Wrong Server Address'],
      ['admin', 'x', 'a b', '', 'Wrong Server Address'],
      ['admin', 'x', 'recorder.test', ' ', 'Empty Server Port'],
      ['admin', 'x', 'recorder.test', '70000', 'Wrong Server Port'],
    ] as const
    for (const [user, password, address, port, text] of cases) {
      type('Server address', address)
      type('Port', port)
      await submit(user, password)
      expect([address, port, notice()]).toEqual([address, port, text])
    }
    expect(sockets).toHaveLength(0)
  })

  it('[LOGIN-45] logs in by itself at the server that is stored', async () => {
    const store = memoryStore({ ...remembered, [storageKeys.serverIp]: 'stored.test', [storageKeys.serverPort]: '99' })
    const { sockets } = await start({ ...global, path: '/blockview', store })
    expect(sockets[0]?.url).toBe('ws://stored.test:99/')
  })
})

describe('the strict deployment', () => {
  const strict = (answer: () => unknown, more: object = {}) => ({
    site: { strictPassword: true },
    http: { [verifyUserPath]: answer, ...more },
  })
  const links = () => open?.sockets.length
  const flag = () => open?.channel.state.getState().kind

  it('[LOGIN-16] the user is verified before a login is sent', async () => {
    let linksThen = -1
    const seen = () => {
      linksThen = links() ?? -1
      return { hasError: false, valid: true, expired: false }
    }
    const { called, sockets } = await start(strict(seen))
    await submit('anna', 'secret')
    await waitFor(() => expect(sockets).toHaveLength(1))
    expect(linksThen).toBe(0)
    const body = { username: 'anna', password: sha256Hex('secret') }
    expect(called.find(({ path }) => path === verifyUserPath)).toEqual({ method: 'POST', path: verifyUserPath, body })
  })

  it('[LOGIN-17] [LOGIN-19] an invalid user, also one answered with an error, gets a message, and no login is sent', async () => {
    for (const answer of [
      { hasError: false, valid: false, expired: false },
      { hasError: true, message: 'too many' },
    ]) {
      await start(strict(() => answer))
      await submit()
      await waitFor(() => expect(notice()).toBe('Invalid User'))
      expect(links()).toBe(0)
      open?.close()
      cleanup()
    }
  })

  it('[LOGIN-19] no answer, or one with neither result, is logged and leaves the state at 0', async () => {
    const broken = () => {
      throw new TypeError('no network')
    }
    for (const answer of [broken, () => ({ valid: 'yes' })]) {
      await start(strict(answer))
      await submit()
      await waitFor(() => expect(open?.logged.join()).toContain('could not be verified'))
      expect([links(), flag(), notice()]).toEqual([0, 'idle', ''])
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' }).disabled).toBe(false)
      open?.close()
      cleanup()
    }
  })

  it('[LOGIN-18] [LOGIN-66] [LOGIN-68] [LOGIN-77] an expired password gives way to another one, and the login goes on with it', async () => {
    const expired = () => ({ hasError: false, valid: true, expired: true })
    const changed = () => ({ hasError: false, message: 'the password was changed' })
    const { called, sockets } = await start(strict(expired, { [passwordPath]: changed }))
    await submit('anna', 'Old-secret')
    const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }))
    expect(links()).toBe(0)
    const rule =
      'Use 8 or more characters with lower and upper case letters and a digit or one of @#$%^&+=, without the user name'
    expect(dialog.getByText(rule)).toBeTruthy()
    const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    const fields = { 'Current password': 'Old-secret', 'New password': 'abc', 'Repeat the new password': 'abc' }
    for (const [label, value] of Object.entries(fields)) type(label, value, dialog as typeof screen)
    expect(save.disabled).toBe(true)
    for (const label of ['New password', 'Repeat the new password']) type(label, 'Better+1x', dialog as typeof screen)
    expect(save.disabled).toBe(false)
    await act(async () => fireEvent.click(save))
    const [old, next] = [sha256Hex('Old-secret'), sha256Hex('Better+1x')]
    expect(called.find(({ path }) => path === passwordPath)).toEqual({
      method: 'PUT',
      path: passwordPath,
      body: { username: 'anna', password: old, newpass: next },
    })
    await waitFor(() => expect(sockets[0]?.asked[0]).toMatchObject({ code: 'Q02', fields: { U: 'anna', P: next } }))
    await waitFor(() => expect(at()).toBe('/blockview'))
  })
})

describe('what is found at the start', () => {
  it('[LOGIN-48] a first visit is led to the login before the flag is written', async () => {
    const store = memoryStore()
    await start({ path: '/blockview', store })
    expect([at(), store.get(storageKeys.autoLogin)]).toEqual(['/login', 'false'])
  })

  it('[LOGIN-49] [LOGIN-50] [LOGIN-51] [LOGIN-53] an external login goes to the host of the page at 24680, before a stored one, and is not remembered', async () => {
    const store = memoryStore({ ...remembered, [storageKeys.serverIp]: 'other.test', [storageKeys.serverPort]: '99' })
    const external = { externalUser: 'partner', passwordHash: 'AB'.repeat(32) }
    const http = { [protocolPath]: () => ({ appcommand: 9999, streamings: [8900] }) }
    const { sockets } = await start({ path: '/blockview', store, external, http })
    expect(sockets.map(({ url }) => url)).toEqual(['ws://fleet.test:24680/'])
    expect(sockets[0]?.asked[0]).toMatchObject({ code: 'Q02', fields: { E: 'partner', H: 'AB'.repeat(32) } })
    expect(sockets[0]?.asked[0]?.fields).not.toHaveProperty('U')
    const kept = Object.keys(remembered).map((key) => store.get(key))
    expect(kept).toEqual(['true', 'admin', passwordHash, 'other.test', '99'])
    open?.close()
    cleanup()
    const empty = memoryStore()
    await start({ path: '/', store: empty, external })
    await waitFor(() => expect(at()).toBe('/blockview'))
    expect([empty.get(storageKeys.autoLogin), empty.get(storageKeys.passwordHash)]).toEqual(['false', null])
  })

  it('[LOGIN-53] h and e leave the address bar, the rest stays', () => {
    window.history.replaceState(null, '', '/splayback/van?day=1&h=AA&e=partner')
    expect(takeExternalLogin(window.location, window.history)).toEqual({ externalUser: 'partner', passwordHash: 'AA' })
    expect(window.location.pathname + window.location.search).toBe('/splayback/van?day=1')
    window.history.replaceState(null, '', '/?h=AA')
    expect(takeExternalLogin(window.location, window.history)).toBeNull()
  })

  it('[LOGIN-55] a plain password is taken out and its hash put in, and used', async () => {
    for (const [key, value] of [
      ['Password', 'plain'],
      [storageKeys.passwordHash, 'plain'],
    ] as const) {
      const store = memoryStore({ ...remembered, [key]: value })
      const { sockets } = await start({ path: '/blockview', store })
      expect([store.get('Password'), store.get(storageKeys.passwordHash)]).toEqual([null, sha256Hex('plain')])
      expect(sockets[0]?.asked[0]?.fields.P).toBe(sha256Hex('plain'))
      open?.close()
      cleanup()
    }
  })

  it('[ENT-105] a store full of nonsense still shows the login', async () => {
    const nonsense = Object.fromEntries(Object.values(storageKeys).map((key) => [key, '\u0000{"__proto__":[1,']))
    const { sockets } = await start({ path: '/blockview', store: memoryStore(nonsense) })
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy()
    expect(sockets).toHaveLength(0)
  })
})
