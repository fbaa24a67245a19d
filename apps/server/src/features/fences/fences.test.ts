import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CORNERS_MAX,
  emptyFence,
  FENCE_SLOTS,
  type Fence,
  fenceListPath,
  fenceListSchema,
  fencePath,
  fenceSchema,
  SHAPES_MAX,
  shapesPath,
  shapesSchema,
} from '@fleetglass/contract/fences'
import { placeFrom } from '@fleetglass/geo'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addGroup, addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { DrivenDevice, eastOf, TOWN, toldOf } from '../../../test/devices/driven-device.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp, type HttpAnswer } from '../../../test/http-client.ts'
import { refusedCall } from '../../../test/refusals.ts'

const DEVICES = Array.from({ length: 10 }, (_, n) => `1380000000${n}`)
const [VAN, BUS] = DEVICES as [string, string]
const depot: Fence = {
  title: 'depot',
  enable: 1,
  lat: TOWN.lat,
  lng: TOWN.lng,
  radius: 300,
  trigger_in: 1,
  trigger_out: 1,
  devices: [VAN],
}

const data = mkdtempSync(join(tmpdir(), 'fleetglass-fences-'))
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ data })
  const admin = await server.login()
  for (const id of DEVICES) await admin.request('D01', { A: id, C: '1' })
  await admin.close()
  await addGroup(server, { id: 2, name: 'elsewhere' })
  await addUsers(
    server,
    { name: 'one', permission: 1 },
    { name: 'two', permission: 2 },
    { name: 'elsewhere', permission: 1, groupId: 2 },
  )
})
afterAll(async () => {
  await server.close()
  rmSync(data, { recursive: true })
})

const call = (method: string, path: string, body: object = {}, user: string = ADMIN): Promise<HttpAnswer> =>
  callHttp(server, method, path, { body: { username: user, password: sha256(ADMIN_PASSWORD), ...body } })

/** A read carries its credentials in a header. */
async function read(path: string, user: string | null = ADMIN): Promise<unknown> {
  const token = Buffer.from(`${user}:${sha256(ADMIN_PASSWORD)}`).toString('base64')
  const { text } = await callHttp(
    server,
    'GET',
    path,
    user === null ? {} : { headers: { authorization: `Basic ${token}` } },
  )
  return JSON.parse(text) as unknown
}
const save = (index: number, fence: object, user?: string) => call('PUT', fencePath(index), fence, user)
const fenceAt = async (index: number): Promise<Fence> => fenceSchema.parse(await read(fencePath(index)))

