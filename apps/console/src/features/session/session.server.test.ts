// The login against a real server: what the console asks, and what comes back.
import { createManualClock, until } from '@fleetglass/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addUsers } from '../../../../server/test/accounts.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../../server/test/harness.ts'
import { createChannel, loginFlag } from '../../engines/channel/index.ts'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { loginCalls } from './session.calls.ts'
import { cookieOfSession } from './session.cookie.ts'
import { createLogin, type ExternalLogin } from './session.login.ts'

let server: TestServer
const ownFetch = globalThis.fetch

beforeAll(async () => {
  server = await startTestServer({ config: { site: { variant: 'strict' } } })
  await addUsers(
    server,
    { name: 'anna', password: 'Old-secret', expiresS: 1 },
    { name: 'cai', permission: 7, access: '0110', mapLocation: '-33.5,151.25' },
    { name: 'ben', external: { user: 'partner', password: 'their secret' } },
  )
  // The page came from this server.
  globalThis.fetch = (path, init) => ownFetch(new URL(String(path), server.url), init)
})
afterAll(async () => {
  globalThis.fetch = ownFetch
  await server.close()
})

function open(external: ExternalLogin | null = null) {
  const clock = createManualClock()
  const logged: string[] = []
  const log = (text: string) => void logged.push(text)
  const granted = cookieOfSession({ calls: loginCalls, clock, log })
  // An external login goes to the standard port, where no test server is.
  const openSocket = (url: string) => new WebSocket(url.replace(':24680/', `:${server.ports.main}/`))
  const channel = createChannel({ clock, openSocket, granted, log })
  const page = { host: '127.0.0.1', secure: false, reload: () => {} }
  const store = memoryStore()
  const login = createLogin({ channel, store, log, page, external, calls: loginCalls, strict: true })
  const arrived = () => until('somebody is logged in', () => channel.state.getState().kind === 'online')
  return { channel, login, logged, arrived }
}

it('[LOGIN-18] [LOGIN-66] an expired password is found out, changed, and the login goes on with the new one', async () => {
  const { channel, login, logged, arrived } = open()
  await login.submit({ user: 'anna', password: 'Old-secret', server: null, save: false })
  const step = login.state.getState()
  if (step.kind !== 'expired') throw new Error(step.kind)
  const newHash = sha256Hex('Better+1x')
  expect(await loginCalls.changePassword(step.account, step.account.passwordHash)).toMatchObject({ kind: 'refused' })
  expect(await loginCalls.changePassword(step.account, newHash)).toEqual({ kind: 'changed' })
  await login.expiredPasswordChanged(newHash)
  await arrived()
  expect(channel.state.getState()).toMatchObject({ session: { userName: 'anna', ownHash: newHash } })
  expect(logged).toEqual([])
  login.logout()
})

it('[VCP-035] [VCP-036] [VCP-038] [ENT-069] a login returns the place of the map, the permission and its flags', async () => {
  const { channel, login, arrived } = open()
  await login.submit({ user: 'cai', password: ADMIN_PASSWORD, server: null, save: false })
  await arrived()
  const state = channel.state.getState()
  if (state.kind !== 'online') throw new Error(state.kind)
  expect(state.session.mapCenter).toEqual({ lat: -33.5, lng: 151.25 })
  expect(state.session.rights).toMatchObject({ permission: 7, access: expect.stringMatching(/^0110/) })
  login.logout()
})

it('[ENT-070] the login flag is 0 before a login, 1 after it and 0 after the logout', async () => {
  const { channel, login, arrived } = open()
  const flag = () => loginFlag(channel.state.getState())
  expect(flag()).toBe(0)
  await login.submit({ user: 'cai', password: ADMIN_PASSWORD, server: null, save: false })
  await arrived()
  expect(flag()).toBe(1)
  login.logout()
  expect(flag()).toBe(0)
})

it('[LOGIN-17] a wrong password is an invalid user, before any login', async () => {
  const { channel, login } = open()
  await login.submit({ user: 'ben', password: 'wrong', server: null, save: false })
  expect(login.state.getState()).toEqual({ kind: 'form', fault: 'login.error.invalidUser' })
  expect(channel.state.getState().kind).toBe('idle')
})

it('[LOGIN-33] [LOGIN-34] [ENT-070] a login that the server refuses moves the state to 2 and closes the link', async () => {
  const links: WebSocket[] = []
  const channel = createChannel({
    clock: createManualClock(),
    log: () => undefined,
    openSocket: (url) => {
      const link = new WebSocket(url)
      links.push(link)
      return link
    },
  })
  const flag = () => loginFlag(channel.state.getState())
  const target = { host: '127.0.0.1', port: server.ports.main, streamPort: null, secure: false }
  channel.login(target, { user: 'ben', passwordHash: sha256Hex('wrong') })
  expect(flag()).toBe(0)
  await until('the login was answered', () => flag() !== 0)
  expect(flag()).toBe(2)
  await until('the link is closed', () => links[0]?.readyState === WebSocket.CLOSED)
  expect(links).toHaveLength(1)
})

it('[LOGIN-49] [VCP-031] an external user logs in as the account, with a credential that is not its hash and opens the cookie', async () => {
  const passwordHash = sha256Hex('their secret')
  const { channel, login, logged, arrived } = open({ externalUser: 'partner', passwordHash })
  await login.startUp()
  await arrived()
  const state = channel.state.getState()
  if (state.kind !== 'online') throw new Error(state.kind)
  expect(state.session.userName).toBe('ben')
  expect(state.session.passwordHash).toMatch(/^[0-9A-Fa-f]{64}$/)
  expect(state.session.passwordHash).not.toBe(passwordHash)
  expect(logged).toEqual([])
  login.logout()
})
