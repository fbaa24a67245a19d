import { type ClientRequest, request } from 'node:http'
import {
  BITMAP_MAX_BYTES,
  emptyRoute,
  type PlannedRoute,
  ROUTE_ACCURACY,
  ROUTE_MAX_M,
  routeListPath,
  routeListSchema,
  routePath,
  routeSchema,
} from '@fleetglass/contract/routes'
import { drawCorridor, type Place, placeFrom } from '@fleetglass/geo'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addGroup, addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { DrivenDevice, eastOf, reportedOf, TOWN } from '../../../test/devices/driven-device.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp, type HttpAnswer } from '../../../test/http-client.ts'

const [VAN, BUS] = ['13700000001', '13700000002'] as const

/** Begins to save, and says no more than its head. */
function slowSave(index: number): ClientRequest {
  const headers = { 'content-type': 'application/json', 'content-length': 1_000_000 }
  const target = { host: '127.0.0.1', port: server.ports.http, path: routePath(index), method: 'PUT', agent: false }
  const call = request({ ...target, headers })
  call.on('error', () => undefined)
  call.flushHeaders()
  return call
}

/** A route as the console sends it: its corridor drawn around the way. */
function routeThrough(latlngs: readonly Place[], over: Partial<PlannedRoute> = {}): PlannedRoute {
  const { grid, bytes } = drawCorridor(latlngs, ROUTE_ACCURACY)
  const data = Buffer.from(bytes).toString('base64')
  return { title: 'line 5', enable: 1, ...grid, latlngs: [...latlngs], devices: [VAN], data, ...over }
}
const line5 = routeThrough([eastOf(-2_000), eastOf(0), placeFrom(TOWN, 0, 2_000)])

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const admin = await server.login()
  for (const id of [VAN, BUS]) await admin.request('D01', { A: id, C: '1' })
  await admin.close()
  await addGroup(server, { id: 2, name: 'elsewhere' })
  await addUsers(server, { name: 'one', permission: 1 }, { name: 'elsewhere', permission: 1, groupId: 2 })
})
afterAll(() => server.close())

const save = (index: number, route: object, user: string = ADMIN): Promise<HttpAnswer> =>
  callHttp(server, 'PUT', routePath(index), {
    body: { ...route, username: user, password: sha256(ADMIN_PASSWORD) },
  })
async function read(path: string, user: string | null = ADMIN): Promise<unknown> {
  const token = Buffer.from(`${user}:${sha256(ADMIN_PASSWORD)}`).toString('base64')
  const headers = user === null ? {} : { headers: { authorization: `Basic ${token}` } }
  return JSON.parse((await callHttp(server, 'GET', path, headers)).text) as unknown
}
const routeAt = async (index: number): Promise<PlannedRoute> => routeSchema.parse(await read(routePath(index)))

