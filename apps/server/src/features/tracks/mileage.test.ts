import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessFlags, fullAccess, withoutFlags } from '@fleetglass/contract/access'
import {
  MILEAGE_SLOT_S,
  mileageSchema,
  mileageSlotsPath,
  mileageSlotsSchema,
  tripSchema,
} from '@fleetglass/contract/tracks'
import { distanceM, placeFrom } from '@fleetglass/geo'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { failedCall, failedMessage } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const T0 = 1_790_000_000
const DAY_S = 86_400
/** `motion` of a stored point for each 0.1 km/h (services/tracks/point-format.ts). */
const MOTION_PER_DKMH = 2 ** 35
const motionOf = (kmh: number): number => kmh * 10 * MOTION_PER_DKMH
const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }

/** Devices that never report: with them 92 days are more than a browser can hold. */
const quiet = Array.from({ length: 230 }, (_, n) => `quiet${n}`)

describe('the mileage summary', () => {
  let server: TestServer
  let admin: ChannelClient
  /** Metres of the drive of `legs`. */
  let lengthM = 0
  // Seconds and km/h; a point every ten seconds.
  const legs = [
    [600, 40],
    [50, 0],
    [300, 120],
    [100, 0],
    // Not above 5 km/h: the stop goes on.
    [100, 5],
    [300, 60],
    [30, 99.9],
    [30, 5.1],
    [200, 0],
    [20, 100],
  ] as const
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-test-'))
  beforeAll(async () => {
    server = await startTestServer({ data })
    admin = await server.login()
    for (const id of ['van', 'bus']) await admin.request('D01', { A: id })
    // Settings are read when a server starts.
    await admin.close()
    await server.close()
    const file = new BetterSqlite3(join(data, 'fleetglass.sqlite'))
    // As the two were registered, but for the time of 230 calls.
    const columns =
      'retention_days, utc_offset_minutes, driver, memo, plate, external_id, icon, talk_channel, map_location'
    const copy = file.prepare(
      `insert into devices (device_id, ${columns}) select ?, ${columns} from devices where device_id = 'bus'`,
    )
    file.transaction(() => {
      for (const id of quiet) copy.run(id)
    })()
    const keyOf = (id: string) =>
      (file.prepare('select key from devices where device_id = ?').get(id) as { key: number }).key
    const insert = file.prepare('insert into track_points values (?, ?, ?, ?, ?, 0, 0)')
    const marked = file.prepare('insert or ignore into track_marks values (?, ?, 0)')
    // As the position log writes: a point, and the mark of its quarter of an hour.
    const put = (key: number, timeS: number, ...rest: readonly number[]) => {
      insert.run(key, timeS, ...rest)
      marked.run(key, Math.floor(timeS / 900))
    }
    file.transaction(() => {
      let place = { lat: 24, lng: 120 }
      let timeS = T0
      for (const [seconds, kmh] of [...legs, [0, 0] as const]) {
        for (let at = 0; at < Math.max(seconds, 1); at += 10) {
          const [latE6, lngE6] = [Math.round(place.lat * 1e6), Math.round(place.lng * 1e6)]
          put(keyOf('van'), timeS, latE6, lngE6, motionOf(kmh))
          const next = placeFrom(place, 90, (kmh / 3.6) * 10)
          if (seconds > 0) {
            lengthM += distanceM(place, next)
            place = next
            timeS += 10
          }
        }
      }
      // The next day, and another device: in no sum of this day.
      put(keyOf('van'), T0 + DAY_S, 30_000_000, 120_000_000, motionOf(90))
      put(keyOf('bus'), T0 + 5, 10_000_000, 100_000_000, motionOf(90))
    })()
    const drivers = file.prepare('insert into device_drivers values (?, ?, ?)')
    // Nobody, then Lin, then Ada from the middle of the second drive on, then Lin again.
    for (const [sinceS, driver] of [
      [T0 + 60, 'Lin'],
      [T0 + 800, 'Ada'],
      [T0 + 1000, 'Lin'],
    ] as const) {
      drivers.run(keyOf('van'), sinceS, driver)
    }
    file
      .prepare(`update devices set driver = 'Lin', plate = 'KAA', external_id = 'X', memo = 'blue', driver_licence = 'D'
      where device_id = 'van'`)
      .run()
    file.close()
    server = await startTestServer({ data })
    admin = await server.login()
  })
  afterAll(async () => {
    await admin.close()
    await server.close()
    rmSync(data, { recursive: true })
  })
  const ask = (body: object) => callHttp(server, 'POST', '/gkmileage/summary', { body: { ...credentials, ...body } })

  it('is for who may see tracks', async () => {
    await addUsers(server, { name: 'bare', permission: 0, access: '' })
    const denied = await ask({ username: 'bare', deviceid: 'van', afterTime: T0, beforeTime: T0 + DAY_S })
    expect([denied.status, denied.body.message]).toEqual([403, 'permission denied'])
    const link = await server.connect()
    await link.login('bare', ADMIN_PASSWORD)
    const fields = { A: 'van', B: String(T0), E: String(T0 + DAY_S) }
    expect((await link.request('Q13', fields)).fields).toMatchObject(failedMessage('permission-denied'))
    await link.close()
  })

  const trip = {
    oscount: 2,
    parkcount: 2,
    parktime: 400,
    totalDrivingtime: 1280,
    // All but the first minute, and the 200 s under another name, 150 s of which were driven.
    driverDrivingtime: 1280 - 60 - 150,
  }

  const ofTheDay = async (deviceid = 'van') =>
    mileageSchema.parse((await ask({ deviceid, afterTime: T0, beforeTime: T0 + DAY_S - 1 })).body)

  it('[ENT-076] [ENT-077] the summary names the device and driver, and repeats its state and last position', async () => {
    const summary = await ofTheDay()
    expect(summary).toMatchObject({ deviceid: 'van', vehicleid: 'blue', extid: 'X', plate: 'KAA' })
    expect(summary).toMatchObject({ drivername: 'Lin', driverlicense: 'D', status: 0, satellites: null })
    expect(summary.gps_info?.time).toBe(T0 + DAY_S)
    expect(summary.status_time).toBe(T0 + DAY_S)
  })

  it.each([
    ['[ENT-079] [MAP-25] the summary counts each run at 100 km/h or more as one overspeed', 'oscount'],
    ['[ENT-080] [MAP-26] the summary counts each stop of a minute or more as one parking', 'parkcount'],
    ['[ENT-081] [MAP-27] the summary has the seconds of parking', 'parktime'],
    ['[ENT-082] [MAP-28] the summary has the seconds of driving', 'totalDrivingtime'],
    ['[ENT-083] [MAP-29] the summary has the seconds that its present driver drove', 'driverDrivingtime'],
  ] as const)('%s', async (_, field) => {
    expect((await ofTheDay())[field]).toBe(trip[field])
  })

  it('[ENT-085] all sums of the summary follow the same rules', async () => {
    expect(await ofTheDay()).toMatchObject(trip)
  })

  it('[ENT-084] [API0-40] [API1-32] the summary is of one device and range: neither the next day nor another device counts', async () => {
    const { distance } = await ofTheDay()
    const other = await ofTheDay('bus')
    expect(other).toMatchObject({ deviceid: 'bus', oscount: 0, parkcount: 0, totalDrivingtime: 0 })
    const half = mileageSchema.parse((await ask({ deviceid: 'van', afterTime: T0, beforeTime: T0 + 600 })).body)
    expect(half.distance).toBeLessThan(distance)
    expect(half.distance).toBeGreaterThan(0)
  })

  it('[ENT-078] [API0-41] [API1-53] [MAP-24] POST /gkmileage/summary answers the distance in kilometres', async () => {
    const summary = await ofTheDay()
    // Kilometres; the sum of the track is its length, but for the rounding of stored places.
    expect(summary.distance).toBeGreaterThan((lengthM / 1000) * 0.9995)
    expect(summary.distance).toBeLessThan((lengthM / 1000) * 1.0005)
  })

  it('[VCP-071] [VCP-072] [VCP-073] Q13 returns the same sums on the main channel', async () => {
    const { text } = await admin.request('Q13', { A: 'van', B: String(T0), E: String(T0 + DAY_S - 1) })
    expect(tripSchema.strict().parse(JSON.parse(text))).toMatchObject(trip)
    const nothing = JSON.parse((await admin.request('Q13', { A: 'van', B: '1', E: '2' })).text)
    expect(nothing).toEqual({
      distance: 0,
      oscount: 0,
      parkcount: 0,
      parktime: 0,
      totalDrivingtime: 0,
      driverDrivingtime: 0,
    })
    for (const wrong of [
      { A: 'van' },
      { A: 'van', B: '2', E: '1' },
      { A: 'van', B: '1', E: String(32 * DAY_S) },
      { A: 'nobody', B: '1', E: '2' },
    ]) {
      expect((await admin.request('Q13', wrong)).fields).toMatchObject({ R: '0', W: expect.stringMatching(/./) })
    }
    expect((await admin.request('Q13', { A: 'van' })).fields).toMatchObject(failedMessage('invalid-range'))
  })

  describe('half hour by half hour', () => {
    // Whole quarters of an hour: the point of the next day is in the one behind.
    const end = Math.floor((T0 + DAY_S) / 900) * 900 - 1
    const askSlots = (body: object = {}) =>
      callHttp(server, 'POST', mileageSlotsPath, {
        body: { ...credentials, afterTime: T0, beforeTime: end, ...body },
      })
    const slots = async (body: object = {}) => mileageSlotsSchema.parse(JSON.parse((await askSlots(body)).text))

    it('[MILE-11] [MILE-12] [MILE-14] [API2-144] the half hours of a range add up to the length of the track, in millimetres', async () => {
      const rows = await slots()
      const km = rows.reduce((sum, { distance }) => sum + distance, 0) / 1e6
      expect(km).toBeGreaterThan((lengthM / 1000) * 0.9995)
      expect(km).toBeLessThan((lengthM / 1000) * 1.0005)
      expect(new Set(rows.map(({ deviceid }) => deviceid))).toEqual(new Set(['van']))
      expect(new Set(rows.map(({ date }) => date))).toEqual(new Set([new Date(T0 * 1000).toISOString().slice(0, 10)]))
    })

    it('[MILE-13] each row begins a whole number of half hours after the quarter of the begin', async () => {
      const rows = await slots()
      const begin = Math.floor(T0 / 900) * 900
      expect(rows.length).toBeGreaterThan(1)
      expect(rows.map(({ starttime }) => (starttime - begin) % MILEAGE_SLOT_S)).toEqual(rows.map(() => 0))
      const shifted = await slots({ afterTime: begin + 900 })
      expect(shifted.map(({ starttime }) => (starttime - begin) % MILEAGE_SLOT_S)).toEqual(shifted.map(() => 900))
    })

    it('one device can be asked about, and a date is that of the zone', async () => {
      expect(await slots({ deviceid: 'bus' })).toEqual([])
      expect(await slots({ deviceid: 'van' })).toEqual(await slots())
      const hoursToMidnight = 24 - new Date(T0 * 1000).getUTCHours()
      const [first] = await slots({ tz: hoursToMidnight * 3600 })
      expect(first?.date).toBe(new Date((T0 + DAY_S) * 1000).toISOString().slice(0, 10))
    })

    it('more half hours than a browser can hold are refused, unless they are of one device', async () => {
      const long = { beforeTime: end, afterTime: end - 92 * DAY_S }
      expect((await askSlots(long)).body).toEqual(failedCall('too-many-half-hours'))
      expect(await slots({ ...long, deviceid: 'bus' })).toHaveLength(0)
    })

    it('a range that is none, is too long, or of a device that is not there is refused', async () => {
      for (const wrong of [{ beforeTime: T0 - 1 }, { beforeTime: T0 + 93 * DAY_S }, { deviceid: 'nobody' }]) {
        expect((await askSlots(wrong)).body).toMatchObject({ hasError: true, message: expect.stringMatching(/./) })
      }
    })

    it('[RIGHT2-20] the report needs F_event and nothing else', async () => {
      const others = accessFlags.filter((flag) => flag !== 'F_event')
      await addUsers(
        server,
        { name: 'reader', permission: 4, access: withoutFlags(fullAccess, others) },
        { name: 'blind', permission: 5, access: withoutFlags(fullAccess, ['F_event', 'F_api_full']) },
      )
      expect(await slots({ username: 'reader' })).toEqual(await slots())
      const denied = await askSlots({ username: 'blind' })
      expect([denied.status, denied.body]).toEqual([403, failedCall('permission-denied')])
    })
  })

  it('[API0-41] a failure is hasError with a message', async () => {
    for (const wrong of [
      { deviceid: 'nobody', afterTime: 1, beforeTime: 2 },
      { deviceid: 'van', afterTime: 2, beforeTime: 1 },
      { deviceid: 'van', afterTime: 0, beforeTime: 32 * DAY_S },
      { deviceid: 'van', afterTime: 'yesterday', beforeTime: 2 },
      { deviceid: 'van' },
    ]) {
      const { status, body } = await ask(wrong)
      expect([status, body.hasError, typeof body.message]).toEqual([200, true, 'string'])
    }
  })
})
