import {
  apiTokensSchema,
  madeTokenSchema,
  ownTokensPath,
  TOKENS_OF_USER_MAX,
  type TokenScope,
  userTokensPath,
} from '@fleetglass/contract/account'
import { accountPath } from '@fleetglass/contract/users'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { failedCall, failedMessage } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { StreamClient } from '../../../test/stream-client.ts'
import { readFile } from '../session/account.fixtures.ts'

const password = sha256(ADMIN_PASSWORD)
const DEVICE = 'VAN'
const clock = createManualClock()
const nowS = () => Math.floor(clock.nowMs() / 1000)
const logged: string[] = []
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock, logLine: (line) => logged.push(line), config: { queryCredentials: true } })
  await addUsers(server, ...['lin', 'mei', 'ann', 'tom', 'gone'].map((name) => ({ name, permission: 1 })))
  const admin = await server.login()
  await admin.request('D01', { A: DEVICE, C: '4' })
  await admin.close()
})
afterAll(() => server.close())

const own = (user: string, method: string, more: object, path = ownTokensPath) =>
  callHttp(server, method, path, { body: { username: user, password, ...more } })
async function make(user: string, scope: TokenScope = 'full', days = 30, name = 'nightly export') {
  const made = madeTokenSchema.parse((await own(user, 'POST', { name, scope, days })).body)
  return { token: made.token, id: made.tokens.find((one) => one.name === name)?.id ?? '' }
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const get = async (token: string, path: string) =>
  (await callHttp(server, 'GET', path, { headers: bearer(token) })).body
const post = async (token: string, path: string, body: object, method = 'POST') =>
  (await callHttp(server, method, path, { headers: bearer(token), body })).body
const list = async (token: string) => apiTokensSchema.parse(await get(token, ownTokensPath)).tokens
const WRONG = failedCall('wrong-credentials')
const groups = '/gkserver/usergroup'
const memo = { deviceid: DEVICE, memo: 'seen' }

describe('an API token', () => {
  it('is shown once, stored as a hash, and listed with scope, expiry and last use', async () => {
    const { token } = await make('lin', 'read', 90)
    expect(token).toMatch(/^fgt_[\w-]{43}$/)
    expect(JSON.stringify(readFile(server, 'select * from api_tokens'))).not.toContain(token.slice(4))
    clock.advance(5000)
    await get(token, groups)
    const rows = await list(token)
    expect(rows).toEqual([
      {
        id: expect.any(String),
        name: 'nightly export',
        scope: 'read',
        createdS: nowS() - 5,
        expiresS: nowS() - 5 + 90 * 86_400,
        usedS: nowS(),
        usedAddress: '127.0.0.1',
      },
    ])
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('opens calls, the main channel, streams and pictures as its user', async () => {
    const { token } = await make('mei')
    expect(await get(token, groups)).toBeDefined()
    expect(await post(token, '/gkcommon/userinfo', {})).not.toMatchObject({ hasError: true })
    const link = await server.connect()
    expect((await link.request('Q02', { U: 'mei', P: token })).fields).toMatchObject({ R: '1', U: 'mei' })
    expect((await link.request('Q01')).fields.R).toBe('1')
    const stream = await StreamClient.open(server.ports.streams, { deviceid: DEVICE, type: 'gps' }, { bearer: token })
    await stream.until(() => stream.texts.length > 0, 'its first message')
    expect(stream.texts[0]).toMatchObject({ type: 'info' })
    const picture = await get(token, `/pic.cgi?type=live&deviceid=${DEVICE}&ch=1`)
    expect(picture).toEqual(failedCall('device-offline'))
    stream.socket.terminate()
    await link.close()
  })

  it('is of its own user alone', async () => {
    const { token } = await make('mei', 'full', 30, 'of mei')
    const link = await server.connect()
    expect((await link.request('Q02', { U: 'lin', P: token })).fields.R).toBe('0')
    await link.close()
    expect(await get(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, groups)).toEqual(WRONG)
  })

  it('is taken from no address, and is in no log', async () => {
    const { token } = await make('lin', 'full', 30, 'for addresses')
    const query = new URLSearchParams({ username: 'lin', password: token })
    expect((await callHttp(server, 'GET', `${groups}?${query}`)).body).toEqual(WRONG)
    const parameters = { user: 'lin', password: token, deviceid: DEVICE, channel: 1 }
    const stream = await StreamClient.open(server.ports.streams, parameters)
    expect((await stream.closed).code).toBeGreaterThan(4000)
    const address = new URLSearchParams({ user: 'lin', password: token, type: 'live', deviceid: DEVICE, ch: '1' })
    expect((await callHttp(server, 'GET', `/pic.cgi?${address}`)).body).toMatchObject({ hasError: true })
    await get(token, groups)
    expect(logged.join('')).not.toContain(token.slice(4))
    expect(JSON.stringify(readFile(server, 'select * from audit_log'))).not.toContain(token.slice(4))
  })

  it('of scope read is refused each call, message and stream that changes something, and of scope full is not', async () => {
    const [read, full] = [await make('ann', 'read'), await make('ann', 'full', 30, 'for changes')]
    const readOnly = failedCall('read-only-api-token')
    expect(await post(read.token, '/gkdevice/carmemo', memo, 'PUT')).toEqual(readOnly)
    expect(await post(full.token, '/gkdevice/carmemo', memo, 'PUT')).not.toEqual(readOnly)
    const asked = async (token: string) => {
      const link = await server.connect()
      await link.request('Q02', { U: 'ann', P: token })
      const { fields } = await link.request('D07', { A: DEVICE })
      await link.close()
      return fields
    }
    expect(await asked(read.token)).toMatchObject(failedMessage('read-only-api-token'))
    expect(await asked(full.token)).not.toMatchObject(failedMessage('read-only-api-token'))
    const talk = { type: 'talk', deviceid: DEVICE, channel: 1 }
    const [refused, allowed] = await Promise.all(
      [read, full].map(({ token }) => StreamClient.open(server.ports.streams, talk, { bearer: token })),
    )
    expect((await refused?.closed)?.code).toBe(4403)
    expect((await allowed?.closed)?.code).not.toBe(4403)
  })

  it('changes nothing of how one logs in, whatever its scope', async () => {
    const { token, id } = await make('lin', 'full', 30, 'for itself')
    const denied = failedCall('not-by-api-token')
    expect(await post(token, ownTokensPath, { name: 'another', scope: 'full', days: 366 })).toEqual(denied)
    expect(await post(token, ownTokensPath, { id }, 'DELETE')).toEqual(denied)
    const newpass = sha256('mine')
    expect(await post(token, '/gkserver/passwd', { username: 'lin', password: token, newpass }, 'PUT')).toMatchObject({
      hasError: true,
    })
    const { token: administrator } = await make(ADMIN, 'full', 30, 'of an administrator')
    const user = { editingName: 'another', editingPW: sha256('Secret 1'), editingGroupid: 'root' }
    for (const method of ['POST', 'PUT']) expect(await post(administrator, accountPath, user, method)).toEqual(denied)
  })

  it('ends what was opened by it at once when it is revoked, by its user or by who manages users', async () => {
    for (const revoke of [
      (id: string) => own('tom', 'DELETE', { id }),
      (id: string) => own(ADMIN, 'DELETE', { name: 'tom', id }, userTokensPath),
    ]) {
      const { token, id } = await make('tom')
      const link = await server.connect()
      await link.request('Q02', { U: 'tom', P: token })
      const stream = await StreamClient.open(server.ports.streams, { deviceid: DEVICE, type: 'gps' }, { bearer: token })
      await stream.until(() => stream.texts.length > 0, 'its first message')
      // The clock stands still: nothing waits for the check that is made now and then.
      expect((await revoke(id)).body).toEqual({ tokens: [] })
      expect((await stream.closed).code).toBe(4401)
      expect((await link.closed).code).toBe(1008)
      expect(await get(token, groups)).toEqual(WRONG)
      expect((await revoke(id)).body).toEqual(failedCall('unknown-api-token'))
    }
  })

  it('ends at its expiry, and with its user', async () => {
    const { token } = await make('gone', 'full', 1)
    expect(await get(token, groups)).not.toEqual(WRONG)
    clock.setWallClock(clock.nowMs() + 86_400_000)
    expect(await get(token, groups)).toEqual(WRONG)
    const second = await make('gone', 'full', 30, 'second')
    await own(ADMIN, 'DELETE', { editingName: 'gone' }, '/gkserver/account')
    expect(await get(second.token, groups)).toEqual(WRONG)
  })

  it('has a name, a scope and at most 366 days, and a user has at most 32', async () => {
    for (const bad of [{ name: '' }, { name: 'x'.repeat(65) }, { scope: 'all' }, { days: 367 }, { days: 0 }]) {
      const { body } = await own('mei', 'POST', { name: 'x', scope: 'read', days: 7, ...bad })
      expect(body).toMatchObject({ hasError: true, message: expect.stringContaining(Object.keys(bad)[0] ?? '') })
    }
    const { token } = await make('mei', 'read', 7, 'the first of many')
    const have = (await list(token)).length
    for (let n = have; n < TOKENS_OF_USER_MAX; n++) await make('mei', 'read', 7, `token ${n}`)
    expect((await own('mei', 'POST', { name: 'one more', scope: 'read', days: 7 })).body).toEqual(
      failedCall('too-many-api-tokens', { most: TOKENS_OF_USER_MAX }),
    )
  })
})
