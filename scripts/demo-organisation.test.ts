import { groupLinkPath, groupLinksSchema, groupListSchema, userGroupPath } from '@fleetglass/contract/groups'
import { userListPath, userListSchema } from '@fleetglass/contract/users'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../apps/server/test/harness.ts'
import { callHttp } from '../apps/server/test/http-client.ts'
import { hashPassword, Operator } from '../tools/site/operator.ts'
import { addOrganisation, addToDepots, DEMO_USERS, type DemoServer } from './demo-organisation.ts'

const VEHICLES = 8

let server: TestServer
let operator: Operator
let demo: DemoServer

const login = (user: string, password: string) =>
  Operator.login({ host: '127.0.0.1', mainPort: server.ports.main, streamPort: server.ports.streams }, user, password)

beforeAll(async () => {
  server = await startTestServer()
  operator = await login(ADMIN, ADMIN_PASSWORD)
  demo = {
    request: (code, fields, payload) => operator.request(code, fields, payload),
    httpUrl: server.url,
    user: ADMIN,
    password: ADMIN_PASSWORD,
  }
  for (let n = 0; n < VEHICLES; n++) await operator.request('D01', { A: `van${n}`, C: '4', F: '1' })
})
afterAll(async () => {
  operator.close()
  await server.close()
})

async function lists() {
  const read = async (method: string, path: string) => {
    const body = { username: ADMIN, password: hashPassword(ADMIN_PASSWORD) }
    const authorization = `Basic ${Buffer.from(`${body.username}:${body.password}`).toString('base64')}`
    const call = method === 'GET' ? { headers: { authorization } } : { body }
    return JSON.parse((await callHttp(server, method, path, call)).text) as unknown
  }
  const groups = groupListSchema.parse(await read('GET', userGroupPath))
  const links = groupLinksSchema.parse(await read('GET', groupLinkPath))
  const nameOf = (id: string | null) => groups.find(({ groupid }) => groupid === id)?.name
  return {
    groups: groups.map(({ name, parentid }) => [name, nameOf(parentid)]),
    users: userListSchema
      .parse(await read('POST', userListPath))
      .map(({ name, permission, groupid }) => [name, permission, nameOf(groupid)]),
    devices: (group: string) =>
      links.filter(({ groupid }) => nameOf(groupid) === group).map(({ deviceid }) => deviceid),
  }
}

it('the demo has a company with two depots, eight vehicles in them, one in both, and two users beside the administrator', async () => {
  expect(await addOrganisation(demo)).toBe(true)
  for (let n = 0; n < VEHICLES; n++) await addToDepots(demo, `van${n}`, n)
  const { groups, users, devices } = await lists()
  expect(groups).toEqual([
    ['All', undefined],
    ['Riverline', 'All'],
    ['Harbour', 'Riverline'],
    ['Station', 'Riverline'],
  ])
  expect(users).toEqual([
    [ADMIN, 0, 'All'],
    ['dispatcher', 2, 'Riverline'],
    ['viewer', 3, 'Harbour'],
  ])
  expect(devices('Harbour').toSorted()).toEqual(['van0', 'van2', 'van4', 'van6'])
  expect(devices('Station').toSorted()).toEqual(['van0', 'van1', 'van3', 'van5', 'van7'])
})

it('the users of the demo log in with the printed passwords, and see the vehicles of their groups', async () => {
  const seen = await Promise.all(
    DEMO_USERS.map(async ({ name, password }) => {
      const link = await login(name, password)
      const rows = await link.devices()
      link.close()
      return [name, rows.length]
    }),
  )
  expect(seen).toEqual([
    ['dispatcher', 8],
    ['viewer', 4],
  ])
})

it('a second start changes nothing', async () => {
  const before = await lists()
  expect(await addOrganisation(demo)).toBe(false)
  const after = await lists()
  expect([after.groups, after.users]).toEqual([before.groups, before.users])
})