describe('planned routes', () => {
  it('[ROUTE-33] [API1-08] [API1-48] there are 32 slots from 0 to 31, and an unused one has nothing in it', async () => {
    const list = routeListSchema.parse(await read(routeListPath))
    expect(list.map(({ index, title, enable }) => [index, title, enable])).toEqual(
      Array.from({ length: 32 }, (_, index) => [index, '', 0]),
    )
    expect(await read(routePath(31))).toMatchObject({ title: '', lat: 0, lng: 0, latlngs: [], devices: [] })
    for (const index of ['32', '-1', 'x']) {
      const answer = await read(`/gkserver/track/${index}`)
      expect(answer).toEqual(failedCall('invalid-route-index', { most: 31 }))
    }
  })

  it('[ROUTE-26] [ROUTE-32] [API1-09] [API1-10] GET returns what was saved, field by field', async () => {
    expect((await save(5, line5)).body).toMatchObject({ hasError: false, message: expect.stringMatching(/saved/) })
    const saved = await read(routePath(5))
    expect(saved).toEqual(line5)
    expect(Object.keys(saved as object).sort()).toEqual(
      ['accuracy', 'data', 'devices', 'enable', 'height', 'lat', 'latlngs', 'lng', 'title', 'width'].sort(),
    )
    const { data: _bitmap, ...head } = line5
    expect(routeListSchema.parse(await read(routeListPath))[5]).toEqual({ index: 5, ...head })
    await save(5, emptyRoute)
    expect(await routeAt(5)).toEqual(emptyRoute)
  })

  it('[API1-45] [API1-46] [RIGHT1-15] a write carries credentials and needs permission 0; a read needs a login', async () => {
    await save(6, line5)
    expect((await callHttp(server, 'PUT', routePath(6), { body: line5 })).status).toBe(401)
    const denied = await save(6, { ...line5, title: 'mine' }, 'one')
    expect([denied.status, denied.body]).toMatchObject([403, failedCall('permission-denied')])
    expect(await read(routePath(6), null)).toMatchObject({ hasError: true })
    // What is for devices of others is an empty slot.
    expect(await read(routePath(6), 'elsewhere')).toEqual(emptyRoute)
    expect(routeListSchema.parse(await read(routeListPath, 'elsewhere'))[6]).toMatchObject({ title: '', latlngs: [] })
    expect(await routeAt(6)).toEqual(line5)
    await save(6, emptyRoute)
  })

  it('[ROUTE-30] takes the bitmap of a way of 50 km, and reads each cell as it was drawn', async () => {
    const way = [TOWN, placeFrom(TOWN, 45, ROUTE_MAX_M - 10)]
    const long = routeThrough(way)
    expect(long.data.length).toBeGreaterThan(1_000_000)
    expect((await save(8, long)).body).toMatchObject({ hasError: false })
    expect((await routeAt(8)).data).toBe(long.data)
    expect((await save(8, routeThrough([TOWN, placeFrom(TOWN, 45, ROUTE_MAX_M + 1_000)]))).body).toMatchObject({
      hasError: true,
      message: expect.stringMatching(/latlngs.*longer than 50 km/),
    })
    await save(8, emptyRoute)
  })

  it.each([
    ['a quote', { title: "the driver's" }, /title.*quote/],
    ['no title', { title: '' }, /title.*empty/],
    ['one marker', { latlngs: line5.latlngs.slice(1, 2) }, /latlngs.*two markers/],
    ['no markers', { latlngs: [] }, /enable.*without markers/],
    ['a marker off the earth', { latlngs: [TOWN, { lat: 24, lng: 200 }] }, /180/],
    ['a row less than its bitmap', { height: line5.height - 1 }, /data.*cells/],
    ['a column of bytes more', { width: line5.width + 8 }, /data.*cells/],
    ['a byte less', { data: Buffer.from(line5.data, 'base64').subarray(1).toString('base64') }, /data.*cells/],
    ['what is no base64', { data: '%'.repeat(line5.data.length) }, /data.*base64/],
    ['no corridor', { width: 0, height: 0, data: '' }, /data.*empty/],
    ['half cells', { width: 10.5 }, /width.*whole/],
    ['another accuracy', { accuracy: 0 }, /accuracy/],
    ['a bitmap that leaves the earth', { lat: 89.9999 }, /beyond the earth/],
    ['a bitmap as large as a country', { width: 28_000, height: 28_000 }, /too large/],
    ['a foreign device', { devices: [VAN, '99999999999'] }, /no such device: 99999999999/],
  ])('of %s are refused with a sentence', async (_, over, sentence) => {
    const { body } = await save(9, { ...line5, ...over })
    expect(body).toMatchObject({ hasError: true, message: expect.stringMatching(sentence) })
    expect(await routeAt(9)).toEqual(emptyRoute)
  })

  it('a body beyond the bound of a bitmap is refused, and few are read at once', async () => {
    const huge = { ...line5, data: 'A'.repeat(BITMAP_MAX_BYTES * 2) }
    expect((await save(9, huge)).body).toMatchObject({ hasError: true, message: expect.stringMatching(/large/) })
    const slow = Array.from({ length: 4 }, () => slowSave(9))
    const tooMany = failedCall('too-many-saves')
    const isRead = async (): Promise<boolean> => (await save(9, emptyRoute)).body.message !== tooMany.message
    await until('no further one is read', async () => !(await isRead()))
    // Unauthenticated callers do not keep out those who send credentials in the header.
    const token = Buffer.from(`${ADMIN}:${sha256(ADMIN_PASSWORD)}`).toString('base64')
    const known = { headers: { authorization: `Basic ${token}` }, body: emptyRoute }
    expect((await callHttp(server, 'PUT', routePath(9), known)).body).not.toEqual(tooMany)
    for (const call of slow) call.destroy()
    await until('another one is read', isRead)
  })

  it('[ROUTE-35] a device that enters and leaves the corridor of an enabled route raises 51 and 52 with its title', async () => {
    await save(0, line5)
    await save(1, { ...line5, title: 'off', enable: 0 })
    await save(2, { ...line5, title: 'of others', devices: [BUS] })
    const van = await DrivenDevice.connect(server, VAN)
    const s = Math.floor(Date.now() / 1000)
    // Along it, off it by 300 m, and back over a fix in between.
    await van.drive(
      [s, eastOf(-1_500)],
      [s + 60, eastOf(-500)],
      [s + 80, placeFrom(eastOf(-500), 180, 300)],
      [s + 100, placeFrom(eastOf(-500), 0, 300)],
      [s + 140, eastOf(-100)],
    )
    const received = await reportedOf(server, VAN, { password: ADMIN_PASSWORD, sinceS: s })
    expect(received.map((line) => line.split(' @')[0])).toEqual(['52 line 5', '51 line 5', '52 line 5', '51 line 5'])
    const times = received.map((line) => Number(line.split('@')[1]))
    // A corridor of 5 cells reaches some 28 m to each side.
    expect(times[0]).toBeGreaterThanOrEqual(61)
    expect(times[0]).toBeLessThanOrEqual(63)
    expect(Math.abs((times[1] ?? 0) - 89)).toBeLessThanOrEqual(1)
    expect(Math.abs((times[2] ?? 0) - 91)).toBeLessThanOrEqual(1)
    await van.close()
  })
})
