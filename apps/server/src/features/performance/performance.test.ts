import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PerformanceRecord, performancePath, performanceSchema } from '@fleetglass/contract/performance'
import { createManualClock, until } from '@fleetglass/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { StreamClient } from '../../../test/stream-client.ts'

const VAN = '13800138001'
const DAY_MS = 86_400_000
/** The start of a minute. */
const START_MS = Date.UTC(2026, 8, 15, 12, 34)

const data = mkdtempSync(join(tmpdir(), 'fleetglass-test-'))
const clock = createManualClock(START_MS)
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ data, clock })
})

afterAll(async () => {
  await server.close()
  rmSync(data, { recursive: true })
})

const basic = (user: string): string => `Basic ${Buffer.from(`${user}:${sha256(ADMIN_PASSWORD)}`).toString('base64')}`
const get = (query = '', user = ADMIN) =>
  callHttp(server, 'GET', `${performancePath}${query}`, { headers: { authorization: basic(user) } })
const records = async (query = ''): Promise<readonly PerformanceRecord[]> =>
  performanceSchema.parse(JSON.parse((await get(query)).text))

/** Work of each kind: calls, messages, a device with an alarm, and a stream. */
async function work(): Promise<void> {
  await get()
  const link = await server.login()
  await link.request('D01', { A: VAN })
  const device = await DeviceClient.tcp(server.ports.signalling, VAN)
  await device.login()
  await device.answerTo(device.send({ name: 'heartbeat', body: {} }))
  const { name, body } = positionMessage(START_MS / 1000)
  const stored = device.answerTo(device.send({ name, body: { ...body, alarmBits: 1 } }))
  await until('the alarm is on disk', async () => {
    clock.advance(100)
    return await Promise.race([stored, Promise.resolve(undefined)])
  })
  const viewer = await StreamClient.open(server.ports.streams, { deviceid: VAN, channel: 1 })
  await viewer.close()
  await link.close()
  await device.close()
}

it('[PERF-04] [PERF-05] [PERF-06] [API2-140] one record for each meter and minute has what the server did', async () => {
  await work()
  clock.advance(60_000)
  const found = await until('the minute is stored', async () => {
    const rows = await records()
    return rows.length >= 5 && rows
  })
  expect(new Set(found.map(({ name }) => name))).toEqual(new Set(['http', 'vcp', 'jt808', 'stream', 'event']))
  for (const { datetime, gms, cnt, avg, max } of found) {
    expect(datetime).toBe('2026-09-15T12:34:00Z')
    expect(gms).toBe(hostname())
    expect(cnt).toBeGreaterThan(0)
    expect(max).toBeGreaterThanOrEqual(avg)
  }
})

it('[API2-141] a range answers the records of its minutes, and a new minute is a record of its own', async () => {
  const before = await records()
  await get()
  clock.advance(60_000)
  await until('the next minute is stored', async () => (await records()).length > before.length)
  const firstS = START_MS / 1000
  const first = await records(`?starttime=${firstS}&endtime=${firstS + 59}`)
  expect(first).toEqual(before)
  const second = await records(`?starttime=${firstS + 60}&endtime=${firstS + 119}`)
  expect(second.map(({ datetime, name }) => [datetime, name])).toContainEqual(['2026-09-15T12:35:00Z', 'http'])
})

it('a minute without work has no record', async () => {
  const before = (await records()).length
  clock.advance(60_000)
  await until('that of the question is stored', async () => (await records()).length > before)
  const names = (await records(`?starttime=${START_MS / 1000 + 120}&endtime=${START_MS / 1000 + 179}`)).map(
    ({ name }) => name,
  )
  // That the device is gone may be stored as an event only now.
  expect(names.filter((name) => name !== 'event')).toEqual(['http'])
})

it.each([
  ['ends before it starts', '?starttime=2&endtime=1'],
  ['is longer than a day', `?starttime=0&endtime=${2 * 86_400}`],
  ['is no number', '?starttime=yesterday&endtime=1'],
  ['has one end', '?starttime=1'],
])('a range that %s is refused', async (_, query) => {
  expect((await get(query)).body).toMatchObject({ hasError: true, message: expect.stringMatching(/./) })
})

it('every account may read the records, and nobody without one', async () => {
  await addUsers(server, { name: 'viewer', permission: 4 })
  expect((await get('', 'viewer')).status).toBe(200)
  expect((await callHttp(server, 'GET', performancePath)).status).toBe(401)
})

it('[PERF-06] records are kept for 7 days', async () => {
  expect(await records()).not.toEqual([])
  await server.close()
  clock.setWallClock(START_MS + 8 * DAY_MS)
  server = await startTestServer({ data, clock })
  const firstS = START_MS / 1000
  const old = () => records(`?starttime=${firstS}&endtime=${firstS + 3600}`)
  expect(await old()).not.toEqual([])
  await until('they are removed', async () => {
    clock.advance(600_000)
    return (await old()).length === 0
  })
})
