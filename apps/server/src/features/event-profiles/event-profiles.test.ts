import {
  EVENT_PROFILES_MAX,
  type EventDefinition,
  eventDefinitionLinksPath,
  eventDefinitionsPath,
} from '@fleetglass/contract/event-profiles'
import { EventCode, eventQueryPath, storedEventsSchema } from '@fleetglass/contract/events'
import { userGroupPath } from '@fleetglass/contract/groups'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { EventClient } from '../../../test/event-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const IDS = ['13800138001', '13800138002', '13800138003', '13800138004', '13800138005'] as const
const [VAN, BUS, TRAM, CAR, BIKE] = IDS
const SPEED = EventCode.overspeed

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const link = await server.login()
  for (const A of IDS) await link.request('D01', { A, C: '1', F: '0' })
  await link.close()
  await addUsers(server, { name: 'manager', permission: 1 })
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const name of new Set((await stored()).map(({ definename }) => definename))) {
    if (name !== 'GLOBAL') await definitions('DELETE', { definename: name })
  }
  await definitions('PUT', { definename: 'GLOBAL', entries: [] })
})

const password = sha256(ADMIN_PASSWORD)
const headers = { authorization: `Basic ${Buffer.from(`${ADMIN}:${password}`).toString('base64')}` }
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
async function call(method: Method, path: string, body: object = {}, username = ADMIN): Promise<never> {
  const options = method === 'GET' ? { headers } : { body: { username, password, ...body } }
  return JSON.parse((await callHttp(server, method, path, options)).text) as never
}
const definitions = (method: Method, body?: object, user?: string) => call(method, eventDefinitionsPath, body, user)
const links = (method: Method, body?: object, user?: string) => call(method, eventDefinitionLinksPath, body, user)
/** Without the built-in entries of GLOBAL. */
const stored = async () =>
  ((await definitions('GET')) as readonly EventDefinition[]).filter(({ builtin }) => builtin === undefined)
const entry = (definename: string, more: object = {}) => ({
  eventDefine: { definename, eventtype: SPEED, eventname: 'Too fast', ...more },
})
const saved = (definename: string, more: object = {}) => ({
  definename,
  eventtype: SPEED,
  eventname: 'Too fast',
  notifytext: '',
  notifycolor: '#FFFFFF',
  ...more,
})

