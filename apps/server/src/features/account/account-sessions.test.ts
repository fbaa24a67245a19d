import { type OpenSession, openSessionsSchema, ownSessionsPath, userSessionsPath } from '@fleetglass/contract/account'
import { NEW_SESSION, sessionPath } from '@fleetglass/contract/session'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { failedCall, failedLogin } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { StreamClient } from '../../../test/stream-client.ts'

const password = sha256(ADMIN_PASSWORD)
const DEVICE = 'VAN'
const clock = createManualClock()
const nowS = () => Math.floor(clock.nowMs() / 1000)
const logged: string[] = []
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock, logLine: (line) => logged.push(line) })
  await addUsers(
    server,
    ...['lin', 'mei', 'ann', 'tom', 'ida'].map((name) => ({ name, permission: 1 })),
    { name: 'chief', permission: 0 },
    { name: 'portal user', external: { user: 'portal', password: 'door' } },
  )
  const admin = await server.login()
  await admin.request('D01', { A: DEVICE, C: '4' })
  await admin.close()
})
afterAll(() => server.close())

/** A login as the console makes it. */
async function logIn(user: string, session = NEW_SESSION, client = 'Test browser') {
  const link = await ChannelClient.connect(server.ports.main, '/', { 'user-agent': client })
  const { fields } = await link.request('Q02', { U: user, P: password, S: session })
  const token = fields.S ?? ''
  return { link, fields, token, body: { username: user, password: token } }
}
const call = async (method: string, path: string, body: { username: string; password: string }, more: object = {}) =>
  (await callHttp(server, method, path, { body: { ...body, ...more } })).body
const basic = (user: string, hash = password) => ({
  authorization: `Basic ${Buffer.from(`${user}:${hash}`).toString('base64')}`,
})
const sessionsOf = async (user: string, hash = password): Promise<readonly OpenSession[]> => {
  const { body } = await callHttp(server, 'GET', ownSessionsPath, { headers: basic(user, hash) })
  return openSessionsSchema.parse(body).sessions
}
/** A stream that stays open though the device is offline. */
async function followed(user: string, token: string): Promise<StreamClient> {
  const stream = await StreamClient.open(server.ports.streams, { user, password: token, deviceid: DEVICE, type: 'gps' })
  await stream.until(() => stream.texts.length > 0, 'its first message')
  return stream
}
const WRONG = failedCall('wrong-credentials')

