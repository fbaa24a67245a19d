import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventCode, eventCountPath } from '@fleetglass/contract/events'
import { type FleetOverview, fleetOverviewPath, fleetOverviewSchema } from '@fleetglass/contract/fleet-overview'
import { mileageSlotsPath, mileageSlotsSchema } from '@fleetglass/contract/tracks'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { type Database, openDatabase } from '../../platform/database/index.ts'
import { hashOfPassword, slowHash } from '../../services/authentication/password.ts'
import { createAccountStore } from '../../services/directory/index.ts'
import { createEventStore } from '../../services/events/index.ts'
import { createRecordingStore } from '../../services/recordings/recording.store.ts'

/** Tuesday, 15 September 2026, 12:00 UTC. */
const NOON_S = Date.UTC(2026, 8, 15, 12) / 1000
const HOUR_S = 3_600
const DAY_S = 86_400
const MIDNIGHT_S = NOON_S - DAY_S / 2
/** `motion` of a stored point: speed and ignition (services/tracks/point-format.ts). */
const motionOf = (kmh: number, isIgnitionOn: boolean): number => kmh * 10 * 2 ** 35 + Number(isIgnitionOn)
/** The day in UTC, hour by hour, and the same time of the day before. */
const today = {
  parts: Array.from({ length: 25 }, (_, hour) => MIDNIGHT_S + hour * HOUR_S),
  before: [MIDNIGHT_S - DAY_S, NOON_S - DAY_S],
}

type Tables = Record<'groups' | 'device_groups' | 'devices' | 'track_points' | 'track_marks' | 'track_strays', never>

const devices = ['bus', 'van', 'theirs', 'idle']

/** Adds what devices did, as the server stores it. */
async function fill(database: Database): Promise<void> {
  const db = database.tables<Record<keyof Tables, Record<string, unknown>>>()
  const rows = await db.selectFrom('devices').select(['device_id', 'key']).execute()
  const keyOf = (id: string): number => Number(rows.find(({ device_id }) => device_id === id)?.['key'])
  const add = (table: keyof Tables, values: Record<string, unknown>[]) => db.insertInto(table).values(values).execute()

  await add('groups', [{ parent_id: 1, name: 'Theirs' }])
  const group = await db.selectFrom('groups').select('id').where('name', '=', 'Theirs').executeTakeFirstOrThrow()
  await db
    .updateTable('device_groups')
    .set({ group_id: group['id'] })
    .where('device_key', '=', keyOf('theirs'))
    .execute()
  const accounts = createAccountStore(database)
  const passwordHash = await slowHash(hashOfPassword(ADMIN_PASSWORD))
  const user = { permission: 2, mapLocation: '', passwordHash, expiresS: null, external: null }
  await accounts.add({ ...user, name: 'customer', groupId: Number(group['id']) })
  await accounts.add({ ...user, name: 'office', groupId: 'root' })

  const points = (id: string, fromS: number, steps: readonly (readonly [kmh: number, ignition: boolean])[]) =>
    steps.map(([kmh, ignition], at) => ({
      device_key: keyOf(id),
      time_s: fromS + at * 60,
      // A step of 0.01 degrees of latitude is 1,112 m.
      lat_e6: 24_000_000 + at * 10_000,
      lng_e6: 120_000_000,
      motion: motionOf(kmh, ignition),
      state: 0,
      alarm_bits: 0,
    }))
  const drive = Array.from({ length: 31 }, () => [40, true] as const)
  const idle = Array.from({ length: 11 }, () => [0, true] as const)
  const park = Array.from({ length: 11 }, () => [0, false] as const)
  const all = [
    ...points('bus', MIDNIGHT_S + 8 * HOUR_S, [...drive, ...idle, ...park]),
    ...points('van', MIDNIGHT_S + 9 * HOUR_S, drive),
    ...points('theirs', MIDNIGHT_S + 9 * HOUR_S, drive),
    // The day before: in the morning, and later than the present time.
    ...points('bus', MIDNIGHT_S - DAY_S + 8 * HOUR_S, drive),
    ...points('bus', MIDNIGHT_S - 2 * HOUR_S, drive),
  ]
  await add('track_points', all)
  const marks = new Map(
    all.map(({ device_key, time_s }) => [
      `${device_key}/${Math.floor(time_s / 900)}`,
      { device_key, slot: Math.floor(time_s / 900), mark: 0 },
    ]),
  )
  await add('track_marks', [...marks.values()])
  const stray = { lat_e6: 1, lng_e6: 1, motion: 0, state: 0, alarm_bits: 0 }
  await add('track_strays', [
    { ...stray, device_key: keyOf('van'), arrived_s: NOON_S - 60, said_s: 1 },
    { ...stray, device_key: keyOf('van'), arrived_s: NOON_S - 30, said_s: 2 },
    { ...stray, device_key: keyOf('theirs'), arrived_s: NOON_S - 30, said_s: 2 },
  ])

  const event = (
    id: string,
    timeS: number,
    code: number,
    over: { hidden?: boolean; change?: 'cover'; byServer?: true } = {},
  ) => ({
    change: 'new' as const,
    deviceKey: keyOf(id),
    deviceId: id,
    timeS,
    code,
    name: '',
    memo: '',
    call: false,
    place: null,
    late: false,
    ...over,
  })
  await createEventStore(database, systemClock).add([
    event('bus', NOON_S - HOUR_S, EventCode.overspeed),
    event('bus', NOON_S - HOUR_S + 60, EventCode.overspeed, { change: 'cover' }),
    event('bus', NOON_S - 2 * HOUR_S, EventCode.videoLoss),
    event('van', NOON_S - 60, EventCode.diskError),
    // The disk of the server was full.
    ...['bus', 'van'].map((id) => event(id, NOON_S - 55, EventCode.diskError, { byServer: true })),
    event('van', NOON_S - 50, EventCode.overspeed, { hidden: true }),
    event('theirs', NOON_S - 60, EventCode.diskError),
    event('bus', MIDNIGHT_S - DAY_S, EventCode.overspeed),
    // Between the same time of the day before and midnight.
    event('bus', MIDNIGHT_S - 1, EventCode.overspeed),
  ])
  const file = (id: string, startS: number, channel: number, seconds: number) => ({
    deviceKey: keyOf(id),
    startMs: startS * 1000,
    endMs: (startS + seconds) * 1000,
    channel,
    bytes: 1,
    firstKeyFrameOffset: 0,
    path: `${id}/${startS}/${channel}.mp4`,
  })
  const recordings = createRecordingStore(database)
  const first = [1, 2].map((channel) => file('bus', MIDNIGHT_S + 8 * HOUR_S, channel, 60))
  await recordings.add([...first, file('bus', MIDNIGHT_S + 8 * HOUR_S + 50, 1, 70), file('theirs', MIDNIGHT_S, 1, 600)])
  await recordings.add([file('bus', MIDNIGHT_S - DAY_S, 1, 600)])
  // Whatever is deleted later, it was recorded.
  await recordings.remove(first)
}

