import {
  deviceSchema,
  lastFixSchema,
  readRecordingCoverage,
  type ServerStatus,
  serverStatusSchema,
} from '@fleetglass/contract/devices'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { CameraDevice } from '../../../test/devices/camera-device.ts'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { failedCall, failedMessage } from '../../../test/failures.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { StreamClient } from '../../../test/stream-client.ts'
import { createLog } from '../../platform/log/index.ts'
import { createFleet } from '../../services/live-state/index.ts'
import { createServerStatus } from './server-status.ts'

const VAN = '13812345678'
const VIDEO = '12345678999'
const START_MS = Date.UTC(2026, 8, 1, 10, 0, 5)
const DAY_S = Date.UTC(2026, 8, 1) / 1000
const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }

it('[ENT-062] [ENT-063] [ENT-064] [ENT-067] each rate is that of its own bytes: bytes a second, the mean of the last five', async () => {
  const clock = createManualClock()
  let seconds = 0
  const moved = () => ({
    written: seconds * 100,
    sent: seconds < 20 ? 0 : (seconds - 20) * 3000,
    received: seconds * 7,
  })
  const fleet = createFleet({
    clock,
    log: createLog('silent'),
    registry: { all: () => [], onChange: () => ({ close: () => {} }) } as never,
  })
  const commands = { send: async () => ({ kind: 'offline' }) as const }
  const status = createServerStatus({ clock, fleet, commands, moved, viewers: () => [] })
  const second = (): void => {
    seconds += 1
    clock.advance(1000)
  }
  expect(status.read()).toMatchObject({ hddBps: 0, uploadBps: 0, downloadBps: 0, devices: [] })
  while (seconds < 20) second()
  expect(status.read()).toMatchObject({ hddBps: 100, uploadBps: 0, downloadBps: 7 })
  second()
  expect(status.read()).toMatchObject({ hddBps: 100, uploadBps: 600, downloadBps: 7 })
  for (let n = 0; n < 4; n++) second()
  expect(status.read()).toMatchObject({ hddBps: 100, uploadBps: 3000, downloadBps: 7 })
  await status.close()
  await fleet.close()
})