describe('fences', () => {
  const empty = {
    title: '',
    enable: 0,
    lat: 0,
    lng: 0,
    radius: 0,
    trigger_in: 0,
    trigger_out: 0,
    devices: [],
  }

  it('[FENCE-25] [API1-11] [API1-48] the list has 32 slots from 0 to 31 in order, and an unused one has nothing in it', async () => {
    const list = fenceListSchema.parse(await read(fenceListPath))
    expect(list.map(({ index }) => index)).toEqual(Array.from({ length: 32 }, (_, index) => index))
    expect(FENCE_SLOTS).toBe(32)
    expect(list[31]).toEqual({ index: 31, ...empty })
  })

  it('[FENCE-21] [API1-12] one slot has the eight fields of a fence, and a slot that does not exist is refused', async () => {
    expect(await read(fencePath(31))).toEqual(empty)
    for (const index of ['32', '-1', '1.5', 'x']) {
      expect(await read(`/gkserver/fence/${index}`)).toEqual(refusedCall('invalid-fence-index', { most: 31 }))
    }
  })

  it('[API1-13] what is saved is what a following GET tells, and the list; it is emptied again with zeros', async () => {
    const fence = { ...depot, devices: [BUS, VAN, VAN] }
    expect((await save(7, fence)).body).toMatchObject({ hasError: false, message: expect.stringMatching(/saved/) })
    const saved = { ...depot, devices: [BUS, VAN] }
    expect(await fenceAt(7)).toEqual(saved)
    expect(fenceListSchema.parse(await read(fenceListPath))[7]).toEqual({ index: 7, ...saved })
    await save(7, { ...emptyFence })
    expect(await fenceAt(7)).toEqual(emptyFence)
  })

  it.each([
    ['a quote', { title: "driver's home" }, /title.*quote/],
    ['a control character', { title: 'a\u0007' }, /title.*control/],
    ['no title', { title: '' }, /title.*empty/],
    ['a title without end', { title: 'x'.repeat(61) }, /title.*60/],
    ['half a metre', { radius: 10.5 }, /radius.*whole/],
    ['no radius', { radius: 0 }, /radius.*at least/],
    ['a radius below nothing', { radius: -5 }, /radius.*below 0/],
    ['the radius of a planet', { radius: 6_371_000 }, /radius.*100 km/],
    ['beyond the pole', { lat: 90.1 }, /lat.*pole/],
    ['beyond the earth', { lng: -180.5 }, /lng.*180/],
    ['no number', { lat: '24' }, /lat.*number/],
    ['enabled nowhere', { lat: 0, lng: 0 }, /enable.*without a place/],
    ['half enabled', { enable: 2 }, /enable.*0 nor 1/],
    ['a device that is not there', { devices: [VAN, '99999999999'] }, /no such device: 99999999999/],
    ['no list of devices', { devices: 'all' }, /devices.*list/],
    ['a device that is none', { devices: [{}] }, /devices/],
  ])('[FENCE-29] %s is refused with a sentence, and the fence stays as it was', async (_, over, sentence) => {
    await save(3, depot)
    expect((await save(3, { ...depot, ...over })).body).toMatchObject({
      hasError: true,
      message: expect.stringMatching(sentence),
    })
    expect(await fenceAt(3)).toEqual(depot)
    const elsewhere = { ...depot, devices: [VAN, '99999999999'] }
    expect((await save(3, elsewhere)).body).toEqual(refusedCall('unknown-device-listed', { deviceId: '99999999999' }))
    expect((await save(32, depot)).body).toEqual(refusedCall('invalid-fence-index', { most: 31 }))
  })

  it('[API1-45] [RIGHT1-15] reading asks for a login and tells of devices one sees, what is for others is an empty slot; permission 0 alone changes', async () => {
    await save(4, depot)
    expect(await read(fenceListPath, null)).toMatchObject({ hasError: true })
    expect(await read(fencePath(4), 'elsewhere')).toEqual(emptyFence)
    expect(fenceListSchema.parse(await read(fenceListPath, 'elsewhere'))[4]).toEqual({ index: 4, ...emptyFence })
    expect(await read(fencePath(4), 'two')).toEqual(depot)
    for (const user of ['one', 'two']) {
      const denied = await save(4, { ...depot, title: 'mine' }, user)
      expect([denied.status, denied.body]).toMatchObject([403, refusedCall('permission-denied')])
    }
    expect((await callHttp(server, 'PUT', fencePath(4), { body: depot })).status).toBe(401)
    expect(await fenceAt(4)).toEqual(depot)
    await save(4, emptyFence)
  })
})

