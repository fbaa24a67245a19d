// Groups and their links, changed by an administrator while the server runs and users watch.
import { type GroupLink, groupLinkPath, userGroupPath } from '@fleetglass/contract/groups'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { CameraDevice } from '../../../test/devices/camera-device.ts'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { StreamClient } from '../../../test/stream-client.ts'
import { systemClock } from '../../platform/clock/index.ts'

const VAN = '12345678999'
let server: TestServer
let admin: ChannelClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login()
  for (const deviceId of [VAN, 'bus']) await admin.request('D01', { A: deviceId, C: '2' })
})
afterAll(async () => {
  await admin.close()
  await server.close()
})

const call = async (method: string, path: string, body: object = {}, username = ADMIN) =>
  callHttp(server, method, path, { body: { username, password: sha256(ADMIN_PASSWORD), ...body } })
const authorization = `Basic ${Buffer.from(`${ADMIN}:${sha256(ADMIN_PASSWORD)}`).toString('base64')}`
const read = async (path: string) => (await callHttp(server, 'GET', path, { headers: { authorization } })).body
interface Row {
  readonly groupid: string
  readonly parentid: string | null
  readonly name: string
}
const rows = (body: unknown) => body as readonly Row[]
const add = async (parentid: string, newChildrenName: string): Promise<string> => {
  const { body } = await call('POST', userGroupPath, { parentid, newChildrenName })
  const added = rows(body).find((group) => group.parentid === parentid && group.name === newChildrenName)
  if (added === undefined) throw new Error(JSON.stringify(body))
  return added.groupid
}
const loginAs = async (user: string): Promise<ChannelClient> => {
  const client = await server.connect()
  await client.login(user, ADMIN_PASSWORD)
  return client
}
const groups = async () => rows(await read(userGroupPath))
const links = async () => (await read(groupLinkPath)) as unknown as readonly GroupLink[]
const link = (groupid: string, deviceid: string) => call('POST', groupLinkPath, { groupid, deviceid })
const unlink = (groupid: string, deviceid: string) => call('DELETE', groupLinkPath, { groupid, deviceid })