describe('entries of event profiles', () => {
  it('[API2-050] [API2-077] [PROF-05] [PROF-06] an added entry is in the list, with white where no colour is given', async () => {
    expect(await definitions('POST', entry('Night'))).toContainEqual(saved('Night'))
    const changed = { notifytext: 'Slow down', notifycolor: '#ff8800' }
    const answer = await definitions('PUT', entry('Night', changed))
    expect(answer).toContainEqual(saved('Night', { ...changed, notifycolor: '#FF8800' }))
    expect(answer).toEqual(await definitions('GET'))
  })

  it('[API2-077] an entry is added once, and only one that exists is changed', async () => {
    await definitions('POST', entry('Night'))
    const params = { definename: 'Night', eventtype: SPEED }
    expect(await definitions('POST', entry('Night'))).toEqual(failedCall('event-definition-exists', params))
    expect(await definitions('PUT', entry('Day'))).toEqual(
      failedCall('unknown-event-definition', { ...params, definename: 'Day' }),
    )
  })

  it('[API2-078] an entry is deleted alone, a profile with all its entries', async () => {
    await definitions('POST', entry('Night'))
    await definitions('POST', entry('Night', { eventtype: 18 }))
    await definitions('POST', entry('Day'))
    await definitions('DELETE', { eventDefine: { definename: 'Night', eventtype: 18 } })
    expect(await stored()).toEqual([saved('Day'), saved('Night')])
    await definitions('DELETE', { definename: 'Night' })
    expect(await stored()).toEqual([saved('Day')])
    expect(await definitions('DELETE', { definename: 'Night' })).toEqual(
      failedCall('unknown-event-profile', { definename: 'Night' }),
    )
  })

  it('[PROF-07] [PROF-15] GLOBAL is always there, cannot be deleted, and has its built-in names again when its entries are removed', async () => {
    const builtIn = saved('GLOBAL', { eventname: 'Overspeed', builtin: 1 })
    expect(await definitions('GET')).toContainEqual(builtIn)
    expect(await definitions('DELETE', { definename: 'GLOBAL' })).toEqual(failedCall('event-profile-global'))
    expect(await definitions('PUT', entry('GLOBAL'))).toContainEqual(saved('GLOBAL'))
    expect(await definitions('GET')).not.toContainEqual(builtIn)
    await definitions('DELETE', { eventDefine: { definename: 'GLOBAL', eventtype: SPEED } })
    expect(await definitions('GET')).toContainEqual(builtIn)
  })

  it('[PROF-14] an entry is for a code of the catalogue, and a profile has one a code', async () => {
    for (const eventtype of [-1, 25, 500, 1829, 1.5, '15']) {
      expect(await definitions('POST', entry('Night', { eventtype }))).toMatchObject({ hasError: true })
    }
    const twice = { definename: 'Night', entries: [{ eventtype: SPEED }, { eventtype: SPEED }] }
    expect(await definitions('PUT', twice)).toMatchObject({ hasError: true, message: expect.stringContaining('twice') })
    expect(await stored()).toEqual([])
  })

  it('[PROF-09] [PROF-10] a profile has a name, and it is not ALL', async () => {
    for (const name of ['', '  ', 'ALL', 'all', 'global', 'x'.repeat(500), 'a\nb', 'a\u202eb', 7, null]) {
      expect(await definitions('POST', entry(name as string)), String(name)).toMatchObject({ hasError: true })
      const whole = { definename: name, entries: [{ eventtype: SPEED, eventname: 'x' }] }
      expect(await definitions('PUT', whole), String(name)).toMatchObject({ hasError: true })
    }
    expect(await stored()).toEqual([])
  })

  it('refuses colours that are none and texts that are too long, and stores markup as the text it is', async () => {
    for (const bad of [
      { notifycolor: 'red' },
      { notifycolor: '#FFF' },
      { notifycolor: '#12345G' },
      { notifycolor: 'url(x)' },
      { eventname: 'x'.repeat(101) },
      { notifytext: 'x'.repeat(201) },
      { notifytext: 'two\nlines' },
    ]) {
      expect(await definitions('POST', entry('Night', bad)), JSON.stringify(bad)).toMatchObject({ hasError: true })
    }
    const markup = '<img src=x onerror=alert(1)>'
    await definitions('POST', entry('<b>Night</b>', { eventname: markup, notifytext: markup }))
    expect(await stored()).toEqual([saved('<b>Night</b>', { eventname: markup, notifytext: markup })])
  })

  it('a site has at most the profiles of the limit; those that exist can still be changed', async () => {
    const names = Array.from({ length: EVENT_PROFILES_MAX }, (_, n) => `P${n}`)
    await changeDatabase(server, (file) => {
      const insert = file.prepare(`insert into event_profile_entries values (?, 15, 'x', '', '#FFFFFF')`)
      for (const name of names) insert.run(name)
    })
    // Another server that shares the database would publish this; here the next change reads it.
    await definitions('PUT', { definename: 'GLOBAL', entries: [] })
    const refused = failedCall('too-many-event-profiles', { most: EVENT_PROFILES_MAX })
    expect(await definitions('POST', entry('One more'))).toEqual(refused)
    expect(await definitions('PUT', { definename: 'One more', entries: [{ eventtype: 6 }] })).toEqual(refused)
    expect(await definitions('PUT', entry('P0'))).toContainEqual(saved('P0'))
    await changeDatabase(server, (file) => void file.exec('delete from event_profile_entries'))
    await definitions('PUT', { definename: 'GLOBAL', entries: [] })
    expect(await stored()).toEqual([])
  })

  it('[RIGHT2-16] only permission 0 changes profiles, and every user reads them', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect(await definitions(method, entry('Night'), 'manager')).toMatchObject({ code: 'permission-denied' })
      const link = { deviceid: VAN, definename: 'GLOBAL' }
      expect(await links(method, link, 'manager')).toMatchObject({ code: 'permission-denied' })
    }
    await definitions('POST', entry('Night'))
    const linked = { deviceid: VAN, definename: 'Night' }
    expect(await links('POST', linked)).toEqual([linked])
    expect(await links('GET')).toEqual([linked])
  })

  it('writes each change into the audit log, with the profile and the device', async () => {
    await definitions('POST', entry('Night'))
    await links('PUT', { deviceid: VAN, definename: 'Night' })
    await definitions('DELETE', { definename: 'Night' })
    const rows = await changeDatabase(server, (file) =>
      file.prepare('select * from audit_log order by seq desc limit 3').all(),
    )
    const text = JSON.stringify(rows)
    for (const part of ['POST /gkevent/eventdefine', 'PUT /gkevent/eventdefinedevice', 'DELETE /gkevent/eventdefine']) {
      expect(text).toContain(part)
    }
    expect(text).toContain(VAN)
    expect(text.match(/Night/g)?.length).toBeGreaterThanOrEqual(3)
  })
})

