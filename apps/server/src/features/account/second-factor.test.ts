import { ownSecondFactorPath, ownTokensPath, userSecondFactorPath } from '@fleetglass/contract/account'
import { passwordPath, sessionPath } from '@fleetglass/contract/session'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { EventClient } from '../../../test/event-client.ts'
import { failedCall, failedMessage } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { StreamClient } from '../../../test/stream-client.ts'
import { readFile } from '../session/account.fixtures.ts'
import { secondFactorCalls } from './second-factor.fixtures.ts'

const password = sha256(ADMIN_PASSWORD)
const DEVICE = 'VAN'
const clock = createManualClock()
const logged: string[] = []
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    clock,
    config: { trustedProxies: ['127.0.0.1'] },
    logLine: (line) => logged.push(line),
  })
  const names = ['lin', 'mei', 'ann', 'tom', 'ida', 'eva', 'bob', 'kim', 'max', 'una']
  await addUsers(server, ...names.map((name) => ({ name, permission: 1 })), {
    name: 'portal user',
    external: { user: 'portal', password: 'door' },
  })
  const admin = await server.login()
  await admin.request('D01', { A: DEVICE, C: '4' })
  await admin.close()
})
afterAll(() => server.close())

const { begin, call, codeOf, credentials, answerOf, enrol, logIn, nextStep } = secondFactorCalls(() => server, clock)
async function asAdministrator(method: string, body: object): Promise<unknown> {
  return call(method, userSecondFactorPath, { username: ADMIN, password, ...body })
}
const NEEDED = failedMessage('second-factor-needed')
const WRONG = failedMessage('second-factor-wrong')
const SETUP = failedMessage('second-factor-setup')