describe('changes of the tree', () => {
  it('[API2-052] [API2-053] [API2-057] [GRP-10] POST adds a child and answers with every group, which GET lists too', async () => {
    const { status, body } = await call('POST', userGroupPath, { parentid: 'root', newChildrenName: 'North' })
    expect(status).toBe(200)
    expect(body).toEqual([
      { groupid: 'root', parentid: null, name: 'All' },
      { groupid: expect.any(String), parentid: 'root', name: 'North' },
    ])
    expect(await groups()).toEqual(body)
  })

  it('[GRP-30] each child gets an id of its own, and a second one of the same name is refused at its field', async () => {
    const [one, inner] = [await add('root', 'Depot'), await add('root', 'Inner')]
    expect(new Set([one, inner, 'root']).size).toBe(3)
    const twice = await call('POST', userGroupPath, { parentid: 'root', newChildrenName: 'Depot' })
    expect(twice.body).toEqual(failedCall('group-name-taken', { field: 'newChildrenName', name: 'Depot' }))
    // The same name below another parent is another group.
    expect(await add(inner, 'Depot')).not.toBe(one)
    const both = await Promise.all(
      [1, 2].map(() => call('POST', userGroupPath, { parentid: one, newChildrenName: 'X' })),
    )
    expect(both.filter(({ body }) => body.hasError === true)).toHaveLength(1)
  })

  it('[API2-054] [API2-055] [API2-058] PUT renames with newGroupName and moves with newParentid, and needs one of them', async () => {
    const [from, to] = [await add('root', 'from'), await add('root', 'to')]
    const child = await add(from, 'child')
    const renamed = await call('PUT', userGroupPath, { groupid: child, newGroupName: 'renamed' })
    expect(renamed.body).toContainEqual({ groupid: child, parentid: from, name: 'renamed' })
    const moved = await call('PUT', userGroupPath, { groupid: child, newParentid: to })
    expect(moved.body).toContainEqual({ groupid: child, parentid: to, name: 'renamed' })
    for (const change of [{}, { newGroupName: 'a', newParentid: 'root' }]) {
      const { body } = await call('PUT', userGroupPath, { groupid: child, ...change })
      expect(body).toMatchObject({
        hasError: true,
        code: 'invalid-field',
        message: expect.stringMatching(/^newGroupName: /),
      })
    }
    await add(to, 'taken')
    const taken = await call('PUT', userGroupPath, { groupid: child, newGroupName: 'taken' })
    expect(taken.body).toMatchObject({ code: 'group-name-taken' })
    await add(from, 'renamed')
    const place = await call('PUT', userGroupPath, { groupid: child, newParentid: from })
    expect(place.body).toEqual(failedCall('group-name-taken', { field: 'newParentid', name: 'renamed' }))
  })

  it('[GRP-31] a group is not moved into itself or below itself, and root is neither moved nor deleted', async () => {
    const top = await add('root', 'top')
    const below = await add(await add(top, 'middle'), 'below')
    for (const newParentid of [top, below]) {
      const { body } = await call('PUT', userGroupPath, { groupid: top, newParentid })
      expect(body).toEqual(failedCall('group-cycle', { field: 'newParentid' }))
    }
    expect((await call('PUT', userGroupPath, { groupid: 'root', newParentid: top })).body).toEqual(
      failedCall('root-group'),
    )
    expect((await call('DELETE', userGroupPath, { groupid: 'root' })).body).toEqual(failedCall('root-group'))
    for (const groupid of ['1', '999', '', '1e3', '-1', top.padStart(20, '0')]) {
      expect((await call('DELETE', userGroupPath, { groupid })).body).toMatchObject({ hasError: true })
    }
    expect((await groups()).filter(({ name }) => ['top', 'middle', 'below'].includes(name))).toHaveLength(3)
  })

  it('[API2-056] [GRP-31] DELETE says what a group is still used for, and takes its links along', async () => {
    const used = await add('root', 'used')
    const child = await add(used, 'child of used')
    await addUsers(server, { name: 'member', groupId: Number(child) })
    const remove = (groupid: string) => call('DELETE', userGroupPath, { groupid })
    expect((await remove(used)).body).toEqual(failedCall('group-has-children', { name: 'used', count: 1 }))
    expect((await remove(child)).body).toEqual(failedCall('group-has-users', { name: 'child of used', count: 1 }))
    await server.directory.accounts.remove('member')
    await link(child, 'bus')
    expect(rows((await remove(child)).body).map(({ groupid }) => groupid)).not.toContain(child)
    expect((await links()).filter(({ deviceid }) => deviceid === 'bus')).toEqual([{ groupid: 'root', deviceid: 'bus' }])
    expect((await remove(used)).status).toBe(200)
  })

  it('names with quotes, markup and letters from right to left are stored as they are', async () => {
    for (const name of [`O'Brien "A" <b>&amp;`, 'شمال\u200f', '𠮷'.repeat(64), ' spaces ']) {
      const groupid = await add('root', name)
      expect((await groups()).find((group) => group.groupid === groupid)?.name).toBe(name)
    }
  })

  it('names that are empty, too long or hide what they are are refused with the name of the field', async () => {
    const one = await add('root', 'to rename')
    for (const name of ['', '   ', 'x'.repeat(500), 'x'.repeat(65), 'a\nb', 'a\u202eb', 'a\u0007', '\ud800', 7]) {
      const added = await call('POST', userGroupPath, { parentid: 'root', newChildrenName: name })
      expect(added.body.message, JSON.stringify(name)).toMatch(/^newChildrenName: /)
      const renamed = await call('PUT', userGroupPath, { groupid: one, newGroupName: name })
      expect(renamed.body.message, JSON.stringify(name)).toMatch(/^newGroupName: /)
    }
  })
})

