// Who may use the debug socket, and for how long.
import { MONITOR_PATH, monitorLimitCodes, monitorLists } from '@fleetglass/contract/monitors'
import { accountPath } from '@fleetglass/contract/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { failedLogin, failedMessage } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const VAN = '13812345678'

describe('the debug socket', () => {
  let server: TestServer
  const lines: string[] = []
  beforeAll(async () => {
    server = await startTestServer({ logLine: (line) => lines.push(line) })
    await addUsers(server, { name: 'other', permission: 0 }, { name: 'gone', permission: 0 })
  })
  afterAll(() => server.close())

  const open = async (user: string): Promise<ChannelClient> => {
    const link = await ChannelClient.connect(server.ports.main, MONITOR_PATH)
    expect((await link.request('DB1', { U: user, P: sha256(ADMIN_PASSWORD) })).fields.R).toBe('1')
    return link
  }
  const change = (body: object) =>
    callHttp(server, 'PUT', accountPath, { body: { username: ADMIN, password: sha256(ADMIN_PASSWORD), ...body } })

  it('[API2-184] [API2-187] takes DB1 to DB13, Q01 to Q05, D12, ping and echo as the main channel takes messages', async () => {
    const link = await open(ADMIN)
    await link.request('D01', { A: VAN, C: '2' })
    for (const code of [...Object.values(monitorLists), ...Object.values(monitorLimitCodes)]) {
      const { fields, text } = await link.request(code, { X: '77' })
      expect([code, fields.R, fields.X]).toEqual([code, '1', '77'])
      if (text !== '') expect(Array.isArray(JSON.parse(text))).toBe(true)
    }
    for (const code of ['DB11', 'DB12', 'DB13']) expect((await link.request(code)).fields.R).toBe('0')
    for (const code of ['Q01', 'Q05']) expect((await link.request(code, { A: VAN })).fields.R).toBe('1')
    for (const code of ['Q03', 'Q04'] as const) expect((await link.list(code)).messages).toBeGreaterThan(0)
    // The device is not there, but its command is taken.
    expect((await link.request('D12', { A: VAN, C: '1', K: 'LT' })).fields).toMatchObject(
      failedMessage('device-offline'),
    )
    expect((await link.request('ping')).fields.R).toBe('1')
    expect((await link.request('echo', {}, '{"a":1}')).text).toBe('{"a":1}')
    await link.close()
  })

  it('[API2-185] takes user and password in DB1 and in Q02, and shows neither in the log', async () => {
    const link = await ChannelClient.connect(server.ports.main, MONITOR_PATH)
    const wrong = sha256('guessed-password')
    expect((await link.request('DB1', { U: ADMIN, P: wrong })).fields).toMatchObject(failedLogin('wrong-credentials'))
    expect((await link.request('DB2')).fields).toMatchObject(failedMessage('not-logged-in'))
    expect((await link.login(ADMIN, ADMIN_PASSWORD)).fields.R).toBe('1')
    expect((await link.request('DB2')).fields.R).toBe('1')
    await link.close()
    const log = lines.join('').toUpperCase()
    for (const secret of [wrong, sha256(ADMIN_PASSWORD)]) expect(log).not.toContain(secret)
  })

  it('[DEBUG-27] [DEBUG-28] is closed when the right of its user is taken away, or the user is removed', async () => {
    const link = await open('other')
    expect((await link.request('DB9')).fields.R).toBe('1')
    expect(Array.isArray((await change({ editingName: 'other', editingPermission: 1 })).body)).toBe(true)
    expect((await link.closed).code).toBe(1008)
    const gone = await open('gone')
    const removal = { username: ADMIN, password: sha256(ADMIN_PASSWORD), editingName: 'gone' }
    await callHttp(server, 'DELETE', accountPath, { body: removal })
    expect((await gone.closed).code).toBe(1008)
    const again = await ChannelClient.connect(server.ports.main, MONITOR_PATH)
    await again.request('DB1', { U: 'other', P: sha256(ADMIN_PASSWORD) })
    expect((await again.request('DB9')).fields).toMatchObject(failedMessage('permission-denied'))
    await again.close()
  })
})