describe('a second factor', () => {
  it('is set up with the password and a code of the app, and ends the sessions that came without it', async () => {
    const before = await logIn('lin')
    const offer = await begin('lin')
    expect(offer.uri).toContain(`secret=${offer.secret}`)
    expect(offer.recoveryCodes).toHaveLength(10)
    // Until a code of the app is shown, nothing has changed.
    expect((await answerOf('lin')).R).toBe('1')
    const turnOn = (code: string) => call('PUT', ownSecondFactorPath, { ...credentials('lin'), code })
    expect(await turnOn('000000')).toEqual(failedCall('second-factor-wrong'))
    expect(await turnOn(offer.recoveryCodes[0] ?? '')).toEqual(
      failedCall('invalid-field', { field: 'code', reason: 'is no code of six digits' }),
    )
    expect(await turnOn(codeOf(offer))).toEqual({ hasError: false })
    expect((await before.link.closed).code).toBe(1008)
    expect(await call('POST', '/gkcommon/userinfo', before.body)).toEqual(failedCall('wrong-credentials'))
    expect(await call('POST', ownSecondFactorPath, credentials('lin'))).toEqual(failedCall('second-factor-needed'))
  })

  it('is asked for by the login once the password is right, and a wrong password is refused as always', async () => {
    const offer = await enrol('mei')
    expect(await answerOf('mei')).toEqual(NEEDED)
    expect(await answerOf('mei', { P: sha256('guess') })).toEqual({ R: '0', W: 'wrong user or password' })
    expect(await answerOf('mei', { P: sha256('guess'), T: codeOf(offer) })).toEqual({
      R: '0',
      W: 'wrong user or password',
    })
    const { link, fields, body } = await logIn('mei', { T: codeOf(offer) })
    expect(fields).toMatchObject({ R: '1', U: 'mei', P: fields.S })
    expect(fields.S).toMatch(/^[0-9A-F]{64}$/)
    expect((await link.request('Q01')).fields.R).toBe('1')
    expect(await call('POST', '/gkcommon/userinfo', body)).not.toHaveProperty('hasError', true)
    // A link that was lost goes on with its session, without another code.
    await link.close()
    expect(await answerOf('mei', { S: fields.S ?? '' })).toMatchObject({ R: '1', S: fields.S })
    expect(await answerOf('mei', { S: 'A'.repeat(64) })).toEqual(NEEDED)
  })

  it('takes each code once, one step early or late, and no other', async () => {
    const offer = await enrol('ann')
    nextStep()
    expect(await answerOf('ann', { T: codeOf(offer, -2) })).toEqual(WRONG)
    expect(await answerOf('ann', { T: codeOf(offer, 2) })).toEqual(WRONG)
    expect((await answerOf('ann', { T: codeOf(offer, -1) })).R).toBe('1')
    expect(await answerOf('ann', { T: codeOf(offer, -1) })).toEqual(WRONG)
    const next = codeOf(offer, 1)
    const both = await Promise.all([answerOf('ann', { T: next }), answerOf('ann', { T: next })])
    expect(both.map(({ R }) => R).sort()).toEqual(['0', '1'])
    // A later code was accepted: an earlier one that somebody saw is of no use.
    expect(await answerOf('ann', { T: codeOf(offer) })).toEqual(WRONG)
  })

  it('takes each recovery code once, as it is typed', async () => {
    const { recoveryCodes } = await enrol('tom')
    const [first = '', second = ''] = recoveryCodes
    expect((await answerOf('tom', { T: ` ${first.toLowerCase().replaceAll('-', ' ')}` })).R).toBe('1')
    expect(await answerOf('tom', { T: first })).toEqual(WRONG)
    const { body, link } = await logIn('tom', { T: second })
    const headers = { authorization: `Basic ${Buffer.from(`tom:${body.password}`).toString('base64')}` }
    const state = await callHttp(server, 'GET', ownSecondFactorPath, { headers })
    expect(state.body).toEqual({ state: 'on', isRequired: false, recoveryCodesLeft: 8 })
    await link.close()
  })

  it('counts wrong codes as failed logins, and the correct password does not set the count back', async () => {
    const offer = await enrol('ida')
    for (let n = 0; n < 5; n++) {
      expect(await answerOf('ida', { T: '000000' })).toEqual(WRONG)
      expect(await answerOf('ida')).toEqual(NEEDED)
      await call('PUT', passwordPath, { ...credentials('ida'), newpass: sha256('other') })
    }
    expect(await answerOf('ida', { T: '000000' })).toEqual(WRONG)
    expect((await answerOf('ida', { T: codeOf(offer) })).W).toMatch(/^Too many failed logins/)
    clock.advance(61_000)
    expect((await answerOf('ida', { T: codeOf(offer, 1) })).R).toBe('1')
  })

  it('is guessed ten times at most from however many networks, and then once a minute', async () => {
    await enrol('una')
    const guess = async (network: number) => {
      const headers = { 'x-forwarded-for': `10.${network}.0.1` }
      const body = { ...credentials('una'), code: '000000' }
      return (await callHttp(server, 'POST', sessionPath, { headers, body })).body
    }
    for (let network = 1; network <= 10; network++)
      expect(await guess(network)).toEqual(failedCall('second-factor-wrong'))
    expect(await guess(11)).toEqual(failedCall('too-many-attempts', { seconds: 60 }))
    clock.advance(60_000)
    expect(await guess(12)).toEqual(failedCall('second-factor-wrong'))
    expect(await guess(13)).toEqual(failedCall('too-many-attempts', { seconds: 60 }))
  })

  it('keeps the password alone out of calls, streams, the event socket, cookies and old clients', async () => {
    const offer = await enrol('eva')
    expect(await call('POST', '/gkcommon/userinfo', credentials('eva'))).toEqual(failedCall('second-factor-needed'))
    expect(await call('POST', sessionPath, credentials('eva'))).toEqual(failedCall('second-factor-needed'))
    const stream = await StreamClient.open(server.ports.streams, {
      user: 'eva',
      password,
      deviceid: DEVICE,
      type: 'gps',
    })
    expect((await stream.closed).code).toBe(4401)
    const events = await EventClient.connect(server.ports.main)
    events.socket.send(JSON.stringify({ user: 'eva', password }))
    expect((await events.closed).code).toBe(4401)
    const old = await server.connect()
    expect((await old.request('Q02', { U: 'eva', P: password })).fields).toMatchObject(NEEDED)
    await old.close()
    // With a code the cookie is set, and the session of a login opens the rest.
    const cookie = await callHttp(server, 'POST', sessionPath, { body: { ...credentials('eva'), code: codeOf(offer) } })
    expect(cookie.headers['set-cookie']).toBeDefined()
    nextStep()
    const { link, fields } = await logIn('eva', { T: codeOf(offer) })
    const own = { user: 'eva', password: fields.P ?? '', deviceid: DEVICE, type: 'gps' }
    const followed = await StreamClient.open(server.ports.streams, own)
    await followed.until(() => followed.texts.length > 0, 'its first message')
    followed.socket.close()
    await link.close()
  })

  it('leaves API tokens to programs, which cannot change it', async () => {
    const offer = await enrol('bob')
    const { link, body } = await logIn('bob', { T: codeOf(offer) })
    nextStep()
    const proof = { currentPassword: password, currentCode: codeOf(offer) }
    const { token } = await call('POST', ownTokensPath, { ...body, name: 'Export', scope: 'full', days: 1, ...proof })
    await link.close()
    const headers = { authorization: `Bearer ${String(token)}` }
    expect((await callHttp(server, 'GET', ownSecondFactorPath, { headers })).body).toMatchObject({ state: 'on' })
    const off = { username: 'bob', password: String(token), code: codeOf(offer, 1) }
    expect((await callHttp(server, 'DELETE', ownSecondFactorPath, { headers, body: off })).body.hasError).toBe(true)
  })

  it('stays when its user changes the password, with a code or from the session that came with one', async () => {
    const offer = await enrol('kim')
    const change = { ...credentials('kim'), newpass: sha256('second Secret 2') }
    expect(await call('PUT', passwordPath, change)).toEqual(failedCall('second-factor-needed'))
    const { link, body } = await logIn('kim', { T: codeOf(offer) })
    const opened = await callHttp(server, 'POST', sessionPath, { body })
    const headers = { cookie: String(opened.headers['set-cookie']).split(';')[0] ?? '' }
    const changed = await callHttp(server, 'PUT', passwordPath, { body: change, headers })
    expect(changed.body.hasError).toBe(false)
    expect((await link.closed).code).toBe(1008)
    expect(await answerOf('kim', { P: change.newpass })).toEqual(NEEDED)
    nextStep()
    const back = { username: 'kim', password: change.newpass, newpass: password, code: codeOf(offer) }
    expect(await call('PUT', passwordPath, back)).toMatchObject({ hasError: false })
    expect(await answerOf('kim')).toEqual(NEEDED)
  })

  it('is turned off with a code, and by an administrator for a user who has lost it, with the sessions of the user', async () => {
    const offer = await enrol('max')
    const turnOff = (code: string) => call('DELETE', ownSecondFactorPath, { ...credentials('max'), code })
    expect(await turnOff('000000')).toEqual(failedCall('second-factor-wrong'))
    expect(await turnOff(codeOf(offer))).toEqual({ hasError: false })
    expect((await answerOf('max')).R).toBe('1')
    expect(await turnOff(codeOf(offer))).toEqual(failedCall('no-second-factor'))
    const again = await enrol('max')
    const { link } = await logIn('max', { T: codeOf(again) })
    expect(await asAdministrator('DELETE', { name: 'max' })).toEqual({
      state: 'off',
      isRequired: false,
      recoveryCodesLeft: 0,
    })
    expect((await link.closed).code).toBe(1008)
    expect((await answerOf('max')).R).toBe('1')
  })

  it('that an administrator requires is set up at the next login, and nothing else works before', async () => {
    await addUsers(server, { name: 'new', permission: 1 })
    const before = await logIn('new')
    expect(await asAdministrator('PUT', { name: 'new', required: true })).toMatchObject({ state: 'required' })
    expect((await before.link.closed).code).toBe(1008)
    expect(await call('POST', '/gkcommon/userinfo', before.body)).toMatchObject({ hasError: true })
    expect(await call('POST', '/gkcommon/userinfo', credentials('new'))).toEqual(failedCall('second-factor-setup'))
    expect(await answerOf('new')).toEqual(SETUP)
    expect(await answerOf('new', { T: '123456' })).toEqual(SETUP)
    const offer = await begin('new')
    expect(await answerOf('new', { T: '123456' })).toEqual(WRONG)
    expect((await answerOf('new', { T: codeOf(offer) })).R).toBe('1')
    expect(await answerOf('new')).toEqual(NEEDED)
  })

  it('is asked for of who comes by another site, too', async () => {
    const offer = await enrol('portal user')
    const portal = async (more: Readonly<Record<string, string>>) => {
      const link = await server.connect()
      const { fields } = await link.request('Q02', { E: 'portal', H: sha256('door'), ...more })
      await link.close()
      return fields
    }
    expect(await portal({})).toMatchObject(NEEDED)
    expect((await portal({ T: codeOf(offer) })).R).toBe('1')
  })

  it('is in no reply after it was shown, in no log, and its changes are in the audit log', async () => {
    await addUsers(server, { name: 'zoe', permission: 1 })
    const offer = await enrol('zoe')
    const [recovery = ''] = offer.recoveryCodes
    const code = codeOf(offer)
    const { link, body } = await logIn('zoe', { T: code })
    const headers = { authorization: `Basic ${Buffer.from(`zoe:${body.password}`).toString('base64')}` }
    const state = (await callHttp(server, 'GET', ownSecondFactorPath, { headers })).text
    await link.close()
    const audit = JSON.stringify(readFile(server, 'select * from audit_log'))
    for (const hidden of [offer.secret, recovery]) {
      expect(JSON.stringify([state, logged])).not.toContain(hidden)
      expect(audit).not.toContain(hidden)
    }
    expect(audit).not.toContain(`"${code}"`)
    for (const action of ['PUT /api/account/second-factor', 'DELETE /api/users/second-factor'])
      expect(audit).toContain(action)
    expect(JSON.stringify(readFile(server, 'select * from recovery_codes'))).not.toContain(recovery)
  })
})