describe('questions about devices and the server', () => {
  const clock = fastClock(4, START_MS)
  let server: TestServer
  let admin: ChannelClient
  let van: DeviceClient
  let camera: CameraDevice
  let fixS = 0
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { timeZone: 0 } })
    admin = await server.login()
    await addUsers(server, { name: 'blind', permission: 4, access: '' })
    await admin.request('D01', { A: VAN, C: '2' })
    await admin.request('D01', { A: VIDEO, C: '1', F: '1' })
    const record = { driver: 'Lin', plate: 'KAA 1', extid: 'X', vehicleid: 'blue', driverlicense: 'D', icon: 4 }
    const change = JSON.stringify({ ...record, chmask: '10', maplocation: '1.5,-2.5' })
    expect((await admin.request('D04', { A: VAN }, change)).fields.R).toBe('1')
    camera = await CameraDevice.connect(server.ports.signalling, VIDEO, clock, {
      1: clipVideo(VIDEO, 1, { lengthS: 300 }),
    })
    van = await DeviceClient.tcp(server.ports.signalling, VAN)
    await van.login()
    fixS = Math.floor(clock.nowMs() / 1000)
    await van.answerTo(van.send(positionMessage(fixS)))
  })
  afterAll(async () => {
    await admin.close()
    await van.close()
    await camera.close()
    await server.close()
  })

  it('[VCP-060] [VCP-061] Q07 returns the last fix, null where there is none', async () => {
    const fix = lastFixSchema.parse(JSON.parse((await admin.request('Q07', { A: VAN })).text))
    expect(fix).toEqual({
      time: fixS,
      lat: 24.0786,
      lng: 120.5285,
      speedInKmh: 45.5,
      trackingAngle: 90,
      satellites: null,
    })
    expect((await admin.request('Q07', { A: VIDEO })).text).toBe('null')
    expect((await admin.request('Q07', { A: 'nobody' })).fields).toMatchObject(failedMessage('unknown-device'))
  })

  it('[CONST0-09] the tenths of a device are converted once: rows, fix, device and track all report km/h', async () => {
    const http = async (path: string, body: object) =>
      (await callHttp(server, 'POST', path, { body: { ...credentials, deviceid: VAN, ...body } })).body as unknown
    const speedOf = (row: readonly string[] | undefined) => row?.[9]?.split(',')[3]
    const { rows } = await admin.list('Q03')
    expect(speedOf(rows.find(([id]) => id === VAN))).toBe('45.5')
    expect(speedOf((await admin.request('Q05', { A: VAN })).text.split('\t'))).toBe('45.5')
    expect(JSON.parse((await admin.request('Q07', { A: VAN })).text)).toMatchObject({ speedInKmh: 45.5 })
    expect(await http('/gkdevice/device', {})).toMatchObject({ gps_info: { data: { speedInKmh: 45.5 } } })
    const point = { speed: 45.5, speedInKmh: 45.5 }
    expect(await http('/api/gps', { start: fixS, end: fixS })).toMatchObject([point])
  })

  it('[API0-24] [API0-25] [API0-26] POST /gkdevice/device answers the device, and hasError with a message when it is not there', async () => {
    const ask = (body: object) => callHttp(server, 'POST', '/gkdevice/device', { body: { ...credentials, ...body } })
    const { status, body } = await ask({ deviceid: VAN })
    expect(status).toBe(200)
    const device = deviceSchema.parse(body)
    expect(device).toMatchObject({ deviceid: VAN, drivername: 'Lin', vehicleid: 'blue', plate: 'KAA 1', extid: 'X' })
    expect(device).toMatchObject({ driverlicense: 'D', icon: 4, status: 1, registed: true, recording: 0, timezone: 8 })
    expect(device.gps_info).toEqual({
      time: fixS,
      data: { lat: 24.0786, lng: 120.5285, speedInKmh: 45.5, trackingAngle: 90 },
    })
    for (const wrong of [{ deviceid: 'nobody' }, {}, { deviceid: 7 }]) {
      const answer = await ask(wrong)
      expect([answer.status, answer.body.hasError, answer.body.message !== '']).toEqual([200, true, true])
    }
  })

  it('[API2-150] [API2-151] POST /gkdevice/device carries user, password hash and id, and says why there is no device', async () => {
    const ask = (body: object) => callHttp(server, 'POST', '/gkdevice/device', { body })
    expect((await ask({ ...credentials, deviceid: VAN })).body).toMatchObject({ deviceid: VAN, plate: 'KAA 1' })
    expect((await ask({ ...credentials, deviceid: 'nobody' })).body).toEqual(failedCall('unknown-device'))
    expect((await ask({ deviceid: VAN })).body).toMatchObject({ hasError: true })
    const wrong = { ...credentials, password: sha256('guessed') }
    expect((await ask({ ...wrong, deviceid: VAN })).body).toMatchObject({ hasError: true })
  })

  const readStatus = async (): Promise<ServerStatus> =>
    serverStatusSchema.parse(JSON.parse((await admin.request('Q10')).text))
  const watch = () =>
    StreamClient.open(server.ports.streams, {
      user: ADMIN,
      password: ADMIN_PASSWORD,
      deviceid: VIDEO,
      channel: '1',
    })

  it('[VCP-068] [VCP-069] [VCP-070] Q10 without a field answers the status as JSON, to permission 0 only', async () => {
    const reply = await admin.request('Q10')
    expect(Object.keys(JSON.parse(reply.text) as object).sort()).toEqual([
      'devices',
      'downloadBps',
      'hddBps',
      'uploadBps',
    ])
    await addUsers(server, { name: 'second', permission: 1 })
    const second = await server.connect()
    await second.login('second', ADMIN_PASSWORD)
    expect((await second.request('Q10')).fields.R).toBe('0')
    await second.close()
  })

  it('[ENT-062] [ENT-063] [ENT-064] [SHELL-102] the status has the rates of the disk, of what is sent and of what is received', async () => {
    const viewer = await watch()
    const rates = await until('all three rates are there', async () => {
      const status = await readStatus()
      return status.hddBps > 0 && status.uploadBps > 0 && status.downloadBps > 0 ? status : null
    })
    // The video has some 14 kB a second in the time of the server's clock; on a busy machine it comes in heaps.
    for (const rate of [rates.hddBps, rates.uploadBps, rates.downloadBps]) expect(rate).toBeLessThan(1_000_000)
    await viewer.close()
  })

  it('[ENT-065] [ENT-066] [ENT-067] [SHELL-102] the status has the devices that are online, their versions, and who watches them', async () => {
    const viewer = await watch()
    const watched = await until('the viewer is there', async () => {
      const status = await readStatus()
      return status.devices.some(({ users }) => users.length > 0) ? status : null
    })
    expect(watched.devices.map(({ deviceid }) => deviceid).sort()).toEqual([VIDEO, VAN].sort())
    const video = watched.devices.find(({ deviceid }) => deviceid === VIDEO)
    expect(video?.arrivedTime).toBeGreaterThanOrEqual(Math.floor(START_MS / 1000))
    expect(video?.arrivedTime).toBeLessThanOrEqual(clock.nowMs() / 1000)
    expect(video?.users).toEqual([
      {
        type: 'live',
        user: ADMIN,
        ip: '127.0.0.1',
        port: expect.any(Number),
        arrivedTime: expect.any(Number),
      },
    ])
    expect(video?.users[0]?.port).toBeGreaterThan(1023)
    // Queried when a user opens the page; a device that answers is shown with its version.
    const attributes = { typeBits: 0, maker: 'TEST', model: 'T1', terminalId: '1', iccid: '0'.repeat(20) }
    const body = { ...attributes, hardware: 'H1', firmware: 'V2.5', gnssBits: 1, radioBits: 1, layout: '2013' } as const
    await until('its version is reported', async () => {
      const { devices } = await readStatus()
      if (van.received.some(({ message }) => message.name === 'attributesRequest')) {
        await van.next('attributesRequest')
        van.send({ name: 'attributes', body })
      }
      return devices.some(({ deviceid, version }) => deviceid === VAN && version === 'V2.5')
    })
    await viewer.close()
    await until('no client watches', async () => (await readStatus()).devices.every(({ users }) => users.length === 0))
  })

  it('[ENT-063] [ENT-064] uploadBps is what leaves for viewers, downloadBps what the camera sends once for all of them', async () => {
    const open = () =>
      StreamClient.open(server.ports.streams, {
        user: ADMIN,
        password: ADMIN_PASSWORD,
        deviceid: VIDEO,
        channel: '1',
      })
    const viewers = [await open(), await open(), await open()]
    await until('three viewers take more than twice of what comes and of what is written', async () => {
      const status = serverStatusSchema.parse(JSON.parse((await admin.request('Q10')).text))
      const { hddBps, uploadBps, downloadBps } = status
      return hddBps > 0 && downloadBps > 0 && uploadBps > 2 * downloadBps && uploadBps > 2 * hddBps
    })
    for (const viewer of viewers) await viewer.close()
  })

  it('[VCP-065] [VCP-066] [VCP-067] [USAGE-06] Q09 returns recorded minutes in hex, and first the average of all devices', async () => {
    await until('something is recorded', async () => (await admin.request('Q09')).text.includes(`${VIDEO}:1`))
    // A day of nine hours and a minute's third before the present one, as the index has it.
    const dayMs = (DAY_S - 86_400) * 1000
    await changeDatabase(server, (file) => {
      const { key } = file.prepare('select key from devices where device_id = ?').get(VAN) as { key: number }
      const insert = file.prepare("insert into recordings values (?, ?, ?, ?, 1, 0, ?, '')")
      for (let minute = 0; minute < 720; minute++) {
        for (const channel of [1, 2]) {
          const startMs = dayMs + minute * 60_000 + (channel === 1 ? 0 : 500)
          insert.run(key, startMs, startMs + 59_000, channel, `x/${minute}/${channel}.mp4`)
        }
      }
    })
    const coverage = readRecordingCoverage((await admin.request('Q09', { B: String(DAY_S - 86_400) })).text)
    expect(coverage).toEqual({
      average: 0.25,
      byDevice: new Map([
        [VAN, 0.5],
        [VIDEO, 0],
      ]),
    })
    expect((await admin.request('Q09', { B: String(DAY_S - 86_400) })).text.split('\n')).toEqual([
      ...['*:168', `${VAN}:2d0`, `${VIDEO}:0`],
    ])
  })

  it('[API2-142] [API2-143] Q09 answers for the day that begins at B, for today without it, and has no form over HTTP', async () => {
    await until('today is what no day names', async () => {
      const [today, named] = [await admin.request('Q09'), await admin.request('Q09', { B: String(DAY_S) })]
      return today.text === named.text && readRecordingCoverage(today.text)?.byDevice.get(VIDEO) !== 0
    })
    const before = readRecordingCoverage((await admin.request('Q09', { B: String(DAY_S - 7 * 86_400) })).text)
    expect([...(before?.byDevice.values() ?? [])]).toEqual([0, 0])
    const audit = server.endpoints.find(({ name }) => name === 'Q09')?.audit
    const alike = server.endpoints.filter((one) => one.audit === audit)
    expect(new Set(alike.map(({ kind }) => kind))).toEqual(new Set(['message']))
  })

  it('[USAGE-07] Q09 returns the mean of the devices for all of them, and 0 for a day without recordings', async () => {
    const empty = readRecordingCoverage((await admin.request('Q09', { B: String(DAY_S - 40 * 86_400) })).text)
    expect(empty).toEqual({
      average: 0,
      byDevice: new Map([
        [VAN, 0],
        [VIDEO, 0],
      ]),
    })
    // A day that begins in the middle of a minute, and half a day later.
    const later = readRecordingCoverage((await admin.request('Q09', { B: String(DAY_S - 43_200 - 3600) })).text)
    expect(later?.byDevice.get(VAN)).toBe(60 / 1440)
    // The other device has recorded meanwhile; the mean is of whole minutes.
    const shares = [...(later?.byDevice.values() ?? [])]
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
    expect(later?.average).toBeCloseTo(mean, 2)
    expect(later?.average).toBeGreaterThan(0)
    expect((await admin.request('Q09', { B: 'x' })).fields.R).toBe('0')
  })

  it('[VCP-070] [RIGHT-082] who may not is refused, and sees nothing', async () => {
    const link = await server.connect()
    await link.login('blind', ADMIN_PASSWORD)
    for (const [code, fields] of [
      ['Q10', {}],
      ['Q07', { A: VAN }],
      ['Q13', { A: VAN, B: '1', E: '2' }],
    ] as const) {
      expect((await link.request(code, fields)).fields).toMatchObject(failedMessage('permission-denied'))
    }
    await link.close()
  })
})