describe('links of groups and devices', () => {
  it('[API2-059] [API2-060] [API2-061] [GRP-12] POST adds one, DELETE removes one, and both answer with the list that GET has', async () => {
    const [east, west] = [await add('root', 'East'), await add('root', 'West')]
    expect((await link(east, 'bus')).body).toContainEqual({ groupid: east, deviceid: 'bus' })
    const { body } = await link(west, 'bus')
    expect(body).toEqual(await links())
    expect((await links()).filter(({ deviceid }) => deviceid === 'bus')).toEqual([
      { groupid: east, deviceid: 'bus' },
      { groupid: west, deviceid: 'bus' },
    ])
    const { body: left } = await unlink(east, 'bus')
    expect(left).toEqual(await links())
    expect(left).not.toContainEqual({ groupid: east, deviceid: 'bus' })
    expect((await unlink(west, 'bus')).body).toContainEqual({ groupid: 'root', deviceid: 'bus' })
  })

  it('[API2-062] a link that is there already makes no second row, and one that is not there is no error to remove', async () => {
    const east = await add('root', 'Twice')
    await link(east, 'bus')
    const { status, body } = await link(east, 'bus')
    expect(status).toBe(200)
    expect((body as unknown as GroupLink[]).filter(({ deviceid }) => deviceid === 'bus')).toHaveLength(1)
    expect((await unlink(await add('root', 'Without'), 'bus')).status).toBe(200)
    expect((await unlink(east, 'nobody')).status).toBe(200)
    await unlink(east, 'bus')
    expect((await unlink('root', 'bus')).body).toEqual(failedCall('device-needs-group'))
  })

  it('[RIGHT2-38] [RIGHT2-10] [RIGHT2-11] only permission 0 reads links and changes groups, whatever the console shows', async () => {
    await addUsers(server, { name: 'one', permission: 1 })
    const calls = [
      ['POST', userGroupPath, { parentid: 'root', newChildrenName: 'no' }],
      ['PUT', userGroupPath, { groupid: 'root', newGroupName: 'no' }],
      ['DELETE', userGroupPath, { groupid: 'root' }],
      ['POST', groupLinkPath, { groupid: 'root', deviceid: 'bus' }],
      ['DELETE', groupLinkPath, { groupid: 'root', deviceid: 'bus' }],
    ] as const
    for (const [method, path, body] of calls) expect((await call(method, path, body, 'one')).status).toBe(403)
    const basic = `Basic ${Buffer.from(`one:${sha256(ADMIN_PASSWORD)}`).toString('base64')}`
    const { status } = await callHttp(server, 'GET', groupLinkPath, { headers: { authorization: basic } })
    expect(status).toBe(403)
  })
})

describe('users of a group', () => {
  it('[GRP-28] [GRP-29] see the devices linked to it or below it from the next list on, and root sees those in no group', async () => {
    const area = await add('root', 'Area')
    const below = await add(area, 'Below')
    await addUsers(server, { name: 'of area', groupId: Number(area) }, { name: 'of root' })
    const user = await loginAs('of area')
    const seen = async (client: ChannelClient) => (await client.list('Q03')).rows.map(([id]) => id).sort()
    expect(await seen(user)).toEqual([])
    await link(below, 'bus')
    expect(await seen(user)).toEqual(['bus'])
    await unlink(below, 'bus')
    expect(await seen(user)).toEqual([])
    const everywhere = await loginAs('of root')
    expect(await seen(everywhere)).toEqual([VAN, 'bus'])
    await user.close()
    await everywhere.close()
  })
})

describe('a live stream', () => {
  let camera: CameraDevice
  let [area, inner] = ['', '']
  beforeAll(async () => {
    area = await add('root', 'Watched')
    inner = await add(area, 'Watched too')
    await addUsers(server, { name: 'watcher', permission: 1, groupId: Number(area) })
    camera = await CameraDevice.connect(server.ports.signalling, VAN, systemClock, { 1: clipVideo(VAN, 1) })
  })
  afterAll(() => camera.close())

  it.each([
    ['the device leaves the group', () => unlink(inner, VAN)],
    ['the group moves elsewhere', () => call('PUT', userGroupPath, { groupid: inner, newParentid: 'root' })],
    ['the group is deleted', () => call('DELETE', userGroupPath, { groupid: inner })],
  ])('ends within a second for users who do not see the device any more after %s', async (_, change) => {
    await call('PUT', userGroupPath, { groupid: inner, newParentid: area })
    await link(inner, VAN)
    const viewer = await StreamClient.open(server.ports.streams, { deviceid: VAN, channel: 1, user: 'watcher' })
    await viewer.until(() => viewer.video.length >= 1, 'a picture')
    await change()
    const changedMs = performance.now()
    expect((await viewer.closed).code).toBe(4404)
    expect(performance.now() - changedMs).toBeLessThan(1000)
  })
})
