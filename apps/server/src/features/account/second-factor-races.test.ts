// What happens to a second factor at one moment, on this server and on another one of the same database.
import { ownSecondFactorPath } from '@fleetglass/contract/account'
import { sessionPath } from '@fleetglass/contract/session'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { lockDatabase } from '../../../test/databases/database-file.ts'
import { failedCall } from '../../../test/failures.ts'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { readFile } from '../session/account.fixtures.ts'
import { secondFactorCalls } from './second-factor.fixtures.ts'

const clock = createManualClock()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock, config: { trustedProxies: ['127.0.0.1'] } })
  await addUsers(server, ...['ann', 'bob', 'cem', 'dan', 'eva', 'fay'].map((name) => ({ name, permission: 1 })))
})
afterAll(() => server.close())
const { answerOf, begin, call, codeOf, credentials, enrol, logIn, nextStep } = secondFactorCalls(() => server, clock)
const hashes = async () =>
  Number(/fleetglass_password_hashes_total (\d+)/.exec((await callHttp(server, 'GET', '/metrics')).text)?.[1] ?? 0)

/** Whether anything opens with what a login was given. */
async function isLoggedIn({ link, body }: Awaited<ReturnType<typeof logIn>>): Promise<boolean> {
  const isOpen = await Promise.race([
    link.closed.then(() => false),
    link.request('Q01').then(
      () => true,
      () => false,
    ),
  ])
  return isOpen || (await call('POST', '/gkcommon/userinfo', body)).hasError !== true
}

/** `null`: the link was closed before its answer came. */
const logInUnlessClosed = (...login: Parameters<typeof logIn>) =>
  logIn(...login).catch((error: unknown) => {
    if (String(error).includes('the account was changed')) return null
    throw error
  })

describe('a login that is under way', () => {
  it('keeps no session that skipped the code when the second factor is turned on meanwhile', async () => {
    for (let round = 0; round < 3; round++) {
      const offer = await begin('ann')
      // Each round the logins begin at another moment of the change.
      const changing = call('PUT', ownSecondFactorPath, { ...credentials('ann'), code: codeOf(offer) })
      for (let turn = 0; turn < round; turn++) await callHttp(server, 'GET', '/healthz')
      const tried = [logInUnlessClosed('ann'), logInUnlessClosed('ann'), logInUnlessClosed('ann', { S: '' })]
      const logins = (await Promise.all(tried)).filter((login) => login !== null)
      expect(await changing).toEqual({ hasError: false })
      for (const login of logins) await until('it is logged out', async () => !(await isLoggedIn(login)))
      for (const { link } of logins) await link.close()
      nextStep()
      const off = { ...credentials('ann'), code: codeOf(offer) }
      expect(await call('DELETE', ownSecondFactorPath, off)).toEqual({ hasError: false })
      nextStep()
    }
  })

  it('keeps no session when another server turns the second factor on between the password and the session', async () => {
    const before = await hashes()
    const lock = await lockDatabase(server)
    const login = logIn('bob')
    await until('the password is checked', async () => (await hashes()) > before)
    lock.prepare("update users set second_factor = 1 where name = 'bob'").run()
    lock.exec('commit')
    lock.close()
    expect((await call('POST', '/gkcommon/userinfo', (await login).body)).hasError).toBe(true)
    await (await login).link.close()
  })

  it('keeps no session when its second factor is turned off meanwhile', async () => {
    const offer = await enrol('cem')
    const code = codeOf(offer)
    nextStep()
    const login = logIn('cem', { T: code })
    const changing = call('DELETE', ownSecondFactorPath, { ...credentials('cem'), code: codeOf(offer) })
    const [opened, changed] = await Promise.all([login, changing])
    expect(changed).toEqual({ hasError: false })
    await until('it is logged out', async () => !(await isLoggedIn(opened)))
    await opened.link.close()
  })
})

describe('the code that confirms a second factor', () => {
  it('is refused when another secret took the place of its own, before it or at the same moment', async () => {
    const replaced = await begin('dan')
    const offer = await begin('dan')
    const turnOn = (code: string) => call('PUT', ownSecondFactorPath, { ...credentials('dan'), code })
    expect(await turnOn(codeOf(replaced))).toEqual(failedCall('second-factor-wrong'))
    const lock = await lockDatabase(server)
    const confirming = turnOn(codeOf(offer))
    // Its code is being checked, and cannot be stored as used.
    for (let turn = 0; turn < 20; turn++) await callHttp(server, 'GET', '/healthz')
    lock
      .prepare('update second_factors set secret = ? where user_id = (select id from users where name = ?)')
      .run(replaced.secret, 'dan')
    lock.exec('commit')
    lock.close()
    expect(await confirming).toEqual(failedCall('second-factor-wrong'))
    expect(readFile(server, "select second_factor from users where name = 'dan'")).toEqual([{ second_factor: 0 }])
  })
})

describe('guesses', () => {
  it('are counted in the database, for all servers together, and a correct code begins again', async () => {
    const offer = await enrol('eva')
    const guess = async (network: number, code = '000000') => {
      const headers = { 'x-forwarded-for': `10.${network}.0.1` }
      return (await callHttp(server, 'POST', sessionPath, { headers, body: { ...credentials('eva'), code } })).body
    }
    for (let network = 1; network <= 9; network++)
      expect(await guess(network)).toEqual(failedCall('second-factor-wrong'))
    const lock = await lockDatabase(server)
    // Another server counts the tenth.
    lock.prepare('update second_factors set guesses_until_ms = guesses_until_ms + 60000').run()
    lock.exec('commit')
    lock.close()
    expect(await guess(10)).toEqual(failedCall('too-many-attempts', { seconds: 60 }))
    clock.advance(60_000)
    expect(await guess(11, codeOf(offer))).toEqual({ hasError: false })
    expect(await guess(12)).toEqual(failedCall('second-factor-wrong'))
    expect(await guess(13)).toEqual(failedCall('second-factor-wrong'))
  })

  it('of a password that is right cost one slow hash a minute, with a wrong code and without one', async () => {
    await enrol('fay')
    clock.advance(61_000)
    const before = await hashes()
    for (let time = 0; time < 5; time++) expect((await answerOf('fay')).R).toBe('0')
    for (let time = 0; time < 2; time++) expect((await answerOf('fay', { T: '000000' })).R).toBe('0')
    expect(await hashes()).toBe(before + 1)
    clock.advance(61_000)
    expect((await answerOf('fay')).R).toBe('0')
    expect(await hashes()).toBe(before + 2)
  })
})