describe('the open sessions of a user', () => {
  it('say since when, from where, with which client, and when each was used last', async () => {
    const first = await logIn('lin', NEW_SESSION, 'Firefox at home')
    const openedS = nowS()
    clock.advance(120_000)
    const second = await logIn('lin', NEW_SESSION, 'Phone')
    expect(first.token).toMatch(/^[0-9A-F]{64}$/)
    expect(first.fields.P).toBe(password)
    clock.advance(90_000)
    await call('POST', '/gkcommon/userinfo', first.body)
    const rows = await sessionsOf('lin', first.token)
    expect(rows).toEqual([
      {
        id: expect.any(String),
        kind: 'console',
        openedS,
        usedS: nowS(),
        address: '127.0.0.1',
        client: 'Firefox at home',
        isCurrent: true,
      },
      expect.objectContaining({ client: 'Phone', openedS: openedS + 120, isCurrent: false }),
    ])
    expect(JSON.stringify(rows)).not.toContain(first.token)
    expect(await sessionsOf('mei')).toEqual([])
    await Promise.all([first.link.close(), second.link.close()])
  })

  it('are also those of other sites, of connections of programs and of cookies that were asked for by password', async () => {
    const link = await server.connect()
    await link.request('Q02', { U: 'mei', P: password })
    const portal = await server.connect()
    const { fields } = await portal.request('Q02', { E: 'portal', H: sha256('door') })
    await call('POST', sessionPath, { username: 'mei', password })
    expect((await sessionsOf('mei')).map(({ kind }) => kind).sort()).toEqual(['browser', 'connection'])
    expect((await sessionsOf('portal user', fields.P)).map(({ kind }) => kind)).toEqual(['site'])
    await Promise.all([link.close(), portal.close()])
    await expect.poll(async () => (await sessionsOf('mei')).map(({ kind }) => kind)).toEqual(['browser'])
  })

  it('end with their links, streams and cookies when they are signed out, and the others go on', async () => {
    const [own, other] = [await logIn('ann'), await logIn('ann')]
    const cookie = await callHttp(server, 'POST', sessionPath, { body: own.body })
    const headers = { cookie: String(cookie.headers['set-cookie']).split(';')[0] ?? '' }
    const streams = await Promise.all([
      followed('ann', own.token),
      followed('ann', own.token),
      followed('ann', other.token),
    ])
    expect((await callHttp(server, 'GET', ownSessionsPath, { headers })).body).toMatchObject({
      sessions: expect.arrayContaining([expect.objectContaining({ isCurrent: true })]),
    })
    const current = (await sessionsOf('ann', own.token)).find(({ isCurrent }) => isCurrent)
    // The clock stands still: nothing waits for the check that is made now and then.
    const left = await call('DELETE', ownSessionsPath, other.body, { id: current?.id })
    expect(openSessionsSchema.parse(left).sessions.map(({ isCurrent }) => isCurrent)).toEqual([true])
    expect(await Promise.all([streams[0].closed, streams[1].closed])).toMatchObject([{ code: 4401 }, { code: 4401 }])
    expect((await own.link.closed).code).toBe(1008)
    expect(await call('POST', '/gkcommon/userinfo', own.body)).toEqual(WRONG)
    expect((await callHttp(server, 'GET', ownSessionsPath, { headers })).body).toEqual(WRONG)
    expect(streams[2].socket.readyState).toBe(streams[2].socket.OPEN)
    expect((await other.link.request('Q01')).fields.R).toBe('1')
    await other.link.close()
  })

  it('do not come back: a client that shows an ended one with the password is refused, and one that lost its link goes on', async () => {
    const { link, token, body } = await logIn('tom')
    await link.close()
    const again = await logIn('tom', token)
    expect(again.token).toBe(token)
    expect(await sessionsOf('tom')).toHaveLength(1)
    const [{ id } = { id: '' }] = await sessionsOf('tom')
    await call('DELETE', ownSessionsPath, body, { id })
    const refused = await logIn('tom', token)
    expect(refused.fields).toEqual({ X: '1', ...failedLogin('wrong-credentials') })
    await refused.link.close()
  })

  it('whose user was gone for half a day do not refuse the password', async () => {
    const { link, token, body } = await logIn('ida')
    await link.close()
    clock.setWallClock(clock.nowMs() + 13 * 3_600_000)
    clock.advance(61_000)
    expect(await call('POST', '/gkcommon/userinfo', body)).toEqual(WRONG)
    const again = await logIn('ida', token)
    expect(again.token).toMatch(/^[0-9A-F]{64}$/)
    expect(again.token).not.toBe(token)
    await again.link.close()
  })

  it('of a link whose server was killed is removed by a job; one that is open stays', async () => {
    const link = await server.connect()
    await link.request('Q02', { U: 'ann', P: password })
    const [open] = (await sessionsOf('ann')).filter(({ kind }) => kind === 'connection')
    await changeDatabase(server, (file) =>
      file
        .prepare(`insert into session_tokens (token_hash, user_id, kind, passwords_mark, seen_s, parent_hash, opened_s, used_s, address, client)
          select 'lost', user_id, kind, passwords_mark, seen_s, parent_hash, opened_s, ?, address, client from session_tokens
          where kind = 'link' and user_id = (select id from users where name = 'ann')`)
        .run(nowS() - 601),
    )
    const connections = async () =>
      (await sessionsOf('ann')).filter(({ kind }) => kind === 'connection').map(({ id }) => id)
    expect(await connections()).toContain('lost')
    await until('the lost one is gone', async () => {
      clock.advance(30_000)
      // So that the open link answers its ping, as a client does in half a minute.
      await link.request('Q01')
      return !(await connections()).includes('lost')
    })
    expect(await connections()).toEqual([open?.id])
    await link.close()
  })

  it('of a user are listed and ended by who manages users, except those of administrators they do not see', async () => {
    const { link } = await logIn('mei')
    const list = async (name: string, caller: string) =>
      (await callHttp(server, 'GET', `${userSessionsPath}?name=${name}`, { headers: basic(caller) })).body
    const [{ id } = { id: '' }] = openSessionsSchema.parse(await list('mei', 'chief')).sessions
    expect(await list('mei', 'lin')).toEqual(failedCall('permission-denied'))
    expect(await list(ADMIN, 'chief')).toEqual(failedCall('unknown-user', { name: ADMIN }))
    expect(await list('nobody', 'chief')).toEqual(failedCall('unknown-user', { name: 'nobody' }))
    const chief = { username: 'chief', password }
    await call('DELETE', userSessionsPath, chief, { name: 'mei', id })
    expect((await link.closed).code).toBe(1008)
    expect(await call('DELETE', userSessionsPath, chief, { name: 'mei', id })).toEqual(failedCall('unknown-session'))
    expect(await call('DELETE', ownSessionsPath, { username: 'lin', password }, { id })).toEqual(
      failedCall('unknown-session'),
    )
  })

  it('end with another password, and their tokens are in no log', async () => {
    const { link, token, body } = await logIn('tom')
    const newpass = sha256('another password')
    await call('PUT', '/gkserver/passwd', { username: 'tom', password }, { newpass })
    expect((await link.closed).code).toBe(1008)
    expect(await call('POST', '/gkcommon/userinfo', body)).toEqual(WRONG)
    expect(await sessionsOf('tom', newpass)).toEqual([])
    expect(logged.join('').toUpperCase()).not.toContain(token)
  })
})
