import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { netflowPath, netflowSchema } from '@fleetglass/contract/netflow'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addGroup, addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const VAN = '13800138001'
const DAY_S = 86_400
/** Noon of a day of the server, which is in UTC. */
const NOON_S = Date.UTC(2026, 8, 15, 12) / 1000
const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
/** The whole of September. */
const september = { starttime: Date.UTC(2026, 8, 1) / 1000, endtime: Date.UTC(2026, 9, 1) / 1000 - 1 }

const data = mkdtempSync(join(tmpdir(), 'fleetglass-test-'))
const clock = createManualClock(NOON_S * 1000)
let server: TestServer
const start = () => startTestServer({ data, clock, config: { timeZone: 0 } })

/** Logs in and sends heartbeats; returns the bytes of the heartbeats, and of all that the device sent. */
async function talk(heartbeats: number): Promise<{ readonly beats: number; readonly sent: number }> {
  const device = await DeviceClient.tcp(server.ports.signalling, VAN)
  let sent = 0
  const send = device.sendBytes.bind(device)
  device.sendBytes = (bytes) => {
    sent += bytes.length
    send(bytes)
  }
  await device.login()
  const before = sent
  for (let at = 0; at < heartbeats; at++) await device.answerTo(device.send({ name: 'heartbeat', body: {} }))
  await device.close()
  return { beats: sent - before, sent }
}

beforeAll(async () => {
  server = await start()
  const link = await server.login()
  for (const id of [VAN, 'quiet']) await link.request('D01', { A: id })
  await link.close()
  await addGroup(server, { id: 7, name: 'Elsewhere' })
})
afterAll(async () => {
  await server.close()
  rmSync(data, { recursive: true })
})

const ask = (body: object = {}) =>
  callHttp(server, 'POST', netflowPath, { body: { ...credentials, ...september, ...body } })

it('[NETF-13] [NETF-14] [API2-145] the bytes of a device are counted both ways and stored by day of the server', async () => {
  const { beats, sent } = await talk(50)
  clock.setWallClock((NOON_S + DAY_S) * 1000)
  clock.advance(1_000)
  const next = await talk(1)
  // What was counted is on disk when the server has ended.
  await server.close()
  server = await start()
  const rows = netflowSchema.parse(JSON.parse((await ask()).text))
  expect(rows.map(({ deviceid, starttime }) => [deviceid, starttime])).toEqual([
    [VAN, NOON_S - DAY_S / 2],
    [VAN, NOON_S + DAY_S / 2],
  ])
  const [first, second] = rows
  expect(first?.flowin).toBeGreaterThanOrEqual(beats)
  expect(first?.flowin).toBeLessThanOrEqual(sent)
  // Each heartbeat is answered with a message of 20 bytes.
  expect(first?.flowout).toBeGreaterThanOrEqual(50 * 20)
  expect(second?.flowin).toBeGreaterThanOrEqual(next.beats)
  expect(second?.flowin).toBeLessThanOrEqual(next.sent)
})

it('[API2-146] only days of the range are returned, both ends included', async () => {
  const midnight = NOON_S - DAY_S / 2
  const onlyFirst = netflowSchema.parse(
    JSON.parse((await ask({ starttime: midnight, endtime: midnight + DAY_S - 1 })).text),
  )
  expect(onlyFirst.map(({ starttime }) => starttime)).toEqual([midnight])
  // The month of a browser that is nine hours ahead begins nine hours earlier and has the same days.
  const ahead = { starttime: september.starttime - 9 * 3600, endtime: september.endtime - 9 * 3600 }
  expect((await ask(ahead)).text).toBe((await ask()).text)
  expect(JSON.parse((await ask({ starttime: 0, endtime: DAY_S })).text)).toEqual([])
})

it('a user receives the devices of their groups only', async () => {
  await addUsers(server, { name: 'outside', groupId: 7 })
  expect(JSON.parse((await ask({ username: 'outside' })).text)).toEqual([])
})

it.each([
  ['ends before it starts', { starttime: 2, endtime: 1 }],
  ['is longer than a month', { starttime: 0, endtime: 33 * DAY_S }],
  ['is no number', { starttime: 'yesterday' }],
  ['is missing', { endtime: undefined }],
])('a range that %s is refused', async (_, range) => {
  const { body } = await ask(range)
  expect(body).toMatchObject({ hasError: true, message: expect.stringMatching(/./) })
})