describe('a profile that is saved as a whole', () => {
  const speed = { eventtype: SPEED, eventname: 'Too fast' }
  const shock = { eventtype: 18, eventname: 'Shock' }

  it('replaces all entries at once and keeps the devices of the profile', async () => {
    await definitions('PUT', { definename: 'Night', entries: [speed], was: [] })
    await links('PUT', { deviceid: VAN, definename: 'Night' })
    await definitions('PUT', { definename: 'Night', entries: [shock], was: [speed] })
    expect(await stored()).toEqual([saved('Night', shock)])
    expect(await links('GET')).toEqual([{ deviceid: VAN, definename: 'Night' }])
  })

  it('of two administrators who change the same profile, the second is refused and nothing of the first is lost', async () => {
    await definitions('PUT', { definename: 'Night', entries: [speed], was: [] })
    await definitions('PUT', { definename: 'Night', entries: [speed, shock], was: [speed] })
    const second = { definename: 'Night', entries: [{ ...speed, eventname: 'Mine' }], was: [speed] }
    expect(await definitions('PUT', second)).toEqual(failedCall('event-profile-changed', { definename: 'Night' }))
    const sameName = { definename: 'Night', entries: [shock], was: [] }
    expect(await definitions('PUT', sameName)).toEqual(failedCall('event-profile-taken', { definename: 'Night' }))
    expect(await stored()).toEqual([saved('Night', speed), saved('Night', shock)])
  })

  it('needs an event, unless it is GLOBAL', async () => {
    const empty = { definename: 'Night', entries: [] }
    expect(await definitions('PUT', empty)).toEqual(failedCall('event-profile-empty', { definename: 'Night' }))
  })
})

describe('profiles of devices', () => {
  beforeEach(() => definitions('POST', entry('Night', { notifytext: 'Slow down', notifycolor: '#C00000' })))

  it('[API2-051] [API2-079] [PROF-08] a link is added, changed and removed, and is listed with device and profile', async () => {
    await definitions('POST', entry('Day'))
    expect(await links('POST', { deviceid: VAN, definename: 'Night' })).toEqual([
      { deviceid: VAN, definename: 'Night' },
    ])
    expect(await links('POST', { deviceid: VAN, definename: 'Day' })).toEqual(failedCall('event-profile-linked'))
    expect(await links('PUT', { deviceid: [VAN, BUS], definename: 'Day' })).toHaveLength(2)
    const other = { deviceid: VAN, definename: 'Night' }
    expect(await links('DELETE', other)).toEqual(failedCall('event-profile-not-linked', { definename: 'Night' }))
    expect(await links('DELETE', { deviceid: VAN, definename: 'Day' })).toEqual([{ deviceid: BUS, definename: 'Day' }])
    expect(await links('PUT', { deviceid: BUS, definename: 'GLOBAL' })).toEqual([])
  })

  it('links only profiles and devices that exist, all of a call or none', async () => {
    const unknown = failedCall('unknown-event-profile', { definename: 'Nowhere' })
    expect(await links('PUT', { deviceid: VAN, definename: 'Nowhere' })).toEqual(unknown)
    expect(await links('PUT', { deviceid: [VAN, 'nobody'], definename: 'Night' })).toEqual(failedCall('unknown-device'))
    expect(await links('PUT', { deviceid: [], definename: 'Night' })).toMatchObject({ hasError: true })
    expect(await links('GET')).toEqual([])
  })

  it('[API2-080] each write answers with all entries and all links, those that it left alone too', async () => {
    const [bus, van] = [
      { deviceid: BUS, definename: 'Day' },
      { deviceid: VAN, definename: 'Night' },
    ]
    await definitions('POST', entry('Day'))
    await links('POST', bus)
    for (const [method, eventtype, left] of [
      ['POST', 18, [van, bus]],
      ['PUT', 18, [van, bus]],
      ['DELETE', 18, [bus]],
    ] as const) {
      const answer = await definitions(method, entry('Night', { eventtype }))
      expect([method, answer]).toEqual([method, await definitions('GET')])
      expect(answer).toContainEqual(saved('Day'))
      expect([method, await links(method, van)]).toEqual([method, left])
    }
  })

  it('[PROF-15] a profile that is deleted while devices have it takes its links along', async () => {
    await links('PUT', { deviceid: [VAN, BUS], definename: 'Night' })
    await definitions('DELETE', { definename: 'Night' })
    expect(await links('GET')).toEqual([])
    await definitions('POST', entry('Night'))
    await links('PUT', { deviceid: VAN, definename: 'Night' })
    await definitions('DELETE', { eventDefine: { definename: 'Night', eventtype: SPEED } })
    expect(await links('GET')).toEqual([])
  })

  it('lists no device that the caller does not see', async () => {
    const groups: { groupid: string; name: string }[] = await call('POST', userGroupPath, {
      parentid: 'root',
      newChildrenName: 'Elsewhere',
    })
    const group = groups.find(({ name }) => name === 'Elsewhere')?.groupid
    await addUsers(server, { name: 'elsewhere', permission: 1, groupId: Number(group) })
    await links('PUT', { deviceid: VAN, definename: 'Night' })
    const basic = Buffer.from(`elsewhere:${password}`).toString('base64')
    const { text } = await callHttp(server, 'GET', eventDefinitionLinksPath, {
      headers: { authorization: `Basic ${basic}` },
    })
    expect(JSON.parse(text)).toEqual([])
  })
})

