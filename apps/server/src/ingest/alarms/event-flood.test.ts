import { downloadPlansPath } from '@fleetglass/contract/event-plans'
import { expect, it, onTestFinished } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { EventClient } from '../../../test/event-client.ts'
import { errorCode } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const FLOODER = '13800138001'
const OTHER = '13800138002'
const ALARMS = 10_000
/** JT/T 808, table 24: alarm bits that differ from position to position, and their numbers of the catalogue. */
const alarms = [
  ...Array.from({ length: 9 }, (_, at) => ({ bit: 4 + at, code: 751 + at })),
  { bit: 25, code: 767 },
  { bit: 26, code: 768 },
  { bit: 27, code: 769 },
  { bit: 28, code: 770 },
  { bit: 31, code: 771 },
]
/** Emergency button. */
const CALL = { bits: 1, code: 21 }
/** Seconds of the device between two positions: each alarm may be new again. */
const STEP_S = 4
/** New events that a device may raise at once, and waiting fetches of a device. */
const EVENTS_AT_ONCE = 500
const FETCHES_MAX = 200
const WAITING_MAX = 10_000

it('10,000 alarms of one device at once are all acknowledged and their positions stored; events, queues and fetches stay within their limits, and the event of another device comes meanwhile', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const link = await server.login()
  for (const id of [FLOODER, OTHER]) await link.request('D01', { A: id, C: '1' })
  await link.close()
  const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
  const plan = {
    updateMode: 'GLOBAL',
    deviceid: 'GLOBAL',
    downloadtype: 1,
    downloadplan: 1,
    streamtype: 1,
    mediatype: 1,
  }
  for (const { code } of alarms) {
    const eventDownloadPlan = { ...plan, appdevid: code, preoffset: 5, postoffset: 5 }
    const answer = await callHttp(server, 'POST', downloadPlansPath, { body: { ...credentials, eventDownloadPlan } })
    expect(answer.body).not.toMatchObject({ hasError: true })
  }
  const [flooder, other] = await Promise.all(
    [FLOODER, OTHER].map((id) => DeviceClient.tcp(server.ports.signalling, id)),
  )
  if (flooder === undefined || other === undefined) throw new Error('there are no devices')
  await Promise.all([flooder.login(), other.login()])
  const listener = await EventClient.login(server.ports.main)
  onTestFinished(() => listener.close())
  const metric = async (name: string): Promise<number> => {
    const { text } = await callHttp(server, 'GET', '/metrics')
    return [...text.matchAll(new RegExp(`^${name} (\\S+)$`, 'gm'))].reduce((sum, [, value]) => sum + Number(value), 0)
  }

  const nowS = Math.floor(Date.now() / 1000)
  const startS = nowS - ALARMS * STEP_S
  const answers = () => flooder.received.filter(({ message }) => message.name === 'platformAnswer')
  const startedMs = performance.now()
  for (let at = 0; at < ALARMS; at++) {
    const { name, body } = positionMessage(startS + at * STEP_S)
    const { bit = 0 } = alarms[at % alarms.length] ?? {}
    flooder.send({ name, body: { ...body, alarmBits: 2 ** bit } })
    // As a socket would be read between.
    if (at % 500 === 499) await new Promise((resolve) => setImmediate(resolve))
  }
  const { name, body } = positionMessage(nowS)
  other.send({ name, body: { ...body, alarmBits: CALL.bits } })
  await listener.next(CALL.code, 'new', OTHER)
  const answeredBefore = answers().length
  let mostWaiting = 0
  await until(
    'all are acknowledged',
    async () => {
      mostWaiting = Math.max(mostWaiting, await metric('fleetglass_events_waiting'))
      return answers().length >= ALARMS
    },
    60_000,
  )
  const tookS = (performance.now() - startedMs) / 1000
  // The other device did not wait for the end of the flood.
  expect(answeredBefore).toBeLessThan(ALARMS)
  expect(answers().every(({ message }) => message.name === 'platformAnswer' && message.body.result === 0)).toBe(true)
  expect(mostWaiting).toBeLessThanOrEqual(WAITING_MAX)
  await until('all plans were applied', async () => {
    const { open } = await counted(server)
    return open === 0
  })
  const { points, events, fetches, refused } = await counted(server)
  expect(points).toBe(ALARMS)
  expect(events).toBeGreaterThanOrEqual(EVENTS_AT_ONCE - 1)
  expect(events).toBeLessThanOrEqual(EVENTS_AT_ONCE + Math.ceil(tookS / STEP_S) + 1)
  expect(fetches).toBeLessThanOrEqual(FETCHES_MAX)
  expect(refused).toBeGreaterThanOrEqual(events - FETCHES_MAX - 20)
  expect(await metric('fleetglass_events_held_total\\{reason="flood"\\}')).toBeGreaterThan(ALARMS - 2 * EVENTS_AT_ONCE)
  expect(await metric('fleetglass_events_waiting')).toBe(0)
  await Promise.all([flooder.close(), other.close()])
}, 60_000)

/** What the database has of the flood; `open` are events to which the plans were not applied yet. */
function counted(server: { readonly data: string }) {
  return changeDatabase(server, (file) => {
    const one = (sql: string, ...values: unknown[]): number =>
      file
        .prepare(sql)
        .pluck()
        .get(...values) as number
    const key = one('select key from devices where device_id = ?', FLOODER)
    const codes = alarms.map(({ code }) => code).join()
    return {
      points: one('select count(*) from track_points where device_key = ?', key),
      events: one(`select count(*) from events where device_key = ? and change = 'new' and code in (${codes})`, key),
      fetches: one('select count(*) from event_fetches where device_key = ?', key),
      refused: one('select count(*) from event_media where reason = ?', errorCode('too-many-event-fetches')),
      open: one('select (select max(id) from events) - serial from event_fetch_cursor'),
    }
  })
}
