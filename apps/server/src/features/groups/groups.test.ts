import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addGroup, addUsers, moveDevice } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const data = mkdtempSync(join(tmpdir(), 'fleetglass-test-'))
let server: TestServer
beforeAll(async () => {
  const first = await startTestServer({ data })
  await addGroup(first, { id: 2, name: 'North' })
  await addGroup(first, { id: 3, parentId: 2, name: 'North <b>1</b>' })
  await addGroup(first, { id: 4, name: 'South' })
  const admin = await first.login()
  for (const deviceId of ['root', 'north', 'north-1', 'south']) await admin.request('D01', { A: deviceId, B: '1' })
  await admin.close()
  for (const [deviceId, group] of Object.entries({ north: 2, 'north-1': 3, south: 4 }))
    await moveDevice(first, deviceId, group)
  await addUsers(
    first,
    { name: 'north', groupId: 2 },
    { name: 'chief', permission: 0, groupId: 2 },
    { name: 'everywhere' },
  )
  await first.close()
  server = await startTestServer({ data })
})
afterAll(async () => {
  await server.close()
  rmSync(data, { recursive: true })
})

const credentials = (username: string) => ({ username, password: sha256(ADMIN_PASSWORD) })
const userInfo = (username: string) => callHttp(server, 'POST', '/gkcommon/userinfo', { body: credentials(username) })
const devicesOf = async (username: string, groupid: unknown) =>
  (await callHttp(server, 'POST', '/gkcommon/groupdevicelist', { body: { ...credentials(username), groupid } })).body
const groupsOf = async (username: string) => {
  const authorization = `Basic ${Buffer.from(`${username}:${sha256(ADMIN_PASSWORD)}`).toString('base64')}`
  return (await callHttp(server, 'GET', '/gkserver/usergroup', { headers: { authorization } })).body
}
const NO_GROUP = failedCall('unknown-group')
const root = { groupid: 'root', parentid: null, name: 'All' }
const north = { groupid: '2', parentid: 'root', name: 'North' }
const north1 = { groupid: '3', parentid: '2', name: 'North <b>1</b>' }
const south = { groupid: '4', parentid: 'root', name: 'South' }

