// One vehicle with everything set: each value is none that anything begins with, and is followed to every place where rows leave.

import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { settingPath } from '@fleetglass/contract/device-settings'
import { type Device, decodeRow, devicePath, extraInfosSchema, orderedChannels } from '@fleetglass/contract/devices'
import { EventCode, eventQueryPath } from '@fleetglass/contract/events'
import { healthItem, type Position, timeBytes } from '@fleetglass/jt808'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { CameraDevice } from '../../../test/devices/camera-device.ts'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { EventClient } from '../../../test/event-client.ts'
import { failedMessage } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { StreamClient } from '../../../test/stream-client.ts'
import { systemClock } from '../../platform/clock/index.ts'

const VAN = '13812345691'
const BLIND = 'blind'
const DEPOT = 'depot'

const u16 = (value: number) => Uint8Array.of(value >> 8, value & 255)
const startS = Math.floor(Date.now() / 1000)
/** Recorders write the time of GMT+8. */
const localS = startS + 8 * 3600

/** The emergency button raises an event with the place. */
const position: Position = {
  alarmBits: 1,
  statusBits: 0b11,
  latE6: 24_123_456,
  lngE6: 120_654_321,
  altitudeM: 77,
  speedDkmh: 613,
  headingDeg: 237,
  localTimeS: localS,
  timeBytes: timeBytes(localS),
  items: [
    { id: 0x06, value: Uint8Array.of(68) },
    { id: 0x30, value: Uint8Array.of(25) },
    { id: 0x31, value: Uint8Array.of(13) },
    { id: 0x51, value: Uint8Array.of(...u16(0x8000 | 184), ...u16(37)) },
    { id: 0x61, value: u16(1380) },
    healthItem({ percent: 91, cards: [7, 55] }),
  ],
}
const record = {
  driver: 'Lin Mei',
  driverlicense: 'DL-77',
  vehicleid: 'Cold truck 9',
  plate: 'KAB-1207',
  extid: 'X-42',
  chmask: '101',
  icon: 6,
  maplocation: '24.5,121.25',
  eventdays: 30,
  chsort: '3,1',
  chnames: 'Road,,Door',
  talkch: 3,
}

const online = {
  deviceid: VAN,
  drivername: 'Lin Mei',
  vehicleid: 'Cold truck 9',
  plate: 'KAB-1207',
  extid: 'X-42',
  driverlicense: 'DL-77',
  chmask: '101',
  chn_count: 3,
  status: 1,
  status_time: expect.closeTo(startS, -2),
  voltage: 13.8,
  voltpct: 68,
  temperature: -18.4,
  health: '91%',
  acc_on: 1,
  loopdata: [-18.4, 3.7],
  smart1: 7,
  smart2: 55,
  registed: true,
  recording: 1,
  timezone: 8,
  signal: 81,
  satellites: 13,
  icon: 6,
  gps_info: { time: startS, data: { lat: 24.123456, lng: 120.654321, speedInKmh: 61.3, trackingAngle: 237 } },
  maplocation: { lat: 24.5, lng: 121.25 },
}

/** The same from a row of a list; plate and external id are no columns of it. */
const rowOf = (device: typeof online) => ({
  deviceId: VAN,
  driver: device.drivername,
  memo: device.vehicleid,
  enabledChannels: [...device.chmask].map((flag) => flag === '1'),
  online: device.status === 1,
  statusTimeS: device.status_time,
  registered: true,
  recording: device.recording === 1,
  timeZoneHours: 8,
  gps: device.gps_info && {
    timeS: startS,
    latDeg: 24.123456,
    lngDeg: 120.654321,
    speedKmh: 61.3,
    headingDeg: 237,
  },
  voltageDecivolt: 138,
  voltagePercent: 68,
  signalPercent: 81,
  satellites: 13,
  health: device.health,
  smart: [device.smart1, device.smart2],
  mapLocation: { latDeg: 24.5, lngDeg: 121.25 },
  icon: 6,
  temperaturesDecidegree: [-184, 37],
  accOn: device.acc_on === 1,
  driverLicence: 'DL-77',
})
const withoutPlace = { ...rowOf(online), gps: null }