onBothDatabases('the fleet overview', (databases, kind) => {
  let server: TestServer
  let remove: () => void
  const clock = createManualClock(NOON_S * 1000)
  beforeAll(async () => {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-test-'))
    remove = () => rmSync(data, { recursive: true })
    const location = kind === 'sqlite' ? join(data, 'fleetglass.sqlite') : await databases.location()
    const database = kind === 'sqlite' ? {} : { database: location }
    const start = () => startTestServer({ clock, data, config: { ...database, timeZone: 0 } })
    server = await start()
    const link = await server.login()
    for (const id of devices) await link.request('D01', { A: id })
    await link.close()
    await server.close()
    const onFailure = (error: Error): void => {
      throw error
    }
    const opened = await openDatabase({ location, migrations, clock: systemClock, onFailure })
    await fill(opened)
    await opened.close()
    server = await start()
  })
  afterAll(async () => {
    await server.close()
    remove()
  })

  const call = async (path: string, body: object, username = 'admin') =>
    (await callHttp(server, 'POST', path, { body: { username, password: sha256(ADMIN_PASSWORD), ...body } })).body
  const ask = async (username = 'admin', request: object = today): Promise<FleetOverview> =>
    fleetOverviewSchema.parse(await call(fleetOverviewPath, request, username))

  it('adds up the distance of the mileage report, driving, and standing with the ignition on', async () => {
    const { devices: count, period, before } = await ask()
    expect(count).toBe(4)
    const report = mileageSlotsSchema.parse(
      JSON.parse(
        JSON.stringify(await call(mileageSlotsPath, { afterTime: MIDNIGHT_S, beforeTime: MIDNIGHT_S + DAY_S - 1 })),
      ),
    )
    expect(period.distance).toBe(report.reduce((sum, { distance }) => sum + distance, 0))
    expect(period.distance).toBeGreaterThan(100_000_000)
    // The last point of a drive drives until the one after it.
    expect(period.driving).toBe(31 * 60 + 30 * 60 + 30 * 60)
    expect(period.idle).toBe(11 * 60)
    expect(before.driving).toBe(30 * 60)
  })

  it('has figures for each part and each vehicle that add up to those of the period', async () => {
    const { period, parts, vehicles } = await ask()
    expect(parts).toHaveLength(24)
    for (const name of ['distance', 'driving', 'idle', 'events', 'recorded'] as const) {
      expect([name, parts.reduce((sum, part) => sum + part[name], 0)]).toEqual([name, period[name]])
      expect([name, vehicles.reduce((sum, vehicle) => sum + vehicle[name], 0)]).toEqual([name, period[name]])
    }
    expect(vehicles.map(({ deviceid }) => deviceid)).toEqual(['bus', 'theirs', 'van'])
    expect(parts[9]?.driving).toBeGreaterThan(0)
    expect(parts[10]).toEqual({ distance: 0, driving: 0, idle: 0, events: 1, recorded: 0 })
  })

  it('counts an event and its end as one, by kind, without the full disk of the server, beside those of the same time of the period before', async () => {
    const { period, before, kinds } = await ask()
    const found = await call(eventCountPath, { afterTime: MIDNIGHT_S, beforeTime: MIDNIGHT_S + DAY_S - 1 })
    // The event query finds the end of one and the full disk of the server for two devices as well.
    expect(found).toMatchObject({ count: period.events + 3 })
    expect([period.events, before.events]).toEqual([4, 1])
    expect(kinds).toEqual([
      { code: EventCode.diskError, count: 2, before: 0 },
      { code: EventCode.overspeed, count: 1, before: 1 },
      { code: EventCode.videoLoss, count: 1, before: 0 },
    ])
  })

  it('[USAGE-06] counts a minute once in which any channel was recorded, also when the recording was deleted since', async () => {
    const { period, before } = await ask()
    // 8:00 and 8:01 of the bus, ten minutes of another vehicle; the minutes until now of four devices.
    expect([period.recorded, period.minutes]).toEqual([12, 4 * 12 * 60])
    expect([before.recorded, before.minutes]).toEqual([10, 4 * 12 * 60])
  })

  it('lists the devices that need attention: offline for long, disk, camera and clock', async () => {
    const { attention, period, before } = await ask()
    const of = (reason: string) =>
      attention.filter((one) => one.reason === reason).map(({ deviceid, count, last }) => [deviceid, count, last])
    expect(of('disk').toSorted()).toEqual([
      ['theirs', 1, NOON_S - 60],
      ['van', 1, NOON_S - 60],
    ])
    expect(of('camera')).toEqual([['bus', 1, NOON_S - 2 * HOUR_S]])
    expect(of('clock')).toEqual([
      ['van', 2, NOON_S - 30],
      ['theirs', 1, NOON_S - 30],
    ])
    // It never connected.
    expect(of('offline')).toEqual([['idle', 0, null]])
    expect(period.attention).toEqual({ offline: 1, disk: 2, camera: 1, clock: 2 })
    expect(before.attention).toEqual({ offline: null, disk: 0, camera: 0, clock: 0 })
    const yesterday = { parts: [MIDNIGHT_S - DAY_S, MIDNIGHT_S], before: [MIDNIGHT_S - 2 * DAY_S, MIDNIGHT_S - DAY_S] }
    expect((await ask('admin', yesterday)).period.attention.offline).toBeNull()
  })

  it('counts only devices that the caller sees: the vehicle of another customer is in no figure', async () => {
    const all = await ask()
    const theirs = await ask('customer')
    expect(theirs.devices).toBe(1)
    expect(theirs.vehicles.map(({ deviceid }) => deviceid)).toEqual(['theirs'])
    expect(theirs.period).toMatchObject({ driving: 30 * 60, idle: 0, events: 1, recorded: 10 })
    expect(theirs.kinds).toEqual([{ code: EventCode.diskError, count: 1, before: 0 }])
    expect(new Set(theirs.attention.map(({ deviceid }) => deviceid))).toEqual(new Set(['theirs']))
    expect(theirs.period.distance).toBeLessThan(all.period.distance)
  })

  it('answers the figures of one vehicle, and not of one that the caller does not see', async () => {
    const { devices: count, period, vehicles } = await ask('customer', { ...today, deviceid: 'theirs' })
    expect([count, period.driving, vehicles.length]).toEqual([1, 30 * 60, 1])
    const refused = await call(fleetOverviewPath, { ...today, deviceid: 'bus' }, 'customer')
    expect(refused).toMatchObject({ hasError: true, code: 'unknown-device' })
    expect(await call(fleetOverviewPath, { ...today, deviceid: 'nobody' }, 'customer')).toEqual(refused)
  })

  it.each([
    ['is longer than 32 days', { parts: [0, 33 * DAY_S], before: [0, 0] }],
    ['is not in order', { parts: [900, 0], before: [0, 0] }],
    ['does not begin with a quarter of an hour', { parts: [1, 900], before: [0, 0] }],
    ['has no end', { parts: [900], before: [0, 0] }],
    ['has too many parts', { parts: Array.from({ length: 34 }, (_, at) => at * 900), before: [0, 0] }],
    ['is compared with one that ends before it starts', { parts: [0, 900], before: [900, 0] }],
  ])('refuses a period that %s', async (_, request) => {
    expect(await call(fleetOverviewPath, request)).toMatchObject({ hasError: true })
  })
})
