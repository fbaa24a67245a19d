import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { errorCode } from '../../../test/failures.ts'
import { ADMIN, startHonestServer as startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { cookieOf, credentials, groups } from './account.fixtures.ts'

describe('guesses', () => {
  const ways: readonly (readonly [string, (server: TestServer, user: string, guess: string) => Promise<unknown>])[] = [
    ['a login', async (server, user, guess) => asLink(server, { U: user, P: sha256(guess) })],
    ['the verification call', (server, user, guess) => asCall(server, 'POST', '/gkserver/verifyUser', user, guess)],
    [
      'a change of the password',
      (server, user, guess) => asCall(server, 'PUT', '/gkserver/passwd', user, guess, { newpass: sha256('x') }),
    ],
    ['a cookie', (server, user, guess) => asCall(server, 'POST', '/gkserver/session', user, guess)],
    ['a call', (server, user, guess) => asCall(server, 'POST', '/gkcommon/userinfo', user, guess)],
    [
      'a read',
      async (server, user, guess) => {
        const authorization = `Basic ${Buffer.from(`${user}:${sha256(guess)}`).toString('base64')}`
        return (await groups(server, { authorization })).body.message
      },
    ],
  ]
  const asLink = async (server: TestServer, fields: Record<string, string>) => {
    const link = await server.connect()
    const reply = await link.request('Q02', fields)
    await link.close()
    return reply.fields.W
  }
  const asCall = async (server: TestServer, method: string, path: string, user: string, guess: string, more = {}) => {
    const { body } = await callHttp(server, method, path, { body: { ...credentials(user, guess), ...more } })
    return body.message ?? (body.valid === false ? 'not valid' : body)
  }
  const checked = async (server: TestServer) =>
    Number(
      /fleetglass_logins_total\{result="refused"\} (\d+)/.exec((await callHttp(server, 'GET', '/metrics')).text)?.[1] ??
        0,
    )
  const HELD_BACK = expect.stringMatching(/^Too many failed logins. Wait \d+ s and try again.$/)

  let server: TestServer
  const clock = createManualClock()
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { site: { variant: 'strict' } } })
    await addUsers(server, { name: 'outside', external: { user: 'portal', password: 'door' } })
  })
  afterAll(() => server.close())

  it('cost one slow hash and one place in the same budget, whichever way they come in and whether the user exists', async () => {
    for (const user of [ADMIN, 'nobody']) {
      const before = await checked(server)
      for (const [, guess] of ways) expect(await guess(server, user, 'guess')).not.toEqual(HELD_BACK)
      expect(await checked(server)).toBe(before + ways.length)
      for (const [, guess] of ways) expect(await guess(server, user, 'guess')).toEqual(HELD_BACK)
      expect(await checked(server)).toBe(before + ways.length)
    }
  })

  it('[M7] under invented names do not hold back sessions: of a browser, and of an external user', async () => {
    const target = await startTestServer({ clock })
    await addUsers(target, { name: 'visitor', external: { user: 'gate', password: 'door' } })
    const link = await target.connect()
    const { fields } = await link.request('Q02', { E: 'gate', H: sha256('door') })
    await link.close()
    const session = { body: { username: 'visitor', password: fields.P } }
    const cookie = await callHttp(target, 'POST', '/gkserver/session', { body: credentials(ADMIN) })
    const userInfo = () => callHttp(target, 'POST', '/gkcommon/userinfo', session)
    expect((await userInfo()).status).toBe(200)
    clock.advance(61_000)
    for (let n = 0; n < 35; n++) await asCall(target, 'POST', '/gkcommon/userinfo', `invented ${n}`, 'guess')
    expect(await asCall(target, 'POST', '/gkcommon/userinfo', 'somebody else', 'guess')).toEqual(HELD_BACK)
    expect((await userInfo()).status).toBe(200)
    expect((await groups(target, { cookie: cookieOf(cookie.headers) })).status).toBe(200)
    // What only looks like the session is a guess.
    const wrong = { body: { username: 'visitor', password: sha256('guess') } }
    expect((await callHttp(target, 'POST', '/gkcommon/userinfo', wrong)).body).toMatchObject({
      hasError: true,
      code: errorCode('too-many-attempts'),
    })
    await target.close()
  })

  it('at external users are held back as well, and do not hold back an account of that name', async () => {
    for (const user of ['portal', 'no portal']) {
      for (let guess = 0; guess < 6; guess++) {
        expect(await asLink(server, { E: user, H: sha256(`guess ${guess}`) })).toBe('wrong user or password')
      }
      expect(await asLink(server, { E: user, H: sha256('door') })).toEqual(HELD_BACK)
    }
    expect(await asLink(server, { U: 'portal', P: sha256('guess') })).toBe('wrong user or password')
  })
})