describe('user info', () => {
  it('[API1-03] [ENT-071] has the groups directly below the user’s own, each with its id and name', async () => {
    expect((await userInfo(ADMIN)).body.childrens).toEqual([
      { groupid: '2', name: 'North' },
      { groupid: '4', name: 'South' },
    ])
    expect((await userInfo('north')).body.childrens).toEqual([{ groupid: '3', name: 'North <b>1</b>' }])
  })

  it('[API0-17] [ENT-072] has the devices directly in the user’s group', async () => {
    expect((await userInfo(ADMIN)).body.devices).toEqual(['root'])
    expect((await userInfo('north')).body.devices).toEqual(['north'])
  })

  it('[API1-01] [RIGHT2-37] [API2-001] takes the name and the hashed password of the body, and neither a plain nor a wrong one', async () => {
    expect((await userInfo('north')).body.devices).toEqual(['north'])
    const named = credentials('north')
    for (const body of [
      {},
      { username: named.username },
      { password: named.password },
      { ...named, password: ADMIN_PASSWORD },
      { ...named, password: sha256('another') },
      { ...named, username: 'nobody' },
    ]) {
      const answer = await callHttp(server, 'POST', '/gkcommon/userinfo', { body })
      expect([answer.status, answer.body.hasError], JSON.stringify(body)).toEqual([401, true])
    }
  })

  it('[API1-43] the paths without a leading slash are those of the root, and of no other folder', async () => {
    for (const path of ['gkcommon/userinfo', 'gkcommon/groupdevicelist', 'gkevent/eventquery', 'gkdevice/carmemo']) {
      const statusOf = async (of: string) => (await callHttp(server, 'POST', of, { body: credentials(ADMIN) })).status
      expect([path, await statusOf(`/${path}`), await statusOf(`/gkserver/${path}`)]).toEqual([path, 200, 404])
    }
  })

  it('[API1-44] [API2-004] a failure has hasError and a message: 401 for credentials, 403 for a right, 404 for a path, else 200', async () => {
    const asked = async (method: string, path: string, body: object) => {
      const { status, body: received } = await callHttp(server, method, path, { body })
      return [status, received.hasError, received.message]
    }
    const said = expect.stringMatching(/./)
    expect(await asked('POST', '/gkcommon/userinfo', { username: ADMIN, password: sha256('guess') })).toEqual([
      ...[401, true, said],
    ])
    const device = { deviceid: 'new', channel: 4 }
    expect(await asked('PUT', '/gkdevice/device', { ...credentials('north'), ...device })).toEqual([403, true, said])
    expect(await asked('POST', '/gkcommon/nothing', credentials(ADMIN))).toEqual([404, true, said])
    const nowhere = { ...credentials(ADMIN), groupid: '99' }
    expect(await asked('POST', '/gkcommon/groupdevicelist', nowhere)).toEqual([200, true, said])
    const memo = { deviceid: 'root', type: 0, memo: 'a' }
    const written = await asked('PUT', '/gkdevice/carmemo', { ...credentials(ADMIN), ...memo })
    expect(written).toEqual([200, false, expect.any(String)])
  })

  it('[API0-15] [API1-05] [API2-071] has these two and nothing else, at the root of the server', async () => {
    const { status, body } = await userInfo(ADMIN)
    expect([status, Object.keys(body).sort()]).toEqual([200, ['childrens', 'devices']])
    expect(body).toMatchObject({ childrens: [{ groupid: '2' }, { groupid: '4' }], devices: ['root'] })
  })

  it('[API0-16] [API1-04] has hasError when it fails', async () => {
    expect(await userInfo('nobody')).toMatchObject({ status: 401, body: { hasError: true } })
  })
})

describe('devices of a group', () => {
  it('[API0-18] [API0-19] [API1-06] [API2-072] are those that belong directly to the one that is asked for', async () => {
    expect(await devicesOf('north', '2')).toEqual(['north'])
    expect(await devicesOf('north', '3')).toEqual(['north-1'])
    expect(await devicesOf('everywhere', 'root')).toEqual(['root'])
    expect(await devicesOf(ADMIN, '4')).toEqual(['south'])
  })

  it('[API0-20] [API1-07] a group elsewhere is answered like none: hasError', async () => {
    for (const groupid of ['4', 'root', '1', '99', '', 'nonsense'])
      expect(await devicesOf('north', groupid)).toEqual(NO_GROUP)
    expect(await devicesOf('north', undefined)).toMatchObject({ hasError: true })
    expect(await devicesOf('chief', '4')).toEqual(['south'])
  })
})

describe('a device in two groups', () => {
  it('[API0-17] [API0-18] [API1-06] is listed in each of them, to those who see that group', async () => {
    await server.directory.registry.setGroups('south', [4, 3])
    expect(await devicesOf(ADMIN, '4')).toEqual(['south'])
    expect(await devicesOf('north', '3')).toEqual(['north-1', 'south'])
    expect(await devicesOf('north', '4')).toEqual(NO_GROUP)
    await server.directory.registry.setGroups('south', [4])
    expect(await devicesOf('north', '3')).toEqual(['north-1'])
  })
})

describe('groups', () => {
  it('[API0-27] [API0-28] are the user’s own and those below it, for permission 0 all', async () => {
    expect(await groupsOf(ADMIN)).toEqual([root, north, north1, south])
    expect(await groupsOf('everywhere')).toEqual([root, north, north1, south])
    expect(await groupsOf('chief')).toEqual([root, north, north1, south])
    expect(await groupsOf('north')).toEqual([{ ...north, parentid: null }, north1])
  })
})