describe('shapes', () => {
  const corners = [0, 120, 240].map((heading) => placeFrom(TOWN, heading, 400))
  const polygon = {
    kind: 'polygon',
    title: 'yard',
    enable: 1,
    points: corners,
    trigger_in: 1,
    trigger_out: 0,
    devices: [BUS],
  }
  const shapes = async () => shapesSchema.parse(await read(shapesPath))

  it('[RIGHT1-15] are saved, changed, listed and removed, by permission 0 alone', async () => {
    const { body } = await call('POST', shapesPath, polygon)
    expect(body).toMatchObject({ hasError: false, id: 1 })
    const line = { ...polygon, kind: 'line', title: 'dam', points: corners.slice(0, 2), reach: 50 }
    expect((await call('POST', shapesPath, line)).body).toMatchObject({ id: 2 })
    await call('POST', shapesPath, { ...polygon, id: 1, title: 'the yard' })
    expect(await shapes()).toMatchObject([
      { id: 1, title: 'the yard', kind: 'polygon', reach: 0, points: corners, devices: [BUS] },
      { id: 2, kind: 'line', reach: 50 },
    ])
    // Of others it tells nothing; what is for no device is for all who may look.
    await call('POST', shapesPath, { ...polygon, id: 2, title: 'everywhere', devices: [] })
    expect(shapesSchema.parse(await read(shapesPath, 'elsewhere')).map(({ id }) => id)).toEqual([2])
    expect(shapesSchema.parse(await read(shapesPath, 'two')).map(({ id }) => id)).toEqual([1, 2])
    expect((await call('POST', shapesPath, polygon, 'one')).status).toBe(403)
    expect((await call('DELETE', shapesPath, { id: 2 }, 'two')).status).toBe(403)
    for (const id of [1, 2]) expect((await call('DELETE', shapesPath, { id })).body).toMatchObject({ hasError: false })
    expect((await call('DELETE', shapesPath, { id: 1 })).body).toEqual(refusedCall('unknown-shape'))
    expect((await call('POST', shapesPath, { ...polygon, id: 1 })).body).toEqual(refusedCall('unknown-shape'))
    expect(await shapes()).toEqual([])
  })

  it('saved at once have an id each, and none that is removed meanwhile comes back', async () => {
    const saved = await Promise.all(
      ['a', 'b', 'c', 'd'].map((title) => call('POST', shapesPath, { ...polygon, title })),
    )
    const ids = saved.map(({ body }) => (body as { id?: number }).id)
    expect([...ids].sort()).toEqual([1, 2, 3, 4])
    expect((await shapes()).map(({ title }) => title).sort()).toEqual(['a', 'b', 'c', 'd'])
    await Promise.all(
      [1, 2, 3, 4].flatMap((id) => [
        call('DELETE', shapesPath, { id }),
        call('POST', shapesPath, { ...polygon, id, title: 'again' }),
      ]),
    )
    const left = await shapes()
    for (const { id } of left) await call('DELETE', shapesPath, { id })
    // Whoever came first: a removal behind its save leaves nothing, a save behind the removal is refused.
    expect(left).toEqual([])
  })

  it('are at most 2000, and a removed one makes place for another', async () => {
    const { body: first } = await call('POST', shapesPath, { ...polygon, devices: [] })
    expect(first).toMatchObject({ id: 1 })
    await server.close()
    // The server reads them at its start.
    const file = new BetterSqlite3(join(data, 'fleetglass.sqlite'))
    file.exec(`with recursive counted(n) as (select 2 union all select n + 1 from counted where n < ${SHAPES_MAX})
      insert into rules (family, slot, title, enabled, tells_in, tells_out, saved_s, figure, device_keys)
      select family, n, title, enabled, tells_in, tells_out, saved_s, figure, device_keys from rules, counted
      where family = 'shape'`)
    file.close()
    server = await startTestServer({ data })
    expect(await shapes()).toHaveLength(SHAPES_MAX)
    expect((await call('POST', shapesPath, polygon)).body).toEqual(refusedCall('too-many-shapes', { most: SHAPES_MAX }))
    await call('DELETE', shapesPath, { id: 7 })
    expect((await call('POST', shapesPath, polygon)).body).toMatchObject({ id: 7 })
    await server.close()
    const full = new BetterSqlite3(join(data, 'fleetglass.sqlite'))
    full.exec("delete from rules where family = 'shape'")
    full.close()
    server = await startTestServer({ data })
  })

  it.each([
    ['edges that cross', { points: [45, 225, 135, 315].map((heading) => placeFrom(TOWN, heading, 400)) }, /cross/],
    ['two corners', { points: corners.slice(1) }, /three corners/],
    ['no corners', { points: [] }, /three corners/],
    [
      '10 000 corners',
      { points: Array.from({ length: 10_000 }, (_, n) => placeFrom(TOWN, n / 28, 400)) },
      /more than 500/,
    ],
    ['a corner beyond the pole', { points: [...corners, { lat: 91, lng: 0 }] }, /pole/],
    ['half of the earth', { points: [...corners, { lat: 1, lng: -170 }] }, /degrees of longitude/],
    ['a line of one place', { kind: 'line', reach: 9, points: corners.slice(2) }, /two places/],
    ['a line without a width', { kind: 'line', points: corners }, /reach/],
    ['a line as wide as a country', { kind: 'line', reach: 100_000, points: corners }, /reach/],
    ['a circle', { kind: 'circle' }, /kind/],
    ['a title of nothing', { title: '' }, /title/],
    ['a foreign device', { devices: ['nobody'] }, /no such device/],
  ])('of %s are refused', async (_, over, sentence) => {
    const { body } = await call('POST', shapesPath, { ...polygon, ...over })
    expect(body).toMatchObject({ hasError: true, message: expect.stringMatching(sentence) })
    expect(CORNERS_MAX).toBe(500)
  })
})

