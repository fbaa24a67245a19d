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
/** A slow machine needs more of them for the event of the other device to come meanwhile. */
const ALARMS_MAX = 4 * ALARMS
const FLOOD_STEP = 500
/** Alarms on the way while the test sends more. */
const UNANSWERED = 2_000
const PATIENCE_MS = 60_000
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
  const startS = nowS - ALARMS_MAX * STEP_S
  const answers = () => flooder.received.filter(({ message }) => message.name === 'platformAnswer')
  const startedMs = performance.now()
  let sent = 0
  const flood = (count: number): void => {
    for (const end = sent + count; sent < end; sent++) {
      const { name, body } = positionMessage(startS + sent * STEP_S)
      const { bit = 0 } = alarms[sent % alarms.length] ?? {}
      flooder.send({ name, body: { ...body, alarmBits: 2 ** bit } })
    }
  }
  let mostWaiting = 0
  const isAnswered = async (count: number): Promise<boolean> => {
    mostWaiting = Math.max(mostWaiting, await metric('fleetglass_events_waiting'))
    return answers().length >= count
  }
  flood(ALARMS / 2)
  const { name, body } = positionMessage(nowS)
  other.send({ name, body: { ...body, alarmBits: CALL.bits } })
  const isOtherSeen = () => listener.events.some(({ deviceid, eventid }) => deviceid === OTHER && eventid === CALL.code)
  // The event of the other device comes while there are always alarms that are not answered yet.
  while (sent < ALARMS || (!isOtherSeen() && sent < ALARMS_MAX)) {
    flood(FLOOD_STEP)
    await until(
      'some are acknowledged',
      async () => isOtherSeen() || (await isAnswered(sent - UNANSWERED)),
      PATIENCE_MS,
    )
  }
  expect(isOtherSeen()).toBe(true)
  await until('all are acknowledged', () => isAnswered(sent), PATIENCE_MS)
  const tookS = (performance.now() - startedMs) / 1000
  expect(answers().every(({ message }) => message.name === 'platformAnswer' && message.body.result === 0)).toBe(true)
  expect(mostWaiting).toBeLessThanOrEqual(WAITING_MAX)
  await until('all plans were applied', async () => {
    const { open } = await counted(server)
    return open === 0
  })
  const { points, events, fetches, refused } = await counted(server)
  expect(points).toBe(sent)
  expect(events).toBeGreaterThanOrEqual(EVENTS_AT_ONCE - 1)
  expect(events).toBeLessThanOrEqual(EVENTS_AT_ONCE + Math.ceil(tookS / STEP_S) + 1)
  expect(fetches).toBeLessThanOrEqual(FETCHES_MAX)
  expect(refused).toBeGreaterThanOrEqual(events - FETCHES_MAX - 20)
  expect(await metric('fleetglass_events_held_total\\{reason="flood"\\}')).toBeGreaterThan(ALARMS - 2 * EVENTS_AT_ONCE)
  expect(await metric('fleetglass_events_waiting')).toBe(0)
  await Promise.all([flooder.close(), other.close()])
}, 180_000)

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
