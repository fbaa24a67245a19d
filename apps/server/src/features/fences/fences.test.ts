import {
  CORNERS_MAX,
  emptyFence,
  FENCE_SLOTS,
  fenceListPath,
  fenceListSchema,
  fencePath,
  SHAPES_MAX,
  shapesPath,
  shapesSchema,
} from '@fleetglass/contract/fences'
import { placeFrom } from '@fleetglass/geo'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOWN } from '../../../test/devices/driven-device.ts'
import { failedCall } from '../../../test/failures.ts'
import { callHttp } from '../../../test/http-client.ts'
import { BUS, depot, FenceSite, VAN } from './fences.fixtures.ts'

let site: FenceSite
beforeAll(async () => {
  site = await FenceSite.start()
})
afterAll(() => site.close())

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
    const list = fenceListSchema.parse(await site.read(fenceListPath))
    expect(list.map(({ index }) => index)).toEqual(Array.from({ length: 32 }, (_, index) => index))
    expect(FENCE_SLOTS).toBe(32)
    expect(list[31]).toEqual({ index: 31, ...empty })
  })

  it('[FENCE-21] [API1-12] one slot has the eight fields of a fence, and a slot that does not exist is refused', async () => {
    expect(await site.read(fencePath(31))).toEqual(empty)
    for (const index of ['32', '-1', '1.5', 'x']) {
      expect(await site.read(`/gkserver/fence/${index}`)).toEqual(failedCall('invalid-fence-index', { most: 31 }))
    }
  })

  it('[API1-13] GET and the list return a fence as it was saved, and zeros empty its slot', async () => {
    const fence = { ...depot, devices: [BUS, VAN, VAN] }
    expect((await site.save(7, fence)).body).toMatchObject({ hasError: false, message: expect.stringMatching(/saved/) })
    const saved = { ...depot, devices: [BUS, VAN] }
    expect(await site.fenceAt(7)).toEqual(saved)
    expect(fenceListSchema.parse(await site.read(fenceListPath))[7]).toEqual({ index: 7, ...saved })
    await site.save(7, { ...emptyFence })
    expect(await site.fenceAt(7)).toEqual(emptyFence)
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
    await site.save(3, depot)
    expect((await site.save(3, { ...depot, ...over })).body).toMatchObject({
      hasError: true,
      message: expect.stringMatching(sentence),
    })
    expect(await site.fenceAt(3)).toEqual(depot)
    const elsewhere = { ...depot, devices: [VAN, '99999999999'] }
    expect((await site.save(3, elsewhere)).body).toEqual(
      failedCall('unknown-device-listed', { deviceId: '99999999999' }),
    )
    expect((await site.save(32, depot)).body).toEqual(failedCall('invalid-fence-index', { most: 31 }))
  })

  it('[API1-45] [RIGHT1-15] reading needs a login and returns visible devices only, a fence of other devices is an empty slot; only permission 0 changes fences', async () => {
    await site.save(4, depot)
    expect(await site.read(fenceListPath, null)).toMatchObject({ hasError: true })
    expect(await site.read(fencePath(4), 'elsewhere')).toEqual(emptyFence)
    expect(fenceListSchema.parse(await site.read(fenceListPath, 'elsewhere'))[4]).toEqual({ index: 4, ...emptyFence })
    expect(await site.read(fencePath(4), 'two')).toEqual(depot)
    for (const user of ['one', 'two']) {
      const denied = await site.save(4, { ...depot, title: 'mine' }, user)
      expect([denied.status, denied.body]).toMatchObject([403, failedCall('permission-denied')])
    }
    expect((await callHttp(site.server, 'PUT', fencePath(4), { body: depot })).status).toBe(401)
    expect(await site.fenceAt(4)).toEqual(depot)
    await site.save(4, emptyFence)
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
  const shapes = async () => shapesSchema.parse(await site.read(shapesPath))

  it('[RIGHT1-15] are saved, changed, listed and removed, by permission 0 alone', async () => {
    const { body } = await site.call('POST', shapesPath, polygon)
    expect(body).toMatchObject({ hasError: false, id: 1 })
    const line = { ...polygon, kind: 'line', title: 'dam', points: corners.slice(0, 2), reach: 50 }
    expect((await site.call('POST', shapesPath, line)).body).toMatchObject({ id: 2 })
    await site.call('POST', shapesPath, { ...polygon, id: 1, title: 'the yard' })
    expect(await shapes()).toMatchObject([
      { id: 1, title: 'the yard', kind: 'polygon', reach: 0, points: corners, devices: [BUS] },
      { id: 2, kind: 'line', reach: 50 },
    ])
    // It returns nothing of other devices' fences; every user who may look sees a fence without devices.
    await site.call('POST', shapesPath, { ...polygon, id: 2, title: 'everywhere', devices: [] })
    expect(shapesSchema.parse(await site.read(shapesPath, 'elsewhere')).map(({ id }) => id)).toEqual([2])
    expect(shapesSchema.parse(await site.read(shapesPath, 'two')).map(({ id }) => id)).toEqual([1, 2])
    expect((await site.call('POST', shapesPath, polygon, 'one')).status).toBe(403)
    expect((await site.call('DELETE', shapesPath, { id: 2 }, 'two')).status).toBe(403)
    for (const id of [1, 2])
      expect((await site.call('DELETE', shapesPath, { id })).body).toMatchObject({ hasError: false })
    expect((await site.call('DELETE', shapesPath, { id: 1 })).body).toEqual(failedCall('unknown-shape'))
    expect((await site.call('POST', shapesPath, { ...polygon, id: 1 })).body).toEqual(failedCall('unknown-shape'))
    expect(await shapes()).toEqual([])
  })

  it('saved at once have an id each, and none that is removed meanwhile comes back', async () => {
    const saved = await Promise.all(
      ['a', 'b', 'c', 'd'].map((title) => site.call('POST', shapesPath, { ...polygon, title })),
    )
    const ids = saved.map(({ body }) => (body as { id?: number }).id)
    expect([...ids].sort()).toEqual([1, 2, 3, 4])
    expect((await shapes()).map(({ title }) => title).sort()).toEqual(['a', 'b', 'c', 'd'])
    await Promise.all(
      [1, 2, 3, 4].flatMap((id) => [
        site.call('DELETE', shapesPath, { id }),
        site.call('POST', shapesPath, { ...polygon, id, title: 'again' }),
      ]),
    )
    const left = await shapes()
    for (const { id } of left) await site.call('DELETE', shapesPath, { id })
    // The order decides: a removal behind its save leaves nothing, a save behind the removal is refused.
    expect(left).toEqual([])
  })

  it('are at most 2000, and a removed one makes place for another', async () => {
    const { body: first } = await site.call('POST', shapesPath, { ...polygon, devices: [] })
    expect(first).toMatchObject({ id: 1 })
    // The server reads them at its start.
    await site.restart((file) => {
      file.exec(`with recursive counted(n) as (select 2 union all select n + 1 from counted where n < ${SHAPES_MAX})
      insert into rules (family, slot, title, enabled, tells_in, tells_out, saved_s, figure, device_keys)
      select family, n, title, enabled, tells_in, tells_out, saved_s, figure, device_keys from rules, counted
      where family = 'shape'`)
    })
    expect(await shapes()).toHaveLength(SHAPES_MAX)
    expect((await site.call('POST', shapesPath, polygon)).body).toEqual(
      failedCall('too-many-shapes', { most: SHAPES_MAX }),
    )
    await site.call('DELETE', shapesPath, { id: 7 })
    expect((await site.call('POST', shapesPath, polygon)).body).toMatchObject({ id: 7 })
    await site.restart((file) => file.exec("delete from rules where family = 'shape'"))
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
    const { body } = await site.call('POST', shapesPath, { ...polygon, ...over })
    expect(body).toMatchObject({ hasError: true, message: expect.stringMatching(sentence) })
    expect(CORNERS_MAX).toBe(500)
  })
})
