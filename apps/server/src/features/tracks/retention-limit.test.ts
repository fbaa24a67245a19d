// What a user with a retention limit receives of recorded positions. Users and saving: features/users.
import {
  clockFaultsPath,
  mileageDaysPath,
  mileagePath,
  mileageSlotsPath,
  packedTrackSchema,
  trackExportAddress,
  trackPath,
  trackSchema,
  tripsPath,
  unpackTrack,
} from '@fleetglass/contract/tracks'
import { accountPath } from '@fleetglass/contract/users'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const DAY_S = 86_400
const SLOT_S = 900
const password = sha256(ADMIN_PASSWORD)
/** `motion` of a stored point at 36 km/h (services/tracks/point-format.ts). */
const MOTION = 360 * 2 ** 35

describe('with a retention limit of five days', () => {
  const clock = createManualClock()
  const nowS = Math.floor(clock.nowMs() / 1000)
  const midnightS = Math.floor(nowS / DAY_S) * DAY_S
  /** The limit lies between the two drives. */
  const drives = [midnightS - 10 * DAY_S, midnightS - 2 * DAY_S] as const
  const range = { deviceid: 'van', start: drives[0], end: nowS, tz: 0 }
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ clock, config: { timeZone: 0 } })
    const admin = await server.login()
    await admin.request('D01', { A: 'van', C: '1' })
    await admin.close()
    await addUsers(server, { name: 'ann', permission: 1 })
    await changeDatabase(server, (file) => {
      const { key } = file.prepare('select key from devices').get() as { key: number }
      const point = file.prepare('insert into track_points values (?, ?, 24000000, ?, ?, 0, 0)')
      // The second one goes on where the first has ended.
      for (const [index, startS] of drives.entries()) {
        for (let at = 0; at <= 600; at += 10)
          point.run(key, startS + at, 120_000_000 + (index * 600 + at) * 100, MOTION)
        file.prepare('insert into track_marks values (?, ?, 0)').run(key, startS / SLOT_S)
        file
          .prepare(
            'insert into track_strays (device_key, arrived_s, alarm_bits, lat_e6, lng_e6, motion, said_s, state) values (?, ?, 0, 0, 0, 0, 0, 0)',
          )
          .run(key, startS)
      }
    })
  })
  afterAll(() => server.close())

  const call = async (method: 'POST' | 'PUT', path: string, body: object, username = 'ann') => {
    const { text } = await callHttp(server, method, path, { body: { username, password, ...body } })
    return JSON.parse(text) as never
  }
  const limitTo = (rdbretention: number) => call('PUT', accountPath, { editingName: 'ann', rdbretention }, ADMIN)
  const times = (points: readonly { time: number }[]) => [...new Set(points.map(({ time }) => driveAt(time / 1000)))]
  const driveAt = (timeS: number): number => drives.findIndex((startS) => timeS >= startS && timeS <= startS + 600)

  it('[USR-10] a user receives no older points, drives, sums of days, missing clocks or files, and all without a limit', async () => {
    const authorization = `Basic ${Buffer.from(`ann:${password}`).toString('base64')}`
    const seen = async (range: { deviceid: string; start: number; end: number; tz: number }) => {
      const packed = packedTrackSchema.parse(await call('POST', trackPath, { ...range, packed: true }))
      const trips: { start: number }[] = await call('POST', tripsPath, range)
      const days: { first: number }[] = await call('POST', mileageDaysPath, {
        ...range,
        end: Math.min(range.end, midnightS - 1),
      })
      const halves: { starttime: number }[] = await call('POST', mileageSlotsPath, {
        deviceid: range.deviceid,
        afterTime: range.start,
        beforeTime: range.end,
      })
      const faults: { count: number } = await call('POST', clockFaultsPath, range)
      const file = trackExportAddress({ ...range, format: 'json' })
      const { list } = (await callHttp(server, 'GET', file, { headers: { authorization } })).body as {
        list: { time: number }[]
      }
      return {
        points: times(trackSchema.parse(await call('POST', trackPath, range))),
        packed: times(unpackTrack(packed)),
        trips: trips.map(({ start }) => driveAt(start)),
        days: days.map(({ first }) => driveAt(first)),
        halves: halves.map(({ starttime }) => driveAt(starttime)),
        faults: faults.count,
        file: times(list),
      }
    }
    const all = { points: [0, 1], packed: [0, 1], trips: [0, 1], days: [0, 1], halves: [0, 1], faults: 2, file: [0, 1] }
    expect(await seen(range)).toEqual(all)

    await limitTo(5)

    expect(await seen(range)).toEqual({
      points: [1],
      packed: [1],
      trips: [1],
      days: [1],
      halves: [1],
      faults: 1,
      file: [1],
    })
    const hidden = { ...range, end: drives[0] + DAY_S - 1 }
    const none = { points: [], packed: [], trips: [], days: [], halves: [], faults: 0, file: [] }
    expect(await seen(hidden)).toEqual(none)
    await limitTo(0)
    expect(await seen(range)).toEqual(all)
  })

  it('[USR-10] a user receives the mileage of the visible days alone, over HTTP and on the main channel', async () => {
    const asked = { deviceid: 'van', afterTime: drives[0], beforeTime: nowS }
    const distance = async (): Promise<number> => {
      const { distance }: { distance: number } = await call('POST', mileagePath, asked)
      const link = await server.connect()
      await link.login('ann', ADMIN_PASSWORD)
      const fields = { A: 'van', B: String(asked.afterTime), E: String(asked.beforeTime) }
      const trip = JSON.parse((await link.request('Q13', fields)).text) as { distance: number }
      await link.close()
      expect(trip.distance).toBe(distance)
      return distance
    }
    await limitTo(0)
    const both = await distance()
    await limitTo(5)
    expect(both).toBeGreaterThan(0)
    expect((await distance()) / both).toBeCloseTo(0.5, 1)
    await limitTo(1)
    expect(await distance()).toBe(0)
  })
})
