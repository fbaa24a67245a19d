import {
  type AccessLogRow,
  accessActionPath,
  accessActionsSchema,
  accessLogPath,
  accessLogRowsSchema,
  actionOf,
} from '@fleetglass/contract/access-log'
import { until } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addGroup, addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const password = sha256(ADMIN_PASSWORD)
const period = { afterUpdatetime: '2020-01-01T00:00:00+08:00', beforeUpdatetime: '2100-01-01T00:00:00Z' }

describe('the access log', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    const link = await server.login()
    for (const id of ['van', 'bus']) await link.request('D01', { A: id })
    await link.request('D02', { A: 'bus' })
    await link.close()
    await addGroup(server, { id: 7, name: 'Elsewhere' })
    await addUsers(server, { name: 'elsewhere', groupId: 7 }, { name: 'guest', permission: 3 })
    // A call that the server has no more.
    await changeDatabase(server, (file) => {
      file
        .prepare(`insert into audit_log (time_ms, writer, seq, transport, account, address, action, result, parameters, calls)
          values (?, 1, 1, 'http', 'old', '192.0.2.9', 'GET /gone', 'ok', '{}', 30)`)
        .run(Date.UTC(2026, 0, 1))
    })
  })
  afterAll(() => server.close())

  const rows = async (body: object = {}, username = ADMIN): Promise<AccessLogRow[]> => {
    const { text } = await callHttp(server, 'POST', accessLogPath, { body: { username, password, ...period, ...body } })
    return accessLogRowsSchema.parse(JSON.parse(text))
  }
  const headers = { authorization: `Basic ${Buffer.from(`${ADMIN}:${password}`).toString('base64')}` }
  const catalogue = async () =>
    accessActionsSchema.parse(JSON.parse((await callHttp(server, 'GET', accessActionPath, { headers })).text))

  it('[ACCLOG-04] [ACCLOG-05] [ACCLOG-11] has messages of the main channel, web calls and the start of the server', async () => {
    const [removal] = await rows({ action: 'Removed device …' })
    expect(removal).toMatchObject({
      type: 'vcp',
      ip: '127.0.0.1',
      username: ADMIN,
      deviceid: 'bus',
      action: 'Removed device …',
      method: 'D02',
      datetime: expect.any(Number),
    })
    expect(JSON.parse(removal?.data ?? '')).toEqual({ body: { A: 'bus' }, result: 'ok' })
    const saved = { dbmaintain: { events: 30, uslogs: 60, gps: 180 } }
    await callHttp(server, 'PUT', '/gkserver/dbmaintain', { body: { username: ADMIN, password, ...saved } })
    const web = (await rows()).find(({ method }) => method === 'PUT')
    expect(web).toMatchObject({ type: 'web', username: ADMIN, method: 'PUT' })
    expect(JSON.parse(web?.data ?? '')).toMatchObject({ url: '/gkserver/dbmaintain', result: 'ok' })
    expect(web?.data).toContain('{"field":"uslogs","before":180,"after":60}')
    expect(await rows({ action: 'Started the server' })).toMatchObject([{ type: 'gms', username: '', method: 'start' }])
  })

  it('[ACCLOG-06] [ACCLOG-07] [API2-131] answers a catalogue in which each call of the server has its action', async () => {
    const entries = await catalogue()
    expect(entries).toContainEqual({ type: 'vcp', method: 'D02', action: 'Removed device …' })
    expect(entries).toContainEqual({
      type: 'web',
      method: 'GET',
      action: 'Listened to the recorded talk …',
      data: { url: '/gklog/talkaudio/%' },
    })
    for (const { kind, name, audit } of server.endpoints) {
      const [method = '', url = ''] = name.startsWith('/') ? ['GET', name] : name.split(' ', 2)
      const call =
        kind === 'message' ? ({ type: 'vcp', method: name } as const) : ({ type: 'web', method, url } as const)
      expect(actionOf(entries, call), name).toBe(audit.replaceAll(/\{\w+\}/g, '…'))
    }
  })

  it('[ACCLOG-12] an entry that matches nothing has an empty action, and an action returns only its own rows', async () => {
    const [old] = await rows({ member: 'old' })
    expect(old).toMatchObject({ action: '', method: 'GET', ip: '192.0.2.9' })
    expect(JSON.parse(old?.data ?? '')).toEqual({ url: '/gone', body: {}, result: 'ok', calls: 30 })
    const added = await rows({ action: 'Added device …' })
    expect(added.length + (await rows({ action: 'Removed device …' })).length).toBeGreaterThan(0)
    for (const action of new Set((await rows()).map((row) => row.action))) {
      if (action === '') continue
      expect(new Set((await rows({ action })).map((row) => row.action)), action).toEqual(new Set([action]))
    }
    expect(await rows({ action: 'No such action' })).toEqual([])
  })

  it('[API2-132] [API2-134] finds by address, user, action and period, newest first', async () => {
    const all = await rows()
    const times = all.map(({ datetime }) => datetime)
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect(await rows({ offset: 1, limit: 1 })).toEqual(all.slice(1, 2))
    expect(await rows({ ip: '192.0.2.9' })).toHaveLength(1)
    expect(await rows({ ip: '192.0.2.9', member: ADMIN })).toEqual([])
    expect(await rows({ ip: '127.0.0.1', member: ADMIN, action: 'Removed device …' })).toHaveLength(1)
    expect(await rows({ beforeUpdatetime: '2021-01-01T00:00:00Z' })).toEqual([])
    for (const text of ["' or '1'='1", '%', '_'])
      for (const field of ['ip', 'member', 'action']) expect(await rows({ [field]: text })).toEqual([])
  })

  it('[API2-134] has its paths below /gklog, and takes the same period as the stream log and the talk log', async () => {
    const ask = async (path: string, range: object) =>
      JSON.parse(
        (await callHttp(server, 'POST', path, { body: { username: ADMIN, password, ...range } })).text,
      ) as unknown
    const { text } = await callHttp(server, 'GET', '/gklog/accessaction', { headers })
    expect(accessActionsSchema.parse(JSON.parse(text))).not.toEqual([])
    const archive = await callHttp(server, 'POST', '/gklog/accesslogexport', {
      body: { username: ADMIN, password, ...period, filepass: 'x' },
    })
    expect(archive.headers['content-disposition']).toBe('attachment; filename="accesslogs.7z"')
    for (const path of ['/gklog/accesslog', '/gklog/uslog', '/gklog/talklog']) {
      expect(Array.isArray(await ask(path, period)), path).toBe(true)
      for (const end of ['afterUpdatetime', 'beforeUpdatetime'])
        expect(await ask(path, { ...period, [end]: undefined }), path).toMatchObject({ hasError: true })
    }
  })

  it('[RIGHT2-32] leaves out rows of devices that the caller does not see', async () => {
    const devices = async (user: string) => new Set((await rows({}, user)).map(({ deviceid }) => deviceid))
    expect(await devices('guest')).toEqual(new Set(['', 'van', 'bus']))
    expect(await devices('elsewhere')).toEqual(new Set(['']))
  })

  it('[ACCLOG-13] writes passwords, hashes and keys as ***', async () => {
    const marked = 'marked-secret-1234567890'
    await callHttp(server, 'PUT', '/gkserver/email', {
      body: { username: ADMIN, password, email: { pass: marked, server: 'mail.test' } },
    })
    await callHttp(server, 'POST', accessLogPath, { body: { username: ADMIN, password: sha256(marked), ...period } })
    let texts: string[] = []
    await until('the reads are written', async () => {
      texts = (await rows()).map(({ data }) => data)
      return texts.length > 5
    })
    for (const text of texts)
      for (const secret of [marked, sha256(marked), password, ADMIN_PASSWORD]) expect(text).not.toContain(secret)
  })
})
