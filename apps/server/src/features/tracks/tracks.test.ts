import { TRACK_POINTS_MAX, trackExportAddress, trackSchema } from '@fleetglass/contract/tracks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { createPositionLog } from '../../ingest/position-log/index.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { createTrackStore } from '../../services/tracks/index.ts'

const TERMINAL = '13800138000'
const T0 = 1_790_000_000

describe('POST /api/gps', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer()
    const channel = await server.login()
    await channel.request('D01', { A: TERMINAL, C: '4' })
    await channel.close()
    const device = await DeviceClient.tcp(server.ports.signalling, TERMINAL)
    const now = Math.floor(Date.now() / 1000)
    base = now - 3600
    const serials = [0, 1, 2, 3].map((n) => device.send(positionMessage(base + n * 10)))
    for (const serial of serials) await device.answerTo(serial)
    const noClock = { ...positionMessage(0).body, timeBytes: new Uint8Array(6), localTimeS: null }
    await device.answerTo(device.send({ name: 'position', body: noClock }))
    await device.close()
  })
  afterAll(() => server.close())

  let base = 0
  const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
  const ask = async (body: object) => {
    const response = await fetch(`${server.url}/api/gps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, answer: (await response.json()) as never }
  }
  const range = (start: number, end: number) => ({ ...credentials, deviceid: TERMINAL, start, end })

  it('[API1-14] [API1-29] [API1-50] answers the list of points of a device and range', async () => {
    const { status, answer } = await ask(range(base, base + 30))
    expect(status).toBe(200)
    expect(trackSchema.parse(answer)).toHaveLength(4)
  })

  it('[API1-49] takes unix seconds and includes both ends', async () => {
    const times = async (start: number, end: number) =>
      trackSchema.parse((await ask(range(start, end))).answer).map((point) => point.time / 1000 - base)
    expect(await times(base + 10, base + 20)).toEqual([10, 20])
    expect(await times(base + 11, base + 19)).toEqual([])
  })

  it('[ENT-086] [GPSP-54] a point has its place, speed and heading, and its time in milliseconds', async () => {
    const [point] = trackSchema.parse((await ask(range(base, base))).answer)
    expect(point).toEqual({
      time: base * 1000,
      lat: 24.0786,
      lng: 120.5285,
      speed: 45.5,
      speedInKmh: 45.5,
      dir: 90,
      trackingAngle: 90,
    })
  })

  it('never answers a point whose device had no clock', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect((await ask(range(now - 60, now + 60))).answer).toEqual([])
  })

  it('[API1-15] answers hasError and a message on failure', async () => {
    const failures = [
      { ...range(base, base + 30), deviceid: 'nobody' },
      range(base + 30, base),
      range(base, base + 32 * 86_400),
      { ...range(base, base + 30), start: 'yesterday' },
      { ...credentials, deviceid: TERMINAL },
    ]
    for (const body of failures) {
      const { status, answer } = await ask(body)
      expect(status).toBe(200)
      expect(answer).toMatchObject({ hasError: true, message: expect.stringMatching(/./) })
    }
    expect((await ask({ ...range(base, base), password: sha256('wrong') })).status).toBe(401)
  })

  it('[API1-63] a device the caller may not see is answered like one that does not exist', async () => {
    const north = await server.directory.registry.addGroup(1, 'North')
    if (typeof north === 'string') throw new Error('no group')
    await addUsers(server, { name: 'of north', permission: 1, groupId: north.id })
    const asNorth = { ...range(base, base + 30), username: 'of north' }
    const unseen = await ask(asNorth)
    expect(unseen.answer).toMatchObject({ hasError: true })
    expect(unseen).toEqual(await ask({ ...asNorth, deviceid: 'nobody' }))
    await server.directory.registry.setGroups(TERMINAL, [north.id])
    expect(trackSchema.parse((await ask(asNorth)).answer)).toHaveLength(4)
    await server.directory.registry.setGroups(TERMINAL, [1])
    const unknown = await ask({ ...range(base, base), deviceid: 'nobody' })
    const quoted = await ask({ ...range(base, base), deviceid: `${TERMINAL}' OR '1'='1` })
    expect(quoted).toEqual(unknown)
  })
})

describe('long tracks', () => {
  const POINTS = 5000
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    const channel = await server.login()
    await channel.request('D01', { A: TERMINAL })
    await channel.close()
    await changeDatabase(server, (file) => {
      const { key } = file.prepare('select key from devices').get() as { key: number }
      const insert = file.prepare('insert into track_points values (?, ?, 24000000, 120000000, 0, 0, 0)')
      for (let n = 0; n < POINTS; n++) insert.run(key, T0 + n)
      file.exec(`insert into users (name, password_hash, permission, group_id, map_location)
        select 'other', password_hash, permission, group_id, map_location from users`)
    })
  })
  afterAll(() => server.close())
  const ask = async (username: string, start = T0, end = T0 + POINTS) => {
    const body = { username, password: sha256(ADMIN_PASSWORD), deviceid: TERMINAL, start, end }
    const headers = { 'content-type': 'application/json' }
    return fetch(`${server.url}/api/gps`, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  it('come whole and in order, whatever their length', async () => {
    for (const length of [0, 1, 999, 1000, 1001, 2000, POINTS]) {
      const reply = await (length === 0 ? ask(ADMIN, 0, 1) : ask(ADMIN, T0, T0 + length - 1))
      expect(reply.headers.get('content-type')).toContain('application/json')
      const times = trackSchema.parse(await reply.json()).map((point) => point.time / 1000 - T0)
      expect(times).toEqual(Array.from({ length }, (_, n) => n))
    }
  })

  /** Many more than wait: on a busy machine they come one by one, and some are answered meanwhile. */
  const AT_ONCE = 160

  it('of more than 100 000 points are refused', async () => {
    const WEEK_S = 7 * 86_400
    await changeDatabase(server, (file) =>
      file.exec(`with recursive counted(n) as (select 0 union all select n + 1 from counted where n < ${TRACK_POINTS_MAX})
        insert into track_points select key, ${T0 - WEEK_S} + n, 24000000, 120000000, 0, 0, 0 from counted, devices`),
    )
    const answer = (length: number) => ask(ADMIN, T0 - WEEK_S, T0 - WEEK_S + length - 1).then((reply) => reply.json())
    expect(await answer(TRACK_POINTS_MAX + 1)).toEqual(failedCall('too-many-points'))
    expect(await answer(TRACK_POINTS_MAX)).toHaveLength(TRACK_POINTS_MAX)
  })

  it('are read two at a time for an account and eight wait, which no other account notices', async () => {
    await ask('other', 0, 1)
    const asked = Array.from({ length: AT_ONCE }, async () => {
      const reply = await ask(ADMIN)
      const answer: unknown = await reply.json()
      const isRefused = typeof answer === 'object' && answer !== null && 'hasError' in answer
      return [reply.status, JSON.stringify(answer).length, isRefused] as const
    })
    const other = await ask('other')
    expect([other.status, ((await other.json()) as unknown[]).length]).toEqual([200, POINTS])
    const answers = await Promise.all(asked)
    const served = answers.filter(([, , isRefused]) => !isRefused)
    expect(served.length).toBeGreaterThanOrEqual(10)
    expect(new Set(served.map(([, length]) => length)).size).toBe(1)
    const refusals = answers.filter(([status, , isRefused]) => isRefused && status === 200)
    expect(refusals.length).toBeGreaterThan(0)
    expect(served.length + refusals.length).toBe(AT_ONCE)
    // Answers that were broken off release their place too.
    for (let n = 0; n < 20; n++) {
      const broken = new AbortController()
      await fetchAndBreak(broken)
    }
    expect((await ask(ADMIN)).status).toBe(200)
  })

  it.each([
    ['csv', (text: string) => text.split('\r\n').length - 2],
    ['json', (text: string) => (JSON.parse(text) as { list: unknown[] }).list.length],
    ['gpx', (text: string) => text.match(/<trkpt /g)?.length],
    // A page begins where the one before ends.
    ['geojson', (text: string) => new Set(text.match(/"[-0-9]{10}T[:0-9]{8}Z"/g)).size],
  ] as const)('come whole as a file of %s, page after page', async (format, count) => {
    const range = { deviceid: TERMINAL, start: T0, end: T0 + 2_499, tz: 0 }
    const authorization = `Basic ${Buffer.from(`${ADMIN}:${sha256(ADMIN_PASSWORD)}`).toString('base64')}`
    const path = trackExportAddress({ ...range, format })
    const reply = await fetch(server.url + path, { headers: { authorization } })
    expect([reply.status, count(await reply.text())]).toEqual([200, 2_500])
  })

  async function fetchAndBreak(broken: AbortController): Promise<void> {
    const body = { username: ADMIN, password: sha256(ADMIN_PASSWORD), deviceid: TERMINAL, start: T0, end: T0 + POINTS }
    const headers = { 'content-type': 'application/json' }
    const options = { method: 'POST', headers, body: JSON.stringify(body), signal: broken.signal }
    const reply = await fetch(`${server.url}/api/gps`, options)
    broken.abort()
    await reply.text().catch(() => '')
    await until('the turn is free', async () => (await ask(ADMIN, 0, 1)).status === 200)
  }
})

async function all<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}

onBothDatabases('tracks', (databases) => {
  it('what the position log wrote comes back by device and time, within the limit', async () => {
    const database = await databases.open()
    const log = createPositionLog({ clock: systemClock, database, failed: () => undefined })
    const store = createTrackStore(database)
    let left = 30
    await new Promise<void>((resolve, reject) => {
      const waiter = {
        committed(_token: number, error?: Error) {
          if (error) reject(error)
          if (--left === 0) resolve()
        },
      }
      for (let n = 0; n < 30; n++) log.append(point(1 + (n % 2), T0 + n), waiter, n)
    })
    const some = { deviceKey: 1, startS: T0, endS: T0 + 4 }
    expect((await all(store.between(some))).map((row) => row.timeS - T0)).toEqual([0, 2, 4])
    const ofSecond = { deviceKey: 2, startS: T0, endS: T0 + 100 }
    const seconds = Array.from({ length: 15 }, (_, n) => 1 + 2 * n)
    expect(await all(store.between(ofSecond))).toEqual(seconds.map((n) => point(2, T0 + n)))
    expect([await store.count(ofSecond, 100), await store.count(ofSecond, 3)]).toEqual([15, 3])
    await log.close()
  })
})

function point(deviceKey: number, timeS: number) {
  return {
    deviceKey,
    timeS,
    latE6: -1_000_001,
    lngE6: 179_999_999,
    speedDkmh: 10,
    headingDeg: 359,
    altitudeM: -5,
    satellites: 8,
    signal: 20,
    alarmBits: 0xffff_ffff,
    statusBits: 0b111,
    odometerM: 1_600_000_000,
  }
}