describe('a fence that is watched', () => {
  const nowS = (): number => Math.floor(Date.now() / 1000)
  const told = (deviceId: string, sinceS?: number) =>
    toldOf(server, deviceId, { password: ADMIN_PASSWORD, ...(sinceS !== undefined && { sinceS }) })

  it('[FENCE-28] each entry of an assigned device is event 51 where trigger_in is 1, each exit event 52 where trigger_out is 1, with the title', async () => {
    const device = DEVICES[2] as string
    const others = DEVICES[1] as string
    const watched = { ...depot, devices: [device] }
    await save(10, { ...watched, title: 'only in', trigger_out: 0 })
    await save(11, { ...watched, title: 'only out', trigger_in: 0 })
    await save(12, { ...watched, title: 'neither', trigger_in: 0, trigger_out: 0 })
    await save(13, { ...watched, title: 'off', enable: 0 })
    await save(18, { ...watched, title: 'of others', devices: [others] })
    const van = await DrivenDevice.connect(server, device)
    const s = nowS()
    const seen: string[][] = []
    for (const [at, east] of [900, 100, 900, 100].entries()) {
      await van.at(s + at * 20, eastOf(east))
      seen.push(await told(device))
    }
    const [into, out] = ['51 only in', '52 only out']
    expect(seen).toEqual([[], [into], [into, out], [into, out, into]])
    await van.close()
    for (const index of [10, 11, 12, 13, 18]) await save(index, emptyFence)
  })

  it('[FENCE-28] the first position of a device that was never seen, and the first after a save, say where it is and raise nothing', async () => {
    const [, , , , , , , , first, away] = DEVICES as string[]
    await save(10, { ...depot, devices: [first, away] })
    // Behind the second of the save below: nothing but the save itself makes the next position the first.
    const s = nowS()
    const inside = await DrivenDevice.connect(server, first as string)
    const outside = await DrivenDevice.connect(server, away as string)
    // Neither is an entry: one begins within the fence, one beside it.
    await inside.at(s + 40, eastOf(100))
    await outside.at(s + 40, eastOf(900))
    expect([await told(first as string), await told(away as string)]).toEqual([[], []])
    await save(10, { ...depot, devices: [first, away] })
    // Each crosses the border with the first position after the save.
    await inside.at(s + 60, eastOf(900))
    await outside.at(s + 60, eastOf(100))
    expect([await told(first as string), await told(away as string)]).toEqual([[], []])
    await inside.at(s + 80, eastOf(100))
    await outside.at(s + 80, eastOf(900))
    expect([await told(first as string), await told(away as string)]).toEqual([['51 depot'], ['52 depot']])
    await Promise.all([inside.close(), outside.close()])
    await save(10, emptyFence)
  })

  it('[FENCE-28] a fence that is crossed between two positions is entered and left, at the times between them', async () => {
    const device = DEVICES[3] as string
    await save(14, { ...depot, devices: [device] })
    const van = await DrivenDevice.connect(server, device)
    const s = nowS()
    await van.drive([s, eastOf(-1_000)], [s + 100, eastOf(1_000)])
    expect(await told(device, s)).toEqual(['51 depot @35', '52 depot @65'])
    // The same again, and one from before: each is acknowledged, and nothing happens.
    await van.drive([s + 100, eastOf(1_000)], [s + 50, eastOf(0)])
    expect(await told(device)).toHaveLength(2)
    await van.close()
    await save(14, emptyFence)
  })

  it('tells nothing of yesterday, and nothing of a way where a place has only jumped', async () => {
    const device = DEVICES[4] as string
    await save(15, { ...depot, devices: [device] })
    const van = await DrivenDevice.connect(server, device)
    const s = nowS()
    await van.drive(
      ...([
        [s - 86_400, eastOf(2_000)],
        [s - 86_300, eastOf(0)],
        [s, eastOf(-2_000)],
        [s - 80_000, eastOf(0)],
        // A jump to the other side: no way goes through the fence.
        [s + 10, eastOf(2_000)],
      ] as const),
    )
    expect(await told(device)).toEqual([])
    await van.close()
    await save(15, emptyFence)
  })

  it('can be a polygon or a line', async () => {
    const device = DEVICES[5] as string
    const corners = [45, 135, 225, 315].map((heading) => placeFrom(TOWN, heading, 400))
    const flags = { enable: 1, trigger_in: 1, trigger_out: 1, devices: [device] }
    await call('POST', shapesPath, { ...flags, kind: 'polygon', title: 'square', points: corners })
    const across = [placeFrom(eastOf(1_000), 0, 500), placeFrom(eastOf(1_000), 180, 500)]
    await call('POST', shapesPath, { ...flags, kind: 'line', title: 'dam', points: across, reach: 100 })
    const van = await DrivenDevice.connect(server, device)
    const s = nowS()
    await van.drive([s, eastOf(-500)], [s + 100, eastOf(1_500)])
    expect(await told(device, s)).toEqual(['51 square @11', '52 square @39', '51 dam @70', '52 dam @80'])
    await van.close()
  })

  it('of a device that shakes on its border is told 30 times at once, then once in 4 s, and what is so in the end', async () => {
    const device = DEVICES[6] as string
    await save(16, { ...depot, devices: [device] })
    const van = await DrivenDevice.connect(server, device)
    const s = nowS()
    for (let n = 0; n <= 60; n++) van.say(s + n, eastOf(n % 2 === 0 ? 295 : 305))
    await van.at(s + 61, eastOf(320))
    const count = (await told(device)).length
    expect(count).toBeGreaterThanOrEqual(30)
    expect(count).toBeLessThanOrEqual(30 + 61 / 4 + 1)
    await van.at(s + 70, eastOf(320))
    expect((await told(device)).at(-1)).toBe('52 depot')
    await van.close()
  })

  it('is kept over a restart, as is what is known of each device: nothing is told twice, nothing is missed', async () => {
    const device = DEVICES[7] as string
    await save(17, { ...depot, devices: [device] })
    const s = nowS()
    const van = await DrivenDevice.connect(server, device)
    await van.at(s, eastOf(0))
    await van.close()
    await server.close()
    server = await startTestServer({ data })
    expect(await fenceAt(17)).toEqual({ ...depot, devices: [device] })
    const again = await DrivenDevice.connect(server, device)
    await again.at(s, eastOf(0))
    await again.at(s + 60, eastOf(600))
    expect(await told(device, s)).toEqual(['52 depot @30'])
    await again.close()
  })

  it('what reached the disk and was not judged when the server ended is judged after the start, as it would have been', async () => {
    const device = DEVICES[7] as string
    const s = nowS() + 100
    const van = await DrivenDevice.connect(server, device)
    await van.at(s, eastOf(1_000))
    await van.drive([s + 30, eastOf(0)], [s + 60, eastOf(1_000)])
    const wanted = await told(device, s)
    expect(wanted.slice(-2)).toEqual(['51 depot @21', '52 depot @39'])
    await van.close()
    await server.close()
    // The disk as it is when a kill comes between a group of positions and what they led to.
    await changeDatabase({ data }, (file) => {
      const { key } = file.prepare('select key from devices where device_id = ?').get(device) as { key: number }
      file.prepare('delete from events where device_key = ? and time_s > ? and code in (51, 52)').run(key, s)
      file
        .prepare(`update rule_states set judged_s = ?, lng_e6 = ?, within = '[]' where device_key = ?`)
        .run(s, Math.round(eastOf(1_000).lng * 1e6), key)
    })
    server = await startTestServer({ data })
    await until('both are told again', async () => (await told(device, s)).length === wanted.length)
    expect(await told(device, s)).toEqual(wanted)
  })
})