/** The columns of the same row as they are on the wire. */
const columns: readonly unknown[] = [
  ...[VAN, 'Lin Mei', 'Cold truck 9', '101', '1', expect.stringMatching(/^\d{10}$/), '1', '1', '8'],
  ...[`${startS},24.123456,120.654321,61.3,237`, '138', '81', '13', '91%', '7', '55', '24.5,121.25', '6'],
  JSON.stringify({ TEMP: [-184, 37], ACC: 1, VPCT: 68, DL: 'DL-77' }),
]

describe('a vehicle with everything set', () => {
  let server: TestServer
  let admin: ChannelClient
  let blind: ChannelClient
  let events: EventClient
  let camera: CameraDevice
  beforeAll(async () => {
    server = await startTestServer()
    admin = await server.login()
    // It sees everything but where vehicles are.
    await addUsers(server, { name: BLIND, permission: 1, access: withoutFlags(fullAccess, ['F_gps', 'F_api_full']) })
    blind = await server.connect()
    await blind.login(BLIND, ADMIN_PASSWORD)
    events = await EventClient.login(server.ports.main)
    await admin.request('D01', { A: VAN, C: '3', F: '1' })
    await admin.request('D01', { A: DEPOT, C: '1' })
    const { body } = await call('PUT', settingPath, { deviceid: VAN, changed: record })
    expect(body).toMatchObject({ hasError: false })
    camera = await CameraDevice.connect(server.ports.signalling, VAN, systemClock, {
      1: clipVideo(VAN, 1),
      3: clipVideo(VAN, 3),
    })
    // Before the place is reported, so that the stream gets it.
    camera.signalling.send({ name: 'position', body: { ...position, alarmBits: 0, timeBytes: timeBytes(localS - 5) } })
    await until('it is recorded', async () => (await device()).recording === 1)
    const { signalling } = camera
    await signalling.answerTo(signalling.send({ name: 'position', body: position }))
  })
  afterAll(async () => {
    await camera.close()
    events.close()
    await Promise.all([admin.close(), blind.close()])
    await server.close()
  })

  const call = (method: string, path: string, body: object, username = ADMIN) =>
    callHttp(server, method, path, { body: { username, password: sha256(ADMIN_PASSWORD), ...body } })
  const device = async (username?: string): Promise<Device> =>
    (await call('POST', devicePath, { deviceid: VAN }, username)).body as unknown as Device
  const read = (columns: readonly string[] | string) => {
    const row = decodeRow(typeof columns === 'string' ? columns : columns.join('\t'))
    if (!row.ok) throw new Error(row.reason)
    return row.value
  }
  const vanIn = (rows: readonly (readonly string[])[]) => read(rows.find(([id]) => id === VAN) ?? [])

  it('[VCP-087] [VCP-088] [ENT-018] [ENT-021] is reported by POST /gkdevice/device with every value', async () => {
    expect(await device()).toEqual(online)
  })

  it('[LIVE-41] [LIVE-42] [LIVE-43] [LIVE-44] has its names, channels, state and position under the names of the record', async () => {
    expect(await device()).toMatchObject({
      deviceid: VAN,
      drivername: 'Lin Mei',
      vehicleid: 'Cold truck 9',
      plate: 'KAB-1207',
      extid: 'X-42',
      chn_count: 3,
      chmask: '101',
      status: 1,
      gps_info: { data: { lat: 24.123456, lng: 120.654321, speedInKmh: 61.3, trackingAngle: 237 } },
    })
  })

  it('[VCP-081] [VCP-084] [VCP-086] [VCP-089] is in the list with every value, and alone by Q05', async () => {
    for (const code of ['Q03', 'Q04'] as const) expect(vanIn((await admin.list(code)).rows)).toEqual(rowOf(online))
    expect(read((await admin.request('Q05', { A: VAN })).text)).toEqual(rowOf(online))
  })

  const fields: readonly (readonly [string, readonly (keyof typeof online)[]])[] = [
    [
      '[ENT-001] [ENT-002] [ENT-003] [ENT-004] its id, driver, memo and plate',
      ['deviceid', 'drivername', 'vehicleid', 'plate'],
    ],
    ['[ENT-005] [ENT-006] its external id and the licence of its driver', ['extid', 'driverlicense']],
    [
      '[ENT-007] [ENT-009] [ENT-010] its channel mask, and their number is the length of the mask',
      ['chmask', 'chn_count'],
    ],
    ['[ENT-011] [ENT-014] its status and the seconds of its last sign of life', ['status', 'status_time']],
    ['[ENT-015] [ENT-016] [VCP-085] its voltage in volts and in percent', ['voltage', 'voltpct']],
    [
      '[ENT-017] [ENT-019] [ENT-020] [VCP-092] its temperature, all its temperatures and the ignition',
      ['temperature', 'loopdata', 'acc_on'],
    ],
    [
      '[ENT-027] [ENT-028] [ENT-029] [ENT-030] its registration, recording, time zone and signal',
      ['registed', 'recording', 'timezone', 'signal'],
    ],
    ['[ENT-031] [ENT-032] [ENT-033] [ENT-034] its satellites, icon and position', ['satellites', 'icon', 'gps_info']],
  ]
  it.each(fields)('%s are in the answer of POST /gkdevice/device', async (_, names) => {
    const answer = await device()
    for (const name of names) expect(answer[name], name).toEqual(online[name])
  })

  const places: readonly (readonly [string, number, number])[] = [
    ['[VCP-074] [VCP-075] [VCP-076] [VCP-077] id, driver, vehicle and channel mask', 0, 4],
    ['[VCP-078] [VCP-079] [VCP-080] [VCP-081] status, its time, registration and recording', 4, 8],
    ['[VCP-082] [VCP-083] [VCP-084] [VCP-094] time zone, position and tenths of a volt', 8, 11],
    ['[VCP-086] [VCP-087] [VCP-088] signal, satellites, health and both cards', 11, 16],
    ['[VCP-089] [VCP-090] [VCP-091] [VCP-095] the place set by hand, the icon and the JSON of the rest', 16, 19],
    ['[VCP-055] [VCP-093] nineteen columns', 0, 20],
  ]
  it.each(places)('%s have their columns in the rows of Q03, Q04 and Q05', async (_, from, to) => {
    for (const code of ['Q03', 'Q04'] as const) {
      const row = (await admin.list(code)).rows.find(([id]) => id === VAN)
      expect(row?.slice(from, to), code).toEqual(columns.slice(from, to))
    }
    const { text } = await admin.request('Q05', { A: VAN })
    expect(text.split('\t').slice(from, to)).toEqual(columns.slice(from, to))
  })

  it('[VCP-093] a backslash within a column is written twice', async () => {
    await admin.request('D01', { A: 'backslash', C: '1' })
    await admin.request('D04', { A: 'backslash' }, JSON.stringify({ driver: 'a\\tb', vehicleid: 'c\\' }))
    const { text } = await admin.request('Q05', { A: 'backslash' })
    expect(text.split('\t').slice(0, 4)).toEqual(['backslash', 'a\\\\tb', 'c\\\\', '1'])
    expect(read(text)).toMatchObject({ driver: 'a\\tb', memo: 'c\\' })
  })

  const extras: readonly (readonly [string, object])[] = [
    [
      '[ENT-036] [ENT-039] [ENT-041] [VCP-049] the icon, the plate and the external id',
      { icon: 6, plate: 'KAB-1207', extid: 'X-42' },
    ],
    [
      '[ENT-037] [ENT-038] [VCP-050] the order of the channels and their names as lists',
      { chsort: [3, 1], chnames: ['Road', '', 'Door'] },
    ],
    ['[ENT-040] [VCP-047] [VCP-048] the channel of talks', { talkch: 3 }],
  ]
  it.each(extras)('%s are the extra information of Q11', async (_, wanted) => {
    const infos = JSON.parse((await admin.request('Q11')).text) as Record<string, object>
    expect(infos[VAN]).toMatchObject(wanted)
    expect(Object.keys(infos[VAN] ?? {}).sort()).toEqual(['chnames', 'chsort', 'extid', 'icon', 'plate', 'talkch'])
    expect(infos[DEPOT]).toEqual({ icon: 0, chsort: [], chnames: [], plate: '', talkch: 1, extid: '' })
  })

  it('[ENT-035] [ENT-039] [ENT-043] [LIVE-45] reports the position set by hand, the plate and the order of its channels', async () => {
    expect((await device()).maplocation).toEqual({ lat: 24.5, lng: 121.25 })
    const { [VAN]: info } = extraInfosSchema.parse(JSON.parse((await admin.request('Q11')).text))
    expect(info).toMatchObject({ plate: 'KAB-1207', chsort: [3, 1] })
    expect(orderedChannels([true, false, true], info?.chsort ?? [])).toEqual([3, 1])
  })

  it('[VCP-017] a field that the server does not know changes nothing, wherever it stands', async () => {
    for (const fields of [
      { QQ: 'x', A: VAN },
      { A: VAN, QQ: 'x' },
    ])
      expect(read((await admin.request('Q05', fields)).text)).toEqual(rowOf(online))
  })

  const eventid = EventCode.externalAlarm
  const alarm = {
    cmd: 'new',
    time: startS,
    deviceid: VAN,
    eventid,
    eventname: 'Emergency button',
    memo: '',
    call: 1,
  } as const
  it.each([
    ['[ENT-087] [ENT-088] [ENT-089] [ENT-090] kind, time, device and number', ['cmd', 'time', 'deviceid', 'eventid']],
    ['[ENT-091] [ENT-092] [ENT-093] its name, a memo and whether somebody calls', ['eventname', 'memo', 'call']],
  ] as const)('%s are in the message of its event', async (_, names) => {
    const message = await events.next(eventid, 'new', VAN)
    for (const name of names) expect(message[name], name).toBe(alarm[name])
    expect(Object.keys(message).sort()).toEqual(Object.keys(alarm).sort())
  })

  it('its stored event has the number, the time, the device, the place and the speed', async () => {
    const { eventname } = alarm
    const asked = { deviceid: VAN, afterTime: startS - 10, beforeTime: startS + 10 }
    const found = (await call('POST', eventQueryPath, asked)).body as unknown as readonly Record<string, unknown>[]
    expect(found.find(({ appdevid, cmd }) => appdevid === eventid && cmd === 'new')).toMatchObject({
      serialno: expect.anything(),
      type: 0,
      appdevid: eventid,
      eventname,
      memo: '',
      call: 1,
      eventtimeutc: startS,
      vehiclex: 24.123456,
      vehicley: 120.654321,
      speed: 61.3,
      deviceid: VAN,
      cmd: 'new',
    })
  })

  it('[M10] [RIGHT-010] without F_gps a row has no place, speed and heading, and everything else', async () => {
    for (const code of ['Q03', 'Q04'] as const) expect(vanIn((await blind.list(code)).rows)).toEqual(withoutPlace)
    expect(read((await blind.request('Q05', { A: VAN })).text)).toEqual(withoutPlace)
    expect(await device(BLIND)).toEqual({ ...online, gps_info: null })
    // No user gets a row that was written for another one.
    expect(vanIn((await admin.list('Q03')).rows)).toEqual(rowOf(online))
    expect((await blind.request('Q07', { A: VAN })).fields).toMatchObject(failedMessage('permission-denied'))
  })

  it('[M10] without F_gps pushed rows have no place either', async () => {
    const links = { [ADMIN]: await server.login(), [BLIND]: await server.connect() }
    await links[BLIND]?.login(BLIND, ADMIN_PASSWORD)
    for (const link of Object.values(links)) await link.request('Q14', { F: '1' })
    const { signalling } = camera
    await signalling.answerTo(signalling.send({ name: 'position', body: { ...position, alarmBits: 0 } }))
    const pushed = async (link: ChannelClient) => {
      for (;;) {
        const { payload } = await link.next()
        const row = Buffer.from(payload ?? [])
          .toString()
          .split('\n')
          .find((one) => one.startsWith(`${VAN}\t`))
        if (row !== undefined) return read(row)
      }
    }
    expect(await pushed(links[ADMIN] as ChannelClient)).toEqual(rowOf(online))
    expect(await pushed(links[BLIND] as ChannelClient)).toEqual(withoutPlace)
    for (const link of Object.values(links)) await link.close()
  })

  it('[M10] without F_gps events have no place and no speed, and the stream of places is refused', async () => {
    const asked = { deviceid: VAN, afterTime: startS - 10, beforeTime: startS + 10 }
    const found = (await call('POST', eventQueryPath, asked, BLIND)).body as unknown as readonly object[]
    expect(found.length).toBeGreaterThan(0)
    for (const event of found) expect(event).toMatchObject({ vehiclex: null, vehicley: null, speed: null })
    const query = { type: 'gps', deviceid: VAN, user: BLIND, password: sha256(ADMIN_PASSWORD) }
    const stream = await StreamClient.open(server.ports.streams, query)
    expect((await stream.closed).code).toBe(4403)
  })

  it('[ENT-019] [ENT-023] [ENT-026] [ENT-087] then the engine is off, a card is missing, the other has a fault, and the alarm is over', async () => {
    const items = [healthItem({ percent: null, cards: [-1, 0] }), { id: 0x17, value: u16(0b10) }]
    const { signalling } = camera
    const other = { ...position, alarmBits: 1 << 11, statusBits: 0b10, items }
    await signalling.answerTo(signalling.send({ name: 'position', body: other }))
    expect(await device()).toMatchObject({ acc_on: 0, smart1: -1, smart2: 0, health: 'Fault: camera', status: 1 })
    expect(vanIn((await admin.list('Q03')).rows)).toMatchObject({ accOn: false, smart: [-1, 0] })
    expect(await events.next(eventid, 'cover', VAN)).toMatchObject({ cmd: 'cover', call: 0 })
  })

  it('[ENT-012] [ENT-013] [ENT-028] offline its status is 0, it does not record, and its last values stay', async () => {
    expect(await device()).toMatchObject({ status: 1, recording: 1 })
    await camera.close()
    await until('it is offline and no longer recorded', async () => {
      const { status, recording } = await device()
      return status === 0 && recording === 0
    })
    expect(await device()).toMatchObject({ gps_info: online.gps_info, voltage: 13.8, status: 0, recording: 0 })
    expect(vanIn((await admin.list('Q03')).rows)).toMatchObject({ online: false, recording: false })
  })

  it('[ENT-022] [ENT-034] a device that has reported nothing has unknown cards, no position and no values', async () => {
    const { rows } = await admin.list('Q03')
    const row = rows.find(([id]) => id === DEPOT)
    expect(row).toEqual([DEPOT, '', '', '1', '0', '', '1', '0', '8', '', '', '', '', '', '', '', '', '0', ''])
    expect(read(row ?? [])).toMatchObject({ smart: [-2, -2], health: '', gps: null, accOn: null })
    const { body } = await call('POST', devicePath, { deviceid: DEPOT })
    expect(body).toMatchObject({ smart1: -2, smart2: -2, gps_info: null, acc_on: null, status: 0 })
  })
})
