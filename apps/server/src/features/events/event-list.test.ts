// What a caller receives of events, and what they may change: by the calls of a real server.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { eventFootageName, type StoredEvent, storedEventsSchema } from '@fleetglass/contract/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addGroup, addUsers, moveDevice, type TestUser } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const [VAN, BUS] = ['van', 'bus']
const NORTH = 7
/** Midnight of 2026-09-14 UTC. */
const DAY_S = Date.UTC(2026, 8, 14) / 1000
const HOUR_S = 3600
/** Of every user here. */
const password = sha256(ADMIN_PASSWORD)
const mp4 = Buffer.from('0123456789 pictures of the road')
const jpeg = Buffer.from([0xff, 0xd8, 1, 2, 3, 0xff, 0xd9])

interface Row {
  readonly device: string
  readonly timeS: number
  readonly code: number
  readonly snap?: number
  readonly late?: 1
  readonly server?: 1
  readonly hidden?: 1
  readonly fence?: string
  /** A place, and how fetching its footage stands. */
  readonly isFetched?: true
}

const rows: readonly Row[] = [
  { device: VAN, timeS: DAY_S + HOUR_S, code: 15, server: 1 },
  { device: BUS, timeS: DAY_S + 2 * HOUR_S, code: 1819, snap: 0b10 },
  { device: VAN, timeS: DAY_S + 3 * HOUR_S, code: 1819, snap: 1, late: 1 },
  { device: BUS, timeS: DAY_S + 23.5 * HOUR_S, code: 51, server: 1, fence: 'Depot', isFetched: true },
  { device: VAN, timeS: DAY_S + 26 * HOUR_S, code: 21 },
  { device: VAN, timeS: DAY_S + 27 * HOUR_S, code: 21, hidden: 1 },
]

const users: readonly TestUser[] = [
  { name: 'north', permission: 1, groupId: NORTH },
  { name: 'blind', permission: 2, access: withoutFlags(fullAccess, ['F_event', 'F_api_full']) },
]

let server: TestServer
const keys = new Map<string, number>()

