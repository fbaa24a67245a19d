import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN_PASSWORD, startHonestServer as startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { credentials, REFUSED, readFile, seconds, WRONG } from './account.fixtures.ts'

describe('the strict deployment', () => {
  const clock = createManualClock()
  let server: TestServer
  let plain: TestServer
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { site: { variant: 'strict' } } })
    plain = await startTestServer({ clock, config: { site: { variant: 'strict', strictPassword: false } } })
    for (const target of [server, plain]) {
      await addUsers(
        target,
        { name: 'lin', expiresS: seconds(clock) + 100 },
        { name: 'late', expiresS: seconds(clock) - 1 },
        { name: 'forever' },
      )
    }
  })
  afterAll(() => Promise.all([server.close(), plain.close()]))
  const verify = async (target: TestServer, username: string, password = ADMIN_PASSWORD) => {
    const { status, body } = await callHttp(target, 'POST', '/gkserver/verifyUser', {
      body: credentials(username, password),
    })
    return { status, body }
  }
  const change = (target: TestServer, username: string, from: string, newpass: string) =>
    callHttp(target, 'PUT', '/gkserver/passwd', { body: { ...credentials(username, from), newpass } })

  it('[API0-11] [API0-13] [LOGIN-16] [VAR-12] verifyUser returns whether user and password are right, and of right ones whether they expired', async () => {
    const answer = (valid: boolean, expired: boolean) => ({ status: 200, body: { hasError: false, valid, expired } })
    expect(await verify(server, 'lin')).toEqual(answer(true, false))
    expect(await verify(server, 'forever')).toEqual(answer(true, false))
    expect(await verify(server, 'late')).toEqual(answer(true, true))
    expect(await verify(server, 'late', 'wrong')).toEqual(answer(false, false))
    expect(await verify(server, 'nobody')).toEqual(answer(false, false))
    const malformed = await callHttp(server, 'POST', '/gkserver/verifyUser', { body: { username: 'lin' } })
    expect(malformed.body).toMatchObject({ hasError: true })
  })

  it('[API0-12] [API0-13] outside it the path is unknown', async () => {
    expect(await verify(plain, 'lin')).toEqual({ status: 404, body: failedCall('unknown-path') })
  })

  it('[API0-14] [VAR-12] an expiry is that of the password: a change sets it 180 days ahead', async () => {
    const link = await server.connect()
    expect((await link.login('late', ADMIN_PASSWORD)).fields).toMatchObject(REFUSED)
    expect((await change(server, 'late', ADMIN_PASSWORD, sha256('Tramline7'))).body.hasError).toBe(false)
    expect((await link.login('late', 'Tramline7')).fields.R).toBe('1')
    const [row] = readFile<{ expires_s: number }>(server, "select expires_s from users where name = 'late'")
    expect(row?.expires_s).toBe(seconds(clock) + 180 * 86_400)
    await link.close()
  })

  it('[API0-14] [API0-23] elsewhere it is that of the account: no login, and no other password', async () => {
    const link = await plain.connect()
    expect((await link.login('late', ADMIN_PASSWORD)).fields).toMatchObject(REFUSED)
    await link.close()
    expect(await change(plain, 'late', ADMIN_PASSWORD, sha256('new'))).toMatchObject(WRONG)
    expect((await change(plain, 'lin', ADMIN_PASSWORD, sha256('new'))).body.hasError).toBe(false)
    const [row] = readFile<{ expires_s: number }>(plain, "select expires_s from users where name = 'lin'")
    expect(row?.expires_s).toBe(seconds(clock) + 100)
  })

  it('[LOGIN-73] [LOGIN-75] the server refuses the hashes that it can guess: the user name, in any case and with a number', async () => {
    for (const guess of ['forever', 'FOREVER', 'Forever', 'Forever1', 'forever99']) {
      expect((await change(server, 'forever', ADMIN_PASSWORD, sha256(guess))).body).toEqual(
        failedCall('password-with-user'),
      )
    }
    expect((await change(plain, 'forever', ADMIN_PASSWORD, sha256('forever'))).body.hasError).toBe(false)
  })
})