describe('what devices raise', () => {
  const online = (name: string, more: object) => entry(name, { eventtype: EventCode.online, ...more })
  let listener: EventClient
  beforeAll(async () => {
    listener = await EventClient.login(server.ports.main)
  })
  afterAll(() => listener.close())

  /** The event of a device that comes online now, as it is pushed and as it is stored. */
  async function comesOnline(deviceid: string) {
    const device = await DeviceClient.tcp(server.ports.signalling, deviceid)
    await device.login()
    const pushed = await listener.next(EventCode.online, 'new', deviceid)
    const range = { deviceid, afterTime: 0, beforeTime: 4_000_000_000 }
    const row = await until('it is stored', async () => {
      const rows = storedEventsSchema.parse(await call('POST', eventQueryPath, range))
      return rows.find(({ appdevid }) => appdevid === EventCode.online)
    })
    await device.close()
    return [pushed, row].map(({ eventname, notifytext, notifycolor }) => ({ eventname, notifytext, notifycolor }))
  }
  const shown = (eventname: string, notifytext?: string, notifycolor?: string) => {
    const look = { eventname, notifytext, notifycolor }
    return [look, look]
  }

  it('[PROF-12] [PROF-13] [PROF-14] an event has name, text and colour of the profile of its device, then of GLOBAL, then its own name', async () => {
    await definitions('POST', online('Night', { eventname: 'Here', notifytext: 'Say hello', notifycolor: '#00AA44' }))
    await links('PUT', { deviceid: [VAN, TRAM], definename: 'Night' })
    expect(await comesOnline(VAN)).toEqual(shown('Here', 'Say hello', '#00AA44'))
    const own = await comesOnline(BUS)
    expect(own[0]?.eventname).not.toBe('')
    expect(own).toEqual(shown(own[0]?.eventname ?? ''))
    // A change counts for the next event, in sockets that are open already.
    await definitions('POST', online('GLOBAL', { eventname: 'Connected', notifycolor: '#112233' }))
    await definitions('DELETE', { eventDefine: { definename: 'Night', eventtype: EventCode.online } })
    await definitions('POST', entry('Night'))
    await links('PUT', { deviceid: TRAM, definename: 'Night' })
    expect(await comesOnline(TRAM)).toEqual(shown('Connected', undefined, '#112233'))
    await definitions('POST', online('Night', { eventname: '', notifytext: 'Check in' }))
    await links('PUT', { deviceid: BIKE, definename: 'Night' })
    expect(await comesOnline(BIKE)).toEqual(shown('Connected', 'Check in'))
  })

  it('[PROF-12] a device without a link has the entries of GLOBAL', async () => {
    await definitions('POST', online('GLOBAL', { eventname: 'Connected', notifytext: 'All devices' }))
    expect(await comesOnline(CAR)).toEqual(shown('Connected', 'All devices'))
  })
})
