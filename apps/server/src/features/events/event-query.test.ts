import {
  eventDefinitionLinksPath,
  eventDefinitionLinksSchema,
  eventDefinitionsPath,
  eventDefinitionsSchema,
} from '@fleetglass/contract/event-profiles'
import { EVENT_QUERY_MAX, storedEventsSchema } from '@fleetglass/contract/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const basic = { authorization: `Basic ${Buffer.from(`${ADMIN}:${sha256(ADMIN_PASSWORD)}`).toString('base64')}` }
const BUS = '13800138000'
const T0 = 1_790_000_000

/** Fields of an event that nobody has dealt with. */
const untouched = {
  type: 0,
  eventtime: expect.stringMatching(/^2026-\d\d-\d\d \d\d:\d\d:\d\d$/),
  updatetime: expect.any(Number),
  fencename: '',
  try: 0,
  completed: 0,
  download: 0,
  snap: 0,
  haverdb: 0,
  checkstatus: 0,
}

describe('POST /gkevent/eventquery', () => {
  let server: TestServer
  let key = 0

  beforeAll(async () => {
    server = await startTestServer()
    const channel = await server.login()
    await channel.request('D01', { A: BUS, C: '1' })
    await channel.close()
    await changeDatabase(server, (file) => {
      key = (file.prepare('select key from devices').get() as { key: number }).key
      const insert = file.prepare(`insert into events
        (device_key, time_s, code, change, name, memo, call, lat_e6, lng_e6, speed_dkmh) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
      insert.run(key, T0 + 10, 21, 'new', 'Emergency button', 'help', 1, 24_078_600, 120_528_500, 455)
      insert.run(key, T0 + 5, 3, 'new', 'Offline', '', 0, null, null, null)
      insert.run(key, T0 + 11, 21, 'cover', 'Emergency button', '', 0, 24_078_600, 120_528_500, 0)
      insert.run(key + 1, T0 + 6, 15, 'new', '', '', 0, null, null, null)
    })
  })
  afterAll(() => server.close())

  async function ask(over: object = {}) {
    const body = {
      username: ADMIN,
      password: sha256(ADMIN_PASSWORD),
      deviceid: BUS,
      afterTime: T0,
      beforeTime: T0 + 60,
    }
    const response = await fetch(`${server.url}/gkevent/eventquery`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, ...over }),
    })
    return { status: response.status, answer: (await response.json()) as unknown }
  }

  it('[API1-17] [API1-18] [GPSP-58] returns the definitions of events, and no links while no device has a profile of its own', async () => {
    const { body, text } = await callHttp(server, 'GET', eventDefinitionsPath, { headers: basic })
    expect(body.hasError).toBeUndefined()
    const definitions = eventDefinitionsSchema.parse(JSON.parse(text))
    expect(definitions).toContainEqual(
      expect.objectContaining({ definename: 'GLOBAL', eventtype: 51, eventname: 'Trigger In' }),
    )
    const links = await callHttp(server, 'GET', eventDefinitionLinksPath, { headers: basic })
    expect(eventDefinitionLinksSchema.parse(JSON.parse(links.text))).toEqual([])
    expect((await callHttp(server, 'GET', eventDefinitionsPath)).status).toBe(401)
  })

  it('[API1-16] [GPSP-56] [GPSP-57] answers the events of the device by time, with where it was', async () => {
    const { answer } = await ask()
    expect(storedEventsSchema.parse(answer)).toEqual([
      {
        serialno: 2,
        deviceid: BUS,
        ...untouched,
        eventtimeutc: T0 + 5,
        appdevid: 3,
        cmd: 'new',
        eventname: 'Offline',
        memo: '',
        call: 0,
        vehiclex: null,
        vehicley: null,
        speed: null,
      },
      {
        serialno: 1,
        deviceid: BUS,
        ...untouched,
        eventtimeutc: T0 + 10,
        appdevid: 21,
        cmd: 'new',
        eventname: 'Emergency button',
        memo: 'help',
        call: 1,
        vehiclex: 24.0786,
        vehicley: 120.5285,
        speed: 45.5,
      },
      expect.objectContaining({ cmd: 'cover', eventtimeutc: T0 + 11 }),
    ])
  })

  it('[API1-49] takes unix seconds and includes both ends', async () => {
    const times = async (afterTime: number, beforeTime: number) =>
      storedEventsSchema.parse((await ask({ afterTime, beforeTime })).answer).map((event) => event.eventtimeutc - T0)
    expect(await times(T0 + 5, T0 + 10)).toEqual([5, 10])
    expect(await times(T0 + 6, T0 + 9)).toEqual([])
  })

  it('says what is wrong with a question, and answers an unseen device like one that is not there', async () => {
    for (const wrong of [{ afterTime: T0 + 61 }, { afterTime: -1 }, { beforeTime: 'soon' }, { deviceid: 7 }]) {
      expect((await ask(wrong)).answer).toMatchObject({ hasError: true, message: expect.stringMatching(/./) })
    }
    expect(await ask({ deviceid: `${BUS}' OR '1'='1` })).toEqual(await ask({ deviceid: 'nobody' }))
  })

  it('refuses a range with more than it answers, and never cuts it', async () => {
    await changeDatabase(server, (file) => {
      const insert = file.prepare(`insert into events (device_key, time_s, code, change, name, memo, call)
        values (?, ?, 15, 'new', '', '', 0)`)
      file.transaction(() => {
        for (let n = 0; n <= EVENT_QUERY_MAX; n++) insert.run(key, T0 + 1000 + n)
      })()
    })
    const range = { afterTime: T0 + 1000, beforeTime: T0 + 1000 + EVENT_QUERY_MAX - 1 }
    expect((await ask(range)).answer).toHaveLength(EVENT_QUERY_MAX)
    expect((await ask({ ...range, beforeTime: range.beforeTime + 1 })).answer).toEqual(failedCall('too-many-events'))
  })
})