let data: string

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'fleetglass-events-'))
  const first = await startTestServer({ data })
  const admin = await first.login()
  for (const deviceId of [VAN, BUS]) await admin.request('D01', { A: deviceId, C: '4' })
  await admin.close()
  await first.close()
  await addGroup({ data }, { id: NORTH, name: 'North' })
  await moveDevice({ data }, BUS, NORTH)
  await addUsers({ data }, ...users)
  await changeDatabase({ data }, (file) => {
    const devices = file.prepare('select device_id, key from devices').all() as { device_id: string; key: number }[]
    for (const { device_id, key } of devices) keys.set(device_id, key)
    const insert = file.prepare(`insert into events
      (device_key, time_s, code, change, name, memo, call, snapshot_mask, late, by_server, hidden, fence_name, updated_ms,
        lat_e6, lng_e6, speed_dkmh, tries, completed, footage_mask)
      values (?, ?, ?, 'new', '', 'as reported', 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    for (const [at, row] of rows.entries()) {
      const { device, timeS, code, snap = 0, late = 0, server: own = 0, hidden = 0, fence = '' } = row
      const fetched = row.isFetched ? [25_000_000, 121_500_000, 425, 2, 1, 0b101] : [null, null, null, 0, 0, 0]
      insert.run(keys.get(device), timeS, code, snap, late, own, hidden, fence, 1000 + at, ...fetched)
    }
  })
  server = await startTestServer({ data })
})
afterAll(async () => {
  await server.close()
  rmSync(data, { recursive: true, force: true })
})

async function call(method: string, path: string, fields: object, user = ADMIN) {
  return await callHttp(server, method, path, { body: { username: user, password, ...fields } })
}
const query = async (fields: object, user = ADMIN): Promise<StoredEvent[]> =>
  storedEventsSchema.parse(JSON.parse((await call('POST', '/gkevent/eventquery', fields, user)).text))
const serials = async (fields: object, user = ADMIN) => (await query(fields, user)).map(({ serialno }) => serialno)

describe('the event query', () => {
  it('[API2-082] [EVT-39] answers every visible event when no filter is given, each with a serial number that grows', async () => {
    expect(await serials({})).toEqual([1, 2, 3, 4, 5])
    expect(await serials({}, 'north')).toEqual([2, 4])
    const unseen = await call('POST', '/gkevent/eventquery', { deviceid: VAN }, 'north')
    expect(unseen.body).toEqual(failedCall('unknown-device'))
  })

  it.each([
    ['deviceid', { deviceid: BUS }, [2, 4]],
    ['groupid', { groupid: String(NORTH) }, [2, 4]],
    ['appdevids', { appdevids: [1819, 51] }, [2, 3, 4]],
    ['appdevids as text', { appdevids: '1819,51' }, [2, 3, 4]],
    ['afterTime', { afterTime: DAY_S + 3 * HOUR_S }, [3, 4, 5]],
    ['beforeTime', { beforeTime: DAY_S + 3 * HOUR_S }, [1, 2, 3]],
    ['serialno', { serialno: 3 }, [3]],
    ['afterSerialno', { afterSerialno: 3 }, [4, 5]],
    ['beforeSerialno', { beforeSerialno: 3 }, [1, 2]],
    ['afterUpdatetime', { afterUpdatetime: 1.001 }, [3, 4, 5]],
    ['hasSnapshot', { hasSnapshot: true }, [2, 3]],
    ['hasSnapshot 0', { hasSnapshot: 0 }, [1, 2, 3, 4, 5]],
    ['date in UTC', { date: '2026-09-14', timeZone: 0 }, [1, 2, 3, 4]],
    ['date in a time zone', { date: '2026-09-15', timeZone: 8 }, [4, 5]],
    ['afterDate', { afterDate: '2026-09-15', timeZone: 0 }, [5]],
    ['beforeDate', { beforeDate: '2026-09-14', timeZone: 0 }, [1, 2, 3, 4]],
    ['desc', { desc: true }, [5, 4, 3, 2, 1]],
  ])('[API2-081] [EVT-38] filters by %s', async (_, fields, expected) => {
    expect(await serials(fields)).toEqual(expected)
  })

  it('[EVT-38] applies all given filters together', async () => {
    const all = { deviceid: BUS, appdevids: [1819], hasSnapshot: true, date: '2026-09-14', timeZone: 0, desc: true }
    expect(await serials(all)).toEqual([2])
    expect(await serials({ ...all, afterSerialno: 2 })).toEqual([])
    expect(await serials({ deviceid: VAN, groupid: String(NORTH) })).toEqual([])
  })

  it('sorts and pages on the server, and counts what there is', async () => {
    expect(await serials({ limit: 2, offset: 1, desc: true })).toEqual([4, 3])
    expect(await serials({ order: 'appdevid', limit: 3 })).toEqual([1, 5, 4])
    expect(await serials({ order: 'updatetime', desc: true, limit: 2 })).toEqual([5, 4])
    expect((await call('POST', '/gkevent/eventcount', { deviceid: VAN })).body).toEqual({ count: 3 })
    expect((await call('POST', '/gkevent/eventcount', {}, 'north')).body).toEqual({ count: 2 })
  })

  it.each([
    { deviceid: 'nobody' },
    { groupid: '99' },
    { groupid: ' ' },
    { groupid: '0' },
    { groupid: '1' },
    { groupid: `0${NORTH}` },
    { groupid: `0x${NORTH}` },
    { groupid: `${NORTH}e0` },
    { groupid: ` ${NORTH} ` },
    { date: '2026-02-30' },
    { appdevids: 'all' },
    { limit: 10_001 },
    { timeZone: 40 },
    { afterTime: 5, beforeTime: 4 },
  ])('refuses %o with a reason', async (fields) => {
    expect((await call('POST', '/gkevent/eventquery', fields)).body).toMatchObject({
      hasError: true,
      message: expect.stringMatching(/./),
    })
  })

  it('[EVT-26] [EVT-27] [EVT-30] an event carries its origin, code, times, fence, masks and check status', async () => {
    const [first, , third, fourth] = await query({ timeZone: 8 })
    expect([first?.type, third?.type, fourth?.type]).toEqual([2, 1, 2])
    expect((await query({ serialno: 5 }))[0]?.type).toBe(0)
    expect(fourth).toEqual({
      serialno: 4,
      deviceid: BUS,
      type: 2,
      appdevid: 51,
      eventtime: '2026-09-15 07:30:00',
      eventtimeutc: DAY_S + 23.5 * HOUR_S,
      updatetime: 1.003,
      cmd: 'new',
      eventname: '',
      memo: 'as reported',
      call: 0,
      fencename: 'Depot',
      vehiclex: 25,
      vehicley: 121.5,
      speed: 42.5,
      try: 2,
      completed: 1,
      download: 0b101,
      snap: 0,
      haverdb: 0,
      checkstatus: 0,
    })
    expect((await query({})).map(({ snap }) => snap)).toEqual([0, 0b10, 1, 0, 0])
  })

  it('[EVT-31] haverdb is 1 where a recording of the device covers the time of the event', async () => {
    const timeMs = rows[0]?.timeS ?? 0
    await changeDatabase(server, (file) => {
      file
        .prepare(
          `insert into recordings (device_key, start_ms, end_ms, channel, bytes, first_key_frame_offset, path, slot)
          values (?, ?, ?, 1, 1, 0, 'van/1.mp4', '')`,
        )
        .run(keys.get(VAN), timeMs * 1000 - 30_000, timeMs * 1000 + 30_000)
    })
    expect((await query({ deviceid: VAN })).map(({ haverdb }) => haverdb)).toEqual([1, 0, 0])
  })
})

describe('what people say of an event', () => {
  it('[API2-083] [API2-085] [EVT-36] [EVT-37] PUT sets the check status, and raises the update time so that others see it', async () => {
    const last = Math.max(...(await query({})).map(({ updatetime }) => updatetime))
    const { body } = await call('PUT', '/gkevent/eventset', { serialno: 2, checkstatus: 1 }, 'north')
    expect(body).toEqual({ serialno: 2, checkstatus: 1, updatetime: expect.any(Number) })
    expect(await query({ afterUpdatetime: last })).toMatchObject([
      { serialno: 2, checkstatus: 1, updatetime: body.updatetime },
    ])
    await call('PUT', '/gkevent/eventset', { serialno: 2, checkstatus: 0 })
    expect((await query({ serialno: 2 }))[0]?.checkstatus).toBe(0)
    expect((await call('PUT', '/gkevent/eventset', { serialno: 2, checkstatus: 2 })).body.hasError).toBe(true)
  })

  it('[API2-084] [API2-085] POST writes the memo, also an empty one', async () => {
    const { body } = await call('POST', '/gkevent/eventset', { serialno: 2, memo: 'called the driver' })
    expect(body).toEqual({ serialno: 2, memo: 'called the driver', updatetime: expect.any(Number) })
    expect((await query({ serialno: 2 }))[0]).toMatchObject({ memo: 'called the driver', updatetime: body.updatetime })
    await call('POST', '/gkevent/eventset', { serialno: 2, memo: '' })
    expect((await query({ serialno: 2 }))[0]?.memo).toBe('')
    const long = await call('POST', '/gkevent/eventset', { serialno: 2, memo: 'x'.repeat(501) })
    expect(long.body.hasError).toBe(true)
  })

  it('[EVT-35] [EVT-39] an event of a device that the caller does not see is not there, and without F_event nothing is', async () => {
    for (const [method, change] of [
      ['PUT', { checkstatus: 1 }],
      ['POST', { memo: 'x' }],
    ] as const) {
      const unseen = await call(method, '/gkevent/eventset', { serialno: 1, ...change }, 'north')
      expect(unseen.body).toEqual(failedCall('unknown-event'))
      const gone = await call(method, '/gkevent/eventset', { serialno: 99, ...change })
      expect(gone.body).toEqual(failedCall('unknown-event'))
      const barred = await call(method, '/gkevent/eventset', { serialno: 2, ...change }, 'blind')
      expect(barred.status).toBe(403)
    }
    expect((await query({ serialno: 1 }))[0]).toMatchObject({ checkstatus: 0, memo: 'as reported' })
  })
})

describe('files of an event', () => {
  const timeS = DAY_S + 2 * HOUR_S
  const name = eventFootageName(BUS, timeS, 2)
  const of = (user: string, s = 2, c = 2) => new URLSearchParams({ u: user, p: password, s: `${s}`, c: `${c}` })
  const get = (path: string, headers = {}) => callHttp(server, 'GET', path, { headers })
  const put = (kind: string, path: string) =>
    changeDatabase(server, (file) =>
      file
        .prepare(
          `insert or replace into event_media
          (event_id, channel, kind, state, percent, tries, start_s, end_s, path, bytes, reason, updated_ms)
          values (2, 2, ?, 'done', 100, 1, ?, ?, ?, 1, '', 1)`,
        )
        .run(kind, timeS - 15, timeS + 15, path),
    )

  beforeAll(async () => {
    mkdirSync(join(server.data, 'event-files'))
    writeFileSync(join(server.data, 'event-files', '2.mp4'), mp4)
    writeFileSync(join(server.data, 'event-files', '2.jpg'), jpeg)
    await put('footage', 'event-files/2.mp4')
    await put('snapshot', 'event-files/2.jpg')
  })

  it('[API2-086] [API2-088] [EVT-23] the footage link delivers the MP4 that was fetched for the event and channel, also in part', async () => {
    const whole = await get(`/gkevent/footage/${name}?${of('north')}`)
    expect([whole.status, whole.text, whole.headers['content-type']]).toEqual([200, String(mp4), 'video/mp4'])
    const part = await get(`/gkevent/footage/${name}?${of(ADMIN)}`, { range: 'bytes=2-5' })
    expect([part.status, part.text]).toEqual([206, '2345'])
    expect((await query({ serialno: 2 }))[0]?.media).toEqual([
      { channel: 2, kind: 'footage', state: 'done', percent: 100 },
      { channel: 2, kind: 'snapshot', state: 'done', percent: 100 },
    ])
  })

  it('[API2-087] footageinfo answers where the clip starts and ends', async () => {
    expect((await get(`/gkevent/footageinfo?${of(ADMIN)}`)).body).toEqual({ start: timeS - 15, end: timeS + 15 })
    expect((await get(`/gkevent/footageinfo?${of(ADMIN, 2, 3)}`)).status).toBe(404)
  })

  it('[API2-089] [API2-090] [EVT-23] pic.cgi with type event delivers the picture of the event at that time, and only to those who may see it', async () => {
    const picture = (user: string, over: object = {}) => {
      const fields = { type: 'event', t: timeS, deviceid: BUS, ch: 2, user, password, ...over }
      return fetch(`http://127.0.0.1:${server.ports.streams}/pic.cgi?${new URLSearchParams(fields as never)}`)
    }
    const answer = await picture('north')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(jpeg)
    expect((await picture(ADMIN, { t: timeS + 1 })).status).toBe(404)
    expect((await picture(ADMIN, { ch: 1 })).status).toBe(404)
    expect((await picture('north', { deviceid: VAN })).status).toBe(404)
    expect((await picture('blind')).status).toBe(403)
    expect((await picture(ADMIN, { password: sha256('guess') })).status).toBe(401)
  })

  it('[API2-109] no name of a footage path and no stored path reaches a file elsewhere', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'fleetglass-outside-'))
    writeFileSync(join(outside, 'outside.mp4'), 'secret')
    const stored = relative(data, join(outside, 'outside.mp4'))
    for (const wrong of [
      '..%2F..%2Foutside.mp4',
      '%2e%2e%2foutside.mp4',
      '../../outside.mp4',
      '..%5Coutside.mp4',
      `event-files%2F2.mp4`,
      eventFootageName(BUS, timeS, 3),
      eventFootageName(VAN, timeS, 2),
    ]) {
      expect((await get(`/gkevent/footage/${wrong}?${of(ADMIN)}`)).status).toBe(404)
    }
    await put('footage', stored)
    expect((await get(`/gkevent/footage/${name}?${of(ADMIN)}`)).status).toBe(404)
    await put('footage', 'event-files/gone.mp4')
    expect((await get(`/gkevent/footage/${name}?${of(ADMIN)}`)).status).toBe(404)
    await put('footage', 'event-files/2.mp4')
    rmSync(outside, { recursive: true })
  })

  it('[EVT-39] nobody receives a file of an event that they do not see', async () => {
    await changeDatabase(server, (file) =>
      file.exec(`insert into event_media select 1, channel, kind, state, percent, tries, start_s, end_s, path, bytes, reason, 2
        from event_media where event_id = 2`),
    )
    const ofVan = eventFootageName(VAN, DAY_S + HOUR_S, 2)
    expect((await get(`/gkevent/footage/${ofVan}?${of(ADMIN, 1)}`)).status).toBe(200)
    expect((await get(`/gkevent/footage/${ofVan}?${of('north', 1)}`)).status).toBe(404)
    expect((await get(`/gkevent/footageinfo?${of('north', 1)}`)).status).toBe(404)
    expect((await get(`/gkevent/footage/${name}?${of('blind')}`)).status).toBe(403)
    expect((await get(`/gkevent/footage/${name}?u=north&p=${sha256('guess')}&s=2&c=2`)).status).toBe(401)
  })
})
